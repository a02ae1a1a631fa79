import { mailboxOf } from '../../core/mailbox.ts';
import type { OrgKind } from '../../context.ts';
import type { Persona, UserType } from './schema.ts';

export const USER_TYPES = ['influencer', 'business', 'influencer_agent'] as const;

export const ORG_KIND_OF: Record<UserType, OrgKind> = {
  business: 'brand',
  influencer: 'creator',
  influencer_agent: 'agency',
};
export const PERSONA_OF: Record<OrgKind, Persona> = { brand: 'brand', creator: 'creator', agency: 'agency' };

/** A mailed six-digit code: how often it may be tried, how soon the next one may be requested. */
export const CODE_TRIES = 3;
export const CODE_RESEND_MS = 60_000;
export const CODE_LIMITS = [
  { windowMs: 3_600_000, codes: 5 },
  { windowMs: 24 * 3_600_000, codes: 10 },
] as const;

/** Codes that one account may have mailed to new mailboxes within 24 hours. */
export const EMAIL_CHANGES_A_DAY = 10;

/** Minimum length of a password, by where it is chosen; the specification sets the first two. */
export const MIN_PASSWORD = { signUp: 6, reset: 8, staff: 12 } as const;
export const MAX_PASSWORD = 128;

/** Wrong passwords in a row that lock the form until the password is reset. */
export const LOCK_AFTER = 3;
/**
 * Wrong passwords within 24 hours, however often a reset was requested in between; above them a reset must be
 * completed.
 */
export const DAY_CAP = 12;
/** Wrong passwords without a right one between them, over days. */
export const ROW_CAP = 100;

/** How often one network address may do these in an hour. */
export const ADDRESS_LIMITS = {
  'sign-up': 5,
  'request-reset': 20,
  'confirm-reset': 40,
  'verify-account': 40,
  'resend-verification': 20,
  preview: 30,
} as const;
export type LimitedCall = keyof typeof ADDRESS_LIMITS;

/**
 * An address as shown in a mail to another mailbox: recognizable to its owner, and reveals only its provider to others.
 */
export function maskedMailbox(email: string): string {
  const [local = '', host = ''] = mailboxOf(email).split('@');
  return `${[...local][0] ?? ''}…@${host}`;
}

/** Whether a password is nothing but the person's own address or name, perhaps with digits or signs around it. */
export function isPersonal(password: string, person: { email: string; name: string }): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}]+/gu, '');
  const chosen = letters(password);
  if (password.toLowerCase() === mailboxOf(person.email)) return true;
  const [local = '', host = ''] = mailboxOf(person.email).split('@');
  const own = [
    local,
    `${local}${host}`,
    `${local}${host.split('.')[0] ?? ''}`,
    person.name,
    ...person.name.split(/\s+/),
  ].map(letters);
  return chosen.length > 0 && own.some((word) => word.length >= 3 && word === chosen);
}

/** A first handle or slug from a name: Latin letters, digits and dots; empty names become `member`. */
export function slugFrom(name: string): string {
  const slug = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 24);
  return slug.length >= 3 ? slug : `member.${slug}`.replace(/\.$/, '');
}
