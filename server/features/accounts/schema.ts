import * as z from 'zod';
import { isTimeZone, LOCALES, type Locale } from '../../core/locale.ts';
import { isWellFormed } from '../../core/text.ts';
import type { OrgRole } from '../../context.ts';
import type { Scope } from '../representations/rules.ts';
import { USER_TYPES, MAX_PASSWORD } from './rules.ts';

export type UserType = (typeof USER_TYPES)[number];
/** Input of a sign-up; its password has rules of its own. */
export const signUpInput = z.strictObject({
  email: z.string().max(254),
  name: z
    .string()
    .max(80)
    .refine((name) => !name.includes('\0') && isWellFormed(name)),
  password: z.string(),
  userType: z.enum(USER_TYPES).optional(),
});

const DEFAULT_TIME_ZONE = 'Europe/Paris';
export const completeSignUpInput = z.strictObject({
  displayName: z.string().trim().min(1).max(80),
  userType: z.enum(USER_TYPES),
  locale: z.enum(LOCALES).default('en'),
  /** An unknown one is no reason to refuse the sign-up. */
  timeZone: z
    .string()
    .max(60)
    .default(DEFAULT_TIME_ZONE)
    .transform((zone) => (isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE)),
});
export const updateAccountInput = z.strictObject({
  locale: z.enum(LOCALES).optional(),
  timeZone: z.string().max(60).refine(isTimeZone).optional(),
});

/** Lengths are checked before the pattern. */
export const mailbox = z.string().trim().toLowerCase().max(254, { abort: true }).pipe(z.email());
export const digits = z.string().regex(/^\d{6}$/);
export const requestResetInput = z.strictObject({ email: mailbox });
export const confirmResetInput = z.strictObject({
  email: mailbox,
  code: digits,
  new_password: z.string().min(1).max(MAX_PASSWORD),
});
/** `password`: required where the browser has never been signed in to the account. */
export const verifyAccountInput = z.strictObject({
  email: mailbox,
  code: digits,
  password: z.string().min(1).max(MAX_PASSWORD).optional(),
});
export const resendVerificationInput = z.strictObject({ email: mailbox });

export interface VerifiedAccount {
  user_type: UserType | null;
}

export interface ActingDto {
  creatorName: string;
  agencyOrg: string;
  agencyName: string;
  scopes: Scope[];
  /** The role in the agency. */
  agencyRole: OrgRole;
}

export type Persona = 'brand' | 'creator' | 'agency' | 'staff';
export interface SessionOrg {
  id: string;
  name: string;
  slug: string;
  role: OrgRole;
  /** On hold: everything can be read, nothing written. */
  suspended: boolean;
}
export interface SessionDto {
  userId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  /** The mailbox refused our last mail permanently. */
  emailBounced: boolean;
  persona: Persona;
  userType: UserType | null;
  locale: Locale;
  timeZone: string;
  /** Address of the person's picture; null: initials are shown instead. */
  avatarUrl: string | null;
  /** Null for staff. */
  org: SessionOrg | null;
  orgs: SessionOrg[];
  /** A member of an agency acts for a creator, whose org is `org`. */
  acting: ActingDto | null;
  staffRole: 'support' | 'finance' | 'trust' | 'super' | null;
  /** Demo only: address of the local mailbox, so that the code can be read. */
  mailboxUrl: string | null;
  /** Signed in without a profile: the sign-up is incomplete. */
  incomplete: boolean;
  /** Staff whose authenticator is not set up yet: only its set-up opens. */
  mustEnrol: boolean;
}
export interface CodeSent {
  /** When another code may be requested. */
  resendAt: Date;
  expiresAt: Date;
}
/** What the portals may show to visitors who are not signed in. */
export interface DemoFacts {
  demo: boolean;
  /** Some intervals are shorter than in the texts, and the screens that name them show that. */
  quickClocks: boolean;
  mailboxUrl: string | null;
}
