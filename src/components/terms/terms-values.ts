import type { Currency } from '../../../server/core/money.ts';
import type { Clocks, ClockName, DealTerms, Deliverable } from '../../../server/features/terms/schema.ts';
import type { FormControl, FormOf } from '@/components/form/use-app-form.ts';
import { randomId } from '@/lib/random-id.ts';
import { instantOf, wallTimeOf } from '@/lib/time-zone.ts';

/** A milestone in a form: the amount in minor units, NaN while the typed text is no amount. */
export interface MilestoneValues {
  title: string;
  amount: number | null;
  dueAt: Date | null;
  deliverableIds: string[];
}

/** Deal terms as form values; campaign and offer forms have these names at their top level. */
export interface TermsValues {
  currency: Currency;
  deliverables: Deliverable[];
  milestones: MilestoneValues[];
  rights: { use: DealTerms['rights']['use']; days: number | null; territory: string };
  exclusivity: { days: number | null; category: string };
  revisions: number | null;
  killFeeBps: number | null;
  disclosureCountry: string;
  disclosureText: string;
  releaseTrigger: DealTerms['releaseTrigger'];
  release?: DealTerms['release'];
  clocks: Partial<Clocks>;
}

/** Editors of terms use these fields only, whatever else the form has. */
export type TermsControl = FormControl<TermsValues>;

/** Narrows the control of a form whose values include {@link TermsValues}. */
export function termsControl(control: object): TermsControl {
  // The control of a form is invariant in its values, so no narrower type can be required.
  return control as TermsControl;
}

export type ReleaseForm = FormOf<Pick<TermsValues, 'releaseTrigger' | 'release' | 'clocks'>>;

/** Narrows a form whose values include those of the release, as {@link termsControl} does. */
export function releaseForm(form: object): ReleaseForm {
  return form as ReleaseForm;
}

export type ClockRanges = Record<string, { min: string; fallback: string; max: string }>;

/** First in the form: they decide how long money can stay in escrow. */
export const MAIN_CLOCKS = ['review', 'revisionTurn'] as const satisfies readonly ClockName[];
export const OTHER_CLOCKS = [
  'signature',
  'funding',
  'extension',
  'overdueAfter',
  'grace',
  'clearing',
  'cancelAnswer',
] as const satisfies readonly ClockName[];

export function newDeliverable(): Deliverable {
  return { id: randomId(5), platform: 'instagram', format: 'reel', count: 1, notes: '', brief: [] };
}

/** A milestone due `days` from now, at the end of that day. */
export function newMilestone(days: number, now = new Date()): MilestoneValues {
  const today = wallTimeOf(now);
  const dueAt = instantOf({ ...today, day: today.day + days, hour: 23, minute: 59 });
  return { title: '', amount: null, dueAt, deliverableIds: [] };
}

/** Complete values from terms that may lack some. */
export function termsValues(terms: Partial<DealTerms>, fallback: { currency: Currency; country: string }): TermsValues {
  return {
    currency: terms.currency ?? fallback.currency,
    deliverables: terms.deliverables ?? [],
    milestones: (terms.milestones ?? []).map(({ title, amount, dueAt, deliverableIds }) => ({
      title,
      amount,
      dueAt: new Date(dueAt),
      deliverableIds,
    })),
    rights: terms.rights ?? { use: 'organic', days: 90, territory: '' },
    exclusivity: terms.exclusivity ?? { days: 0, category: '' },
    revisions: terms.revisions ?? 2,
    killFeeBps: terms.killFeeBps ?? 0,
    disclosureCountry: terms.disclosureCountry ?? fallback.country,
    disclosureText: terms.disclosureText ?? '',
    releaseTrigger: terms.releaseTrigger ?? 'on_approval',
    release: terms.release,
    clocks: terms.clocks ?? {},
  };
}

/** Sum of the valid amounts; null while one is missing or wrong. */
export function milestoneSum(milestones: readonly { amount: number | null }[]): number | null {
  let sum = 0;
  for (const { amount } of milestones) {
    if (amount === null || !Number.isSafeInteger(amount)) return null;
    sum += amount;
  }
  return sum;
}
