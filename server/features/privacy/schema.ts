import * as z from 'zod';
import { LOCALES, type Locale } from '../../core/locale.ts';
import { digits, mailbox } from '../accounts/schema.ts';
import { NOTICE_SWITCHES, type NoticeSwitch } from '../../core/notices.ts';

export const confirmAgeInput = z.strictObject({
  /** Day of birth, YYYY-MM-DD. Only its year is kept. */
  birthDate: z.iso.date(),
});
export const identityInput = z.strictObject({
  displayName: z.string().trim().min(1).max(80),
  locale: z.enum(LOCALES),
  timeZone: z.string().min(1).max(60),
});
export const noticesInput = z.strictObject({
  /** Cells of the matrix that are switched off. */
  off: z.array(z.enum(NOTICE_SWITCHES as [NoticeSwitch, ...NoticeSwitch[]])).max(NOTICE_SWITCHES.length),
});
export const hiddenInput = z.strictObject({ hidden: z.boolean() });

export interface PersonalSettings {
  displayName: string;
  email: string;
  locale: Locale;
  timeZone: string;
  noticesOff: NoticeSwitch[];
  /** Null for users who are not in the directory. */
  hidden: boolean | null;
}

export type ExportState = 'queued' | 'collecting' | 'ready' | 'expired';
export interface DataExport {
  id: string;
  state: ExportState;
  /** Parts collected of all parts. */
  done: number;
  total: number;
  size: number | null;
  createdAt: Date;
  expiresAt: Date | null;
}
export const exportInput = z.strictObject({ id: z.uuid() });
export interface ExportDownload {
  url: string;
}

export const requestAccountDeletionInput = z.strictObject({ email: mailbox });
export const confirmDeletionInput = z.strictObject({ email: mailbox, code: digits });
export const deletionCodeInput = z.strictObject({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/),
});

/**
 * `checking`: held money is being read; `blocked`: money is held; `planned`: the grace period runs; `erased` and
 * `closed` are final.
 */
export type DeletionState = 'checking' | 'blocked' | 'planned' | 'erased' | 'closed' | 'cancelled';
/** Why an account cannot be erased yet, with the sums in minor units. */
export interface DeletionBlocker {
  kind: 'sole_owner' | 'deals' | 'held' | 'balance' | 'on_the_way' | 'payments' | 'owed';
  count: number;
  amounts: { amount: number; currency: string }[];
}
/** Status for any holder of the confirmation code. */
export interface DeletionStatus {
  code: string;
  state: DeletionState;
  requestedAt: Date;
  eraseAt: Date | null;
  endedAt: Date | null;
}
export interface MyDeletion extends DeletionStatus {
  blockers: DeletionBlocker[];
}
