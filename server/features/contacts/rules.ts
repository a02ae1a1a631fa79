import type { ContactSpec } from '../../core/contacts.ts';
import { CONTACTS } from '../contacts.gen.ts';

/** How an org reaches out to another one. */
export type ContactKind = keyof typeof CONTACTS;
/** `first`: other orgs that had no contact with it before, whatever the kind. */
export type LimitKind = ContactKind | 'first';

export const CONTACT_KINDS = Object.keys(CONTACTS) as ContactKind[];
export const CONTACT_SPECS: Readonly<Record<ContactKind, ContactSpec>> = CONTACTS;

const DAY_MS = 24 * 3_600_000;
/** Limits count what was sent in this time before the act. */
export const CONTACT_WINDOW_MS = DAY_MS;
/** An org is young for that long after it was founded. */
export const YOUNG_ORG_MS = 30 * DAY_MS;

const FIRST_CONTACTS: ContactSpec['limits'] = { young: 20, grown: 100 };

/** The limit for an org founded at `foundedAt`, times the instance's factor. */
export function contactLimit(kind: LimitKind, foundedAt: Date, now: Date, factor: number): number {
  const limits = kind === 'first' ? FIRST_CONTACTS : CONTACT_SPECS[kind].limits;
  const young = now.getTime() - foundedAt.getTime() < YOUNG_ORG_MS;
  return limits[young ? 'young' : 'grown'] * factor;
}
