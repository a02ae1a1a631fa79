import * as z from 'zod';
import type { Page } from '../../core/pagination.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '../accounts/rules.ts';
import { digits, mailbox } from '../accounts/schema.ts';
import type { Device } from './rules.ts';

export type StepUpReason =
  | 'payout_account'
  | 'payment_settings'
  | 'release'
  | 'signature'
  | 'sign_in_settings'
  | 'account_deletion'
  | 'data_export'
  | 'staff_decision';
/** How a session was opened or a person proved who they are. */
export type ProofMethod = 'password' | 'totp' | 'recovery_code' | 'passkey';
export type SignInMethod = ProofMethod | 'sign_up';

export const proveInput = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('password'), password: z.string().min(1).max(128) }),
  z.strictObject({ method: z.literal('totp'), code: z.string().regex(/^\d{6}$/) }),
  z.strictObject({ method: z.literal('recovery_code'), code: z.string().trim().min(8).max(20) }),
]);
export const changePasswordInput = z.strictObject({
  current: z.string().min(1).max(MAX_PASSWORD),
  password: z.string().min(MIN_PASSWORD.reset).max(MAX_PASSWORD),
});
export const requestEmailChangeInput = z.strictObject({ email: mailbox });
export const confirmEmailChangeInput = z.strictObject({ email: mailbox, code: digits });
export const revokeSessionInput = z.strictObject({ sessionId: z.string().min(1).max(64) });

export const removeFactorInput = z.discriminatedUnion('factor', [
  z.strictObject({ factor: z.literal('authenticator') }),
  z.strictObject({ factor: z.literal('passkey'), id: z.string().min(1).max(64) }),
]);

/** The last second factor on its way out. */
export interface FactorRemoval {
  factor: 'authenticator' | 'passkey';
  removesAt: Date;
}
export interface FactorRemoved {
  /** Null: it is removed. Otherwise it was the last one and stays until then. */
  removesAt: Date | null;
}
export interface PasskeyDto {
  id: string;
  name: string;
  createdAt: Date | null;
}
export interface SessionEntry extends Device {
  id: string;
  /** The session of the request. */
  current: boolean;
  ipRange: string | null;
  signedInAt: Date;
  lastSeenAt: Date;
}
export interface SignInEntry extends Device {
  id: string;
  at: Date;
  method: SignInMethod;
  newDevice: boolean;
  ipRange: string | null;
}
/** A new address whose code is still to be entered. */
export interface EmailChange {
  email: string;
  resendAt: Date;
  expiresAt: Date;
}
export interface SecurityOverview {
  email: string;
  /** Null for accounts that cannot change their address (staff), and without a pending change. */
  emailChange: EmailChange | null;
  /** False: there is no password until one is set by a mailed code. */
  hasPassword: boolean;
  /** Staff without an authenticator: nothing else opens before it is set up. */
  mustEnrol: boolean;
  /** The authenticator cannot be taken away. */
  factorRequired: boolean;
  authenticator: { enabled: boolean; recoveryCodesLeft: number };
  passkeys: PasskeyDto[];
  removal: FactorRemoval | null;
  /** This session, then the first page of the others. */
  sessions: Page<SessionEntry>;
  signIns: Page<SignInEntry>;
}
/** What step-up accepts from this person, the best first. */
export interface ProofOptions {
  methods: ('passkey' | 'totp' | 'password')[];
}
export interface Proved {
  /** The proof is valid until then. */
  until: Date;
}
/** The authenticator code of the demo's staff; null anywhere but in the demo. */
export interface DemoCode {
  code: string;
}
