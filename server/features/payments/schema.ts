import * as z from 'zod';
import { pageInput } from '../../core/pagination.ts';
import { proposalNote } from '../approvals/schema.ts';
import { CURRENCY_CODES, type Currency } from '../../core/money.ts';
import { uuid } from '../../core/inputs.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { DocumentRef } from '../documents/schema.ts';
import type { Charge, FeeTerms } from '../ledger/charges/rules.ts';
import type { AgreedReleaseDto } from '../escrow/live/schema.ts';
import type { Balances, DeadlineEvent, MilestoneState } from '../escrow/schema.ts';
import { MAX_FIELD } from './evidence/rules.ts';

/** A milestone to pay, and others that are paid with it. */
const together = { milestoneId: uuid, also: z.array(uuid).max(19).optional() };
export const quoteInput = z.strictObject(together);
/** `methodId`: a saved method; without it the payer chooses one on the provider's page. */
export const payInput = z.strictObject({ ...together, quoteId: uuid, methodId: uuid.optional() });
export type PayInput = z.input<typeof payInput>;
export const toFundInput = z.strictObject({ contractIds: z.array(uuid).min(1).max(50).optional() });
export const milestoneMoneyInput = z.strictObject({ milestoneId: uuid });
export const paymentId = z.strictObject({ paymentId: uuid });
export const listPaymentsInput = pageInput.extend({
  state: z.enum(['held', 'to_approve', 'released', 'refunded', 'disputed', 'awaiting', 'all']).default('all'),
  q: z.string().trim().max(80).optional(),
});

const suspended = { paymentId: uuid, note: proposalNote };
/** `reference`: of the bank transfer with which it was paid back. */
export const suspendedByBank = z.strictObject({
  ...suspended,
  decision: z.literal('paid_by_bank'),
  reference: z.string().trim().min(3).max(140),
});
export const suspendedOtherwise = z.strictObject({ ...suspended, decision: z.enum(['return', 'accept']) });
export const proposeSuspenseInput = z.discriminatedUnion('decision', [suspendedByBank, suspendedOtherwise]);
export const confirmSuspenseInput = z.strictObject({ proposalId: uuid });

/** What one milestone of a payment costs. */
export interface QuoteLine extends Charge {
  milestoneId: string;
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  creatorName: string;
}
/** The amounts are those of all lines. */
export interface QuoteDto {
  id: string;
  milestoneId: string;
  currency: Currency;
  price: number;
  fee: number;
  /** Null: contracts with different fees. */
  feeBps: number | null;
  /** Of a fee that is more than its share of the price. */
  feeTerms: FeeTerms | null;
  tax: number;
  taxBps: number;
  taxCountry: string;
  total: number;
  expiresAt: Date;
  /** The same with our signature, to keep and to verify; null where this instance has no keys. */
  file: string | null;
  lines: QuoteLine[];
}
export type PaymentState = 'claimed' | 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'refunding' | 'refunded';
export interface PayStarted {
  paymentId: string;
  /** Hosted payment page to go to. */
  url: string;
}
/** One milestone of a payment. */
export interface PaymentLine extends Charge {
  milestoneId: string;
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  milestoneState: MilestoneState;
  state: PaymentState;
  creator: PartyDto;
  /** It has no work: neither due date nor review count. */
  bonus: boolean;
  dueAt: Date;
  /** ISO duration of the review window of its deal. */
  reviewWindow: string;
}
/** Of the whole payment; milestone and creator are those of its first line. */
export interface PaymentStatus {
  paymentId: string;
  state: PaymentState;
  /** Code under `payments:failure.<code>` when failed. */
  failureCode: string | null;
  contractId: string;
  milestoneId: string;
  milestoneTitle: string;
  milestoneState: MilestoneState;
  creator: PartyDto;
  currency: Currency;
  price: number;
  fee: number;
  tax: number;
  total: number;
  cardBrand: string | null;
  cardLast4: string | null;
  url: string | null;
  paidAt: Date | null;
  dueAt: Date;
  holdExpiresAt: Date | null;
  receipt: DocumentRef | null;
  lines: PaymentLine[];
}
/** One row of money tied to deals; brands see charge lines, creators their own share. */
export interface PaymentRow {
  milestoneId: string;
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  counterpart: PartyDto;
  currency: Currency;
  amount: number;
  fee: number;
  tax: number;
  state: MilestoneState;
  /** Disputed by no side: two staff members ended it. */
  terminated: boolean;
  balances: Balances;
  deadlineAt: Date | null;
  nextEvent: DeadlineEvent | null;
  updatedAt: Date;
  paymentState: PaymentState | null;
  /** Returned by the brand's bank and not paid again; always 0 for other readers. */
  refundOwed: number;
  /** A refund to the brand is on its way and not credited yet; always false for other readers. */
  refundOpen: boolean;
}
/** A milestone that can be funded now. */
export interface FundableRow {
  milestoneId: string;
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  counterpart: PartyDto;
  currency: Currency;
  /** With fee and tax. */
  total: number;
  /** End of the time to pay. */
  deadlineAt: Date | null;
  /** It has no work, and is released when it is funded. */
  bonus: boolean;
  /** Null where all of the price is released at the approval. */
  live: AgreedReleaseDto | null;
}
/** The disputed payment that new payments of the brand wait for. */
export interface DisputeInTheWay {
  milestoneId: string;
  contractId: string;
  milestone: string;
  title: string;
  amount: number;
  currency: Currency;
  openedAt: Date;
}
export interface MilestoneMoney extends PaymentRow {
  /** The payment that funds the milestone, else its newest one, for the brand. */
  paymentId: string | null;
  /** Milestones of one payment, this one among them; empty when it was paid alone, and for other readers than the brand. */
  together: { milestoneId: string; dealTitle: string; milestoneTitle: string; total: number }[];
}
export interface CurrencySummary {
  currency: Currency;
  /** funded = held + released + refunded + disputed; `toApprove` is part of held. */
  balances: Balances;
  toApprove: number;
  /** Part of refunded: on its way back, not credited yet. */
  returning: number;
  fees: { paid: number; earned: number; deferred: number; returned: number };
  tax: number;
}
export interface IncomingSummary {
  currency: Currency;
  secured: number;
  inReview: number;
  clearing: number;
  /** At the provider until the payee requests a payout. */
  available: number;
  onTheWay: number;
  paid: number;
  onHold: number;
}

/**
 * The decision about money that moved at the provider without a call of ours. `reference`: of the bank transfer that
 * paid its owner.
 */
const parked = { caseId: z.uuid(), note: z.string().trim().min(3).max(500) };
export const parkedByBank = z.strictObject({
  ...parked,
  decision: z.literal('paid_by_bank'),
  reference: z.string().trim().min(3).max(140),
});
export const parkedOtherwise = z.strictObject({ ...parked, decision: z.enum(['platform', 'brand_owes', 'fraud']) });
export const proposeParkedInput = z.discriminatedUnion('decision', [parkedByBank, parkedOtherwise]);
export const confirmParkedInput = z.strictObject({ proposalId: z.uuid() });
export const parkedInput = z.strictObject({ caseId: z.uuid() });
export interface ParkedDto {
  /** Positive: received money; negative: lost money. */
  amount: number;
  currency: Currency;
  ways: ('platform' | 'paid_by_bank' | 'brand_owes' | 'fraud')[];
  /** Keeping it, or returning it as fraud, is a ruling: its payee reads the note and may appeal. */
  rules: boolean;
  /** Rulings about it that were appealed. */
  appeals: { ruling: string; text: string; at: Date }[];
  /** The ruling that its payee may still appeal: until then nothing can be decided. */
  openRuling: { text: string; until: Date } | null;
}
/** `amount`: what the reader was shown that is owed. */
export const payDebtsInput = z.strictObject({
  currency: z.enum(CURRENCY_CODES),
  amount: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});
const writeOffReason = z.string().trim().min(3).max(500);
export const writeOffNote = z.strictObject({ note: writeOffReason });
export const proposeWriteOffInput = z.strictObject({ debtId: z.uuid(), note: writeOffReason });
/** `processing`: its page was completed, and the bank has not decided yet. */
export type DebtPaymentState = 'claimed' | 'open' | 'processing' | 'paid' | 'failed' | 'expired';
/** What a brand owes of one lost dispute, or of one refund made by hand. */
export interface DebtDto {
  id: string;
  brandOrg: string;
  brandName: string;
  contractId: string | null;
  milestoneId: string | null;
  title: string | null;
  milestone: string | null;
  why: 'card_dispute' | 'refund_by_hand';
  /** Without what its bank gave back. */
  amount: number;
  /** What is left of it. */
  owed: number;
  currency: Currency;
  openedAt: Date;
  /** A staff member proposed to write it off. */
  proposed: boolean;
  /** Not to be paid until staff have decided about a refund for the same work that did not go through. */
  waits: boolean;
}
export interface BrandDebts {
  /** The oldest first. */
  items: DebtDto[];
  /** What is to be paid now. */
  totals: {
    currency: Currency;
    amount: number;
    /** Not less than the provider charges. */
    payable: boolean;
    /**
     * The last payment: `open`: its page is; `processing`: by its bank, `until` then at the latest; `refused`: it was made and
     * not collected.
     */
    payment: 'open' | 'processing' | 'refused' | null;
    until: Date | null;
  }[];
  mayPay: boolean;
}
export const rulingsInput = z.strictObject({ milestoneId: uuid });
export const appealInput = z.strictObject({ rulingId: uuid, text: z.string().trim().min(3).max(2000) });
/** Why money that the provider took back is kept, or why what was held goes back to where it was paid from. */
export interface RulingDto {
  id: string;
  about: 'reversal' | 'fraud';
  amount: number;
  currency: Currency;
  text: string;
  decidedAt: Date;
  /** End of the time to appeal; null once it is final. */
  appealUntil: Date | null;
  state: 'open' | 'done' | 'appealed';
  appeal: { text: string; at: Date } | null;
  mayAppeal: true | 'auth.not_allowed' | 'payment.appeal_over';
  /** The document that corrects the earnings. */
  correction: DocumentRef | null;
}

/** How an operator lets a brand pay again: a further amount of lost fees, minor units, or until a date. */
const allowance = { orgId: z.uuid(), currency: z.enum(CURRENCY_CODES), note: z.string().trim().min(3).max(500) };
export const allowMoreFees = z.strictObject({ ...allowance, amount: z.number().int().min(1).max(100_000_000) });
export const allowUntil = z.strictObject({
  ...allowance,
  until: z.date().min(new Date('2020-01-01')).max(new Date('2100-01-01')),
});
export const allowFeesInput = z.union([allowMoreFees, allowUntil]);
/** What the refunds of a brand have cost the platform in the last 30 days, minor units. */
export interface FeeCapRow {
  orgId: string;
  name: string;
  currency: Currency;
  lost: number;
  /** Null: an operator lets the brand pay until a date, without a limit. */
  cap: number | null;
  /** New payments of it are refused. */
  atCap: boolean;
}
export interface FeeAllowance {
  orgId: string;
  currency: Currency;
  amount: number | null;
  until: Date | null;
}

/** The provider's id of a card dispute. */
export const disputeInput = z.strictObject({ disputeId: z.string().min(1).max(120) });

const evidenceText = z.string().trim().min(1).max(MAX_FIELD);
/** The fields at the provider that are filled. */
export const evidenceTexts = z.strictObject({
  customer_name: evidenceText,
  product_description: evidenceText,
  service_date: evidenceText,
  access_activity_log: evidenceText,
  uncategorized_text: evidenceText,
});
export const correctEvidenceInput = disputeInput.extend(evidenceTexts.shape);
/** A field of the evidence, by its name at the provider. */
export type EvidenceField = keyof z.output<typeof evidenceTexts>;

export type EvidenceState = 'waiting' | 'claimed' | 'submitted' | 'closed';

/** What a card dispute is answered with. */
export interface EvidencePackDto {
  state: EvidenceState;
  dueAt: Date | null;
  /** By itself, unless a staff member submits it earlier. */
  submitAt: Date;
  requestedAt: Date | null;
  endedAt: Date | null;
  /** SHA-256 of what was submitted. */
  hash: string | null;
  /** The code with which the provider refuses it; null: it does not, or other words are about to be sent. */
  refused: string | null;
  /** Staff may still send other words. */
  correctable: boolean;
  /** Empty once the provider has it. */
  texts: { field: EvidenceField; text: string }[];
}
