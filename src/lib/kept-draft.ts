import superjson from 'superjson';
import { DRAFT_KEY } from '@/lib/typed.ts';

interface Kept {
  /** Address and form it was typed in. */
  at: string;
  values: unknown;
}

const placeOf = (form: string): string => `${window.location.pathname}#${form}`;

/** Puts aside what was typed in a form of this address, for this tab, while its author is sent elsewhere and back. */
export function keepDraft(form: string, values: unknown): void {
  try {
    window.sessionStorage.setItem(DRAFT_KEY, superjson.stringify({ at: placeOf(form), values } satisfies Kept));
  } catch {
    // Storage may be forbidden or full; the page then still holds what was typed until it is left.
  }
}

/** What was put aside in this form, once. */
export function takeDraft<Values>(form: string): Values | null {
  try {
    const text = window.sessionStorage.getItem(DRAFT_KEY);
    const kept = text ? superjson.parse<Kept>(text) : null;
    if (kept?.at !== placeOf(form)) return null;
    window.sessionStorage.removeItem(DRAFT_KEY);
    return kept.values as Values;
  } catch {
    return null;
  }
}
