import * as z from 'zod';
import { CURRENCY_CODES, type Currency } from '../../core/money.ts';
import { uuid } from '../../core/inputs.ts';
import type { DocumentKind, DocumentRef, StatementItem } from '../documents/schema.ts';
import { BUSINESS_TYPES, type BusinessType, type PayoutFix } from './rules.ts';
import { LAST_MONTH_DAY, SCHEDULES, type Schedule } from './schedule/rules.ts';

/** Without a type a creator is a person and an agency a company. */
export const startOnboardingInput = z.strictObject({
  country: z.string().length(2),
  businessType: z.enum(BUSINESS_TYPES).optional(),
});
export const payOutInput = z.strictObject({ currency: z.enum(CURRENCY_CODES) });
export const payoutId = z.strictObject({ payoutId: uuid });
/** `day`: of the week (1 is Monday) or of the month. `minimum`: minor units of the account's currency; null: the platform's. */
export const saveScheduleInput = z.strictObject({
  schedule: z.enum(SCHEDULES),
  day: z.number().int().min(1).max(LAST_MONTH_DAY).nullable(),
  minimum: z.number().int().positive().nullable(),
});

export interface PayoutAccountDto {
  state: 'none' | 'started' | 'restricted' | 'enabled' | 'disabled';
  /** While there is no account: what is usual for this kind of payee. */
  businessType: BusinessType;
  /** While there is no account: the value of the profile, or null. */
  country: string | null;
  currency: Currency | null;
  /** One for each currency that it can be paid out in. */
  banks: PayoutBankDto[];
  /** Provider requirement codes with a text under `payouts:requirement.<code>` (or the generic one). */
  requirements: string[];
  disabledReason: string | null;
}
export interface PayoutBankDto {
  currency: Currency;
  /** The same for currencies that are paid to one account: two accounts may end in the same digits. */
  account: number;
  last4: string;
  /** Until then it is blocked, since it is new; null when it is not. */
  coolingUntil: Date | null;
}
export type PayoutState = 'claimed' | 'in_transit' | 'paid' | 'failed' | 'returned' | 'unknown';
export interface PayoutItem {
  id: string;
  amount: number;
  currency: Currency;
  state: PayoutState;
  bankLast4: string | null;
  /** Bank dates are expected, never promised. */
  expectedAt: Date | null;
  paidAt: Date | null;
  failureCode: string | null;
  /** Until then it is not sent, since the bank account that it goes to is new; null: it does not wait for that. */
  waitsUntil: Date | null;
  createdAt: Date;
  /** Requested by the schedule, not by a person. */
  scheduled: boolean;
  /** Issued when it has arrived. */
  statement: DocumentRef | null;
  /** The earnings that it carries. */
  items: StatementItem[];
}
/** One payout with everything about it. */
export interface PayoutDetail extends PayoutItem {
  /** The provider's id of it; null before it was made. */
  reference: string | null;
  /** What its owner can do about its failure; null while there is none. */
  fix: PayoutFix | null;
  /** What of the amount is of no earning in `items`: deductions, or earnings from before payouts named theirs. */
  rest: number;
  /** Oldest first. */
  steps: { state: PayoutState; at: Date }[];
  documents: (DocumentRef & { kind: DocumentKind; amount: number; issuedAt: Date })[];
}
/** How often a payee is paid without a request. */
export interface PayoutScheduleDto {
  schedule: Schedule;
  day: number | null;
  /** Minor units of `currency`; null: `smallest`. */
  minimum: number | null;
  /** The smallest payout of the platform. */
  smallest: number;
  currency: Currency;
  nextAt: Date | null;
  /** Since when nothing is sent by itself, because a payout failed. */
  stoppedAt: Date | null;
}
/** One earning on its way: its state, its next step, and when and why that happens. */
export interface EarningItem {
  milestoneId: string;
  /** An earning is one part, unless some of it was taken back at the provider. */
  part: 'earned' | 'taken_back' | 'paid_by_bank' | 'deducted';
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  brandOrg: string;
  brandName: string;
  /** Whose work an agency has its share of; null on the creator's own. */
  creatorName: string | null;
  amount: number;
  currency: Currency;
  bucket: 'held' | 'in_review' | 'clearing' | 'on_the_way' | 'available' | 'paid' | 'on_hold';
  at: Date | null;
  /** Key under `payouts:reason.<reason>`. */
  reason: string;
}
/** Where all that an org earned or will earn is, minor units. */
export interface EarningSums {
  currency: Currency;
  held: number;
  inReview: number;
  clearing: number;
  /** Transferred to the connected account, not paid out yet. */
  available: number;
  inTransit: number;
  paid: number;
  onHold: number;
}
export interface PayoutOverview {
  account: PayoutAccountDto;
  /** Null while there is no payout account. */
  schedule: PayoutScheduleDto | null;
  canManage: boolean;
  /** Tax details are requested and missing; `waitsFrom`: from when payouts wait for them, once that is certain. */
  taxMissing: { waitsFrom: Date | null } | null;
  perCurrency: (EarningSums & { minimum: number; can: { payOut: true | string } })[];
  /** Paid out per month, newest last, twelve months, by currency. */
  months: { month: string; currency: Currency; amount: number }[];
  earnings: EarningItem[];
  payouts: PayoutItem[];
  /** Where the lists go on (`payouts.earnings`, `payouts.list`); null where they are whole. */
  more: { earnings: string | null; payouts: string | null };
  /** Years with earnings, newest first; each opens as a file under `/files/earnings/<year>.pdf`. */
  years: number[];
  /** Those of which the tax authorities receive a report; each opens as `/files/reported-earnings/<year>.pdf`. */
  reportedYears: number[];
}
