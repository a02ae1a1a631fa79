import { MAX_MISSES } from '../rules.ts';
import { FREE_MAIL, REGISTRY_SUFFIXES, SHARED_HOSTS } from './shared/rules.ts';

export const VERIFICATION_METHODS = ['mail', 'dns'] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];
export type VerificationState = 'pending' | 'verified' | 'failed';
export const VERIFICATION_REASONS = [
  'no_record',
  'wrong_record',
  'unreachable',
  'no_code',
  'taken',
  'record_gone',
  'expired',
  'site_changed',
  'withdrawn',
  'reassigned',
] as const;
export type VerificationReason = (typeof VERIFICATION_REASONS)[number];
/** What a look at the records found instead of the right one: none of ours, one with another token, no answer. */
export type FoundInstead = 'none' | 'other' | 'unreachable';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A record is looked for so long before the attempt ends. */
export const RECORD_WAIT_MS = 7 * DAY_MS;
/** A mailed code is waited for so long; a new one may be requested meanwhile. */
export const CODE_WAIT_MS = DAY_MS;
/** A mailbox proves the domain for a year. */
export const MAIL_PROOF_MS = 365 * DAY_MS;
export const CODES_A_DAY = 10;
export const ATTEMPTS_A_DAY = 20;
/** Between two checks by a person. */
export const LOOK_PAUSE_MS = 5_000;

export const RECORD_PREFIX = 'sponsio-verification=';
export const recordOf = (token: string): string => `${RECORD_PREFIX}${token}`;

/** The domain of a site, without "www."; null for what is no site of its own name, such as an IP address. */
export function domainOf(website: string | null): string | null {
  if (website === null || !URL.canParse(website)) return null;
  const host = new URL(website).hostname.replace(/\.$/, '').replace(/^www\./, '');
  const labels = host.split('.');
  const isName =
    labels.length >= 2 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    host.length <= 253;
  return isName && /^([a-z]{2,}|xn--[a-z0-9-]+)$/.test(labels.at(-1)!) ? host : null;
}

/** Whether many parties share the domain: mail providers, networks, builders of sites, suffixes of registries. */
export function isShared(domain: string): boolean {
  if (REGISTRY_SUFFIXES.has(domain)) return true;
  const labels = domain.split('.');
  return labels.some((_, at) => {
    const tail = labels.slice(at).join('.');
    return FREE_MAIL.has(tail) || SHARED_HOSTS.has(tail);
  });
}

/** Whether a mailbox is at exactly this domain. */
export const isAtDomain = (address: string, domain: string): boolean =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase() === domain;

/** What the TXT records of a domain say about our token. */
export function readRecords(
  records: readonly string[],
  token: string,
): 'record' | Exclude<FoundInstead, 'unreachable'> {
  const ours = records
    .map((record) => record.trim())
    .filter((record) => record.toLowerCase().startsWith(RECORD_PREFIX));
  if (ours.some((record) => record.slice(RECORD_PREFIX.length).trim() === token)) return 'record';
  return ours.length > 0 ? 'other' : 'none';
}

export interface CheckedVerification {
  state: VerificationState;
  method: VerificationMethod;
  misses: number;
  created_at: Date;
}
export interface CheckOutcome {
  state: VerificationState;
  reason: VerificationReason | null;
  found: FoundInstead | null;
  misses: number;
  next_check_at: Date | null;
}

const inTime = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** When a record that is not there yet is looked for again: often at first, then by the hour. */
const nextCheck = (row: CheckedVerification, now: Date): Date =>
  inTime(now, now.getTime() - row.created_at.getTime() < 2 * HOUR_MS ? 10 * MINUTE_MS : HOUR_MS);

/**
 * What a look at the records makes of a verification. A name server that does not answer says nothing: it neither ends a
 * verification nor counts as a miss.
 */
export function afterCheck(row: CheckedVerification, seen: 'record' | FoundInstead, now: Date): CheckOutcome {
  if (seen === 'record')
    return { state: 'verified', reason: null, found: null, misses: 0, next_check_at: inTime(now, DAY_MS) };
  const goesOn = (misses: number, next: Date): CheckOutcome => ({
    state: row.state,
    reason: null,
    found: seen,
    misses,
    next_check_at: next,
  });
  const ends = (reason: VerificationReason, misses: number): CheckOutcome => ({
    state: 'failed',
    reason,
    found: seen,
    misses,
    next_check_at: null,
  });
  if (row.state === 'verified') {
    if (seen === 'unreachable') return goesOn(row.misses, inTime(now, HOUR_MS));
    const misses = row.misses + 1;
    return misses >= MAX_MISSES ? ends('record_gone', misses) : goesOn(misses, inTime(now, DAY_MS));
  }
  if (now.getTime() - row.created_at.getTime() < RECORD_WAIT_MS) return goesOn(0, nextCheck(row, now));
  return ends(seen === 'unreachable' ? 'unreachable' : seen === 'other' ? 'wrong_record' : 'no_record', 0);
}

/** A proof that staff let hold: a record is looked for at once, a mailbox proves for a year from now. */
export const afterTransfer = (method: VerificationMethod, now: Date): CheckOutcome => ({
  state: 'verified',
  reason: null,
  found: null,
  misses: 0,
  next_check_at: method === 'dns' ? now : inTime(now, MAIL_PROOF_MS),
});

/** The end of what only a mailbox proves: no code was entered, or the year is over. */
export const afterMailWait = (row: Pick<CheckedVerification, 'state'>): CheckOutcome => ({
  state: 'failed',
  reason: row.state === 'verified' ? 'expired' : 'no_code',
  found: null,
  misses: 0,
  next_check_at: null,
});
