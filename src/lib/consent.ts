import { useSyncExternalStore } from 'react';
import {
  CONSENT_LIFE_MS,
  CONSENT_VERSION,
  type ConsentAction,
  OPTIONAL_CATEGORIES,
  type OptionalCategory,
} from '../../server/features/consents/rules.ts';
import { announcer } from '@/lib/announcer.ts';
import { randomId } from '@/lib/random-id.ts';

const STORAGE_KEY = 'sponsio.consent';

export interface Consent {
  /** A random id, also stored in the server's proof of the choice. */
  id: string;
  version: string;
  /** ISO instant. */
  at: string;
  locale: string;
  categories: OptionalCategory[];
  action: ConsentAction;
  /** Whether the server has stored the proof; until then each visit sends it again. */
  proven: boolean;
}

const { announce, subscribe } = announcer();
/** The last text read and its parsed value, so that equal state has one identity. */
let seen: { text: string | null; consent: Consent | null } = { text: null, consent: null };
let reopened = false;

/** The choice in force; null before the first one, half a year after it, or if the categories have changed since. */
export function currentConsent(): Consent | null {
  const text = read();
  if (text !== seen.text) seen = { text, consent: parse(text) };
  const { consent } = seen;
  return consent && consent.version === CONSENT_VERSION && Date.now() - Date.parse(consent.at) < CONSENT_LIFE_MS
    ? consent
    : null;
}

export const useConsent = (): Consent | null => useSyncExternalStore(subscribe, currentConsent, () => null);
/** True while a user who has chosen before has reopened the choices. */
export const useConsentOpen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => reopened,
    () => false,
  );

/** Reopens the choices, from a footer or the cookie policy. */
export function openConsent(): void {
  reopened = true;
  announce();
}

/** Stores the choice in this browser at once and sends the proof to the server. */
export function giveConsent(action: ConsentAction, chosen: readonly OptionalCategory[], locale: string): void {
  const categories = action === 'all' ? [...OPTIONAL_CATEGORIES] : action === 'necessary' ? [] : [...chosen];
  const consent: Consent = {
    id: currentConsent()?.id ?? uuid(),
    version: CONSENT_VERSION,
    at: new Date().toISOString(),
    locale,
    categories,
    action,
    proven: false,
  };
  reopened = false;
  write(consent);
  void prove(consent);
}

/** At the start: sends a proof that did not reach the server, and follows choices made in other tabs. */
export function startConsent(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) announce();
  };
  window.addEventListener('storage', onStorage);
  const consent = currentConsent();
  if (consent && !consent.proven) void prove(consent);
  return () => window.removeEventListener('storage', onStorage);
}

/** After a sign-in: links the choice of this browser to the account. */
export function linkConsent(): void {
  const consent = currentConsent();
  if (consent) void prove(consent);
}

/** A plain fetch, because the start page does not load the API client. */
async function prove(consent: Consent): Promise<void> {
  const { id, version, locale, categories, action } = consent;
  try {
    const answer = await fetch('/api/consent', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, version, locale, categories, action }),
      keepalive: true,
    });
    if (answer.ok && currentConsent()?.at === consent.at) write({ ...consent, proven: true });
  } catch {
    // No network: the next visit sends it.
  }
}

function parse(text: string | null): Consent | null {
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Partial<Consent>;
    return typeof value.id === 'string' && typeof value.at === 'string' && Array.isArray(value.categories)
      ? (value as Consent)
      : null;
  } catch {
    return null;
  }
}

/** The choice of this visit where storage is forbidden. */
let kept: string | null = null;

function read(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY) ?? kept;
  } catch {
    return kept;
  }
}

function write(consent: Consent): void {
  const text = JSON.stringify(consent);
  try {
    window.localStorage.setItem(STORAGE_KEY, text);
  } catch {
    kept = text;
  }
  announce();
}

/** UUID version 4; `crypto.randomUUID` is missing on plain http. */
function uuid(): string {
  const hex = randomId();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${'89ab'[Number.parseInt(hex.charAt(16), 16) % 4]}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
