import type { StaffRole } from '../../context.ts';
import type { Hold } from '../escrow/milestone/rules.ts';
import type { CaseKind } from './schema.ts';

/**
 * What a staff member has to review. A new kind is a line here and its name in `platform.json` (`case.kinds`) of each
 * language.
 */
export const CASE_KINDS = [
  'card_dispute',
  'fraud_warning',
  'transfer_reversed',
  'provider_refund',
  'unknown_money_event',
  'suspense',
  'fee_cap',
  'staff_hold',
  'help',
] as const;

/** Who may close a case; all staff read them. Help is support's own work. */
export const mayCloseCase = (role: StaffRole, kind: string): boolean => role !== 'support' || kind === 'help';

/** Kinds that hold their milestone, by their hold, until a staff member closes them. */
const HOLDS = {
  fraud_warning: 'fraud_warning',
  provider_refund: 'provider_refund',
  staff_hold: 'staff_hold',
} as const satisfies Partial<Record<CaseKind, string>>;
export const HOLDING_KINDS = Object.keys(HOLDS) as (keyof typeof HOLDS)[];
export const holdOf = (kind: string): (typeof HOLDS)[keyof typeof HOLDS] | null =>
  kind in HOLDS ? HOLDS[kind as keyof typeof HOLDS] : null;

/** The kind of case that a hold of a milestone stands for; null for a hold that is not known. */
const KINDS_OF_HOLDS: Readonly<Record<Hold, CaseKind>> = {
  ...HOLDS,
  card_dispute: 'card_dispute',
  recon_drift: 'suspense',
};
export const kindOfHold = (hold: string): CaseKind | null =>
  Object.hasOwn(KINDS_OF_HOLDS, hold) ? KINDS_OF_HOLDS[hold as Hold] : null;

/** The outcome of a case that a staff member closed with a note; other ways of closing name their own outcome. */
export const CLOSED_BY_STAFF = 'closed_by_staff';
