import * as z from 'zod';
import type { Currency, Money } from '../../core/money.ts';
import type { DocumentRef } from '../documents/schema.ts';
import type { ContractState } from '../contracts/schema.ts';
import { uuid } from '../../core/inputs.ts';
import { pageInput } from '../../core/pagination.ts';
import type { DealTerms, Side } from '../terms/schema.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { LivePost, WhatIfRow } from './deals/schema.ts';
import type { LiveReleaseDto } from './live/schema.ts';
import type { PostingKind } from '../ledger/rules.ts';

export const MILESTONE_STATES = [
  'proposed',
  'awaiting_funding',
  'funding',
  'funded',
  'delivered',
  'changes_requested',
  'overdue',
  'approved',
  'auto_approved',
  'clearing',
  'releasing',
  'released',
  'refunding',
  'refunded',
  'cancel_requested',
  'void',
  'disputed',
  'settling',
  'settled_split',
  'awaiting_live',
  'retention',
] as const;
export type MilestoneState = (typeof MILESTONE_STATES)[number];

/** States that a request to cancel interrupts. */
export const CANCEL_FROM = [
  'funded',
  'delivered',
  'changes_requested',
  'overdue',
] as const satisfies readonly MilestoneState[];
export type CancelFrom = (typeof CANCEL_FROM)[number];
export type CancelRequestState = 'open' | 'accepted' | 'declined' | 'withdrawn' | 'lapsed' | 'expired';

/** A call to the provider. */
export type TransferState = 'waiting' | 'claimed' | 'sent' | 'unknown' | 'failed';
/** Whose share a transfer is. */
export type TransferLeg = 'creator' | 'agent';
/** `unknown`: the provider's status of a settled one changed; `failed`: came back or refused; `by_bank`: paid otherwise. */
export type RefundState = 'claimed' | 'pending' | 'done' | 'unknown' | 'failed' | 'by_bank';

/** Event types of a deal's timeline. Texts under `deals:event.<type>`. */
export const EVENT_TYPES = [
  'contract_created',
  'contract_signed',
  'contract_declined',
  'contract_active',
  'payment_started',
  'payment_failed',
  'payment_expired',
  'funded',
  'funding_expired',
  'late_payment_refunded',
  'submitted',
  'changes_requested',
  'accepted',
  'approved',
  'auto_approved',
  'review_extended',
  'overdue',
  'work_extended',
  'cancel_proposed',
  'cancel_declined',
  'cancel_withdrawn',
  'cancel_lapsed',
  'cancelled',
  'clearing',
  'part_released',
  'part_release_started',
  'release_started',
  'transfer_sent',
  'transfer_reversed',
  'released',
  'refund_started',
  'refunded',
  'refund_refused',
  'refund_came_back',
  'refund_made_good',
  'void',
  'deal_completed',
  'payment_disputed',
  'dispute_won',
  'dispute_lost',
  'charged_back',
  'fraud_confirmed',
  'paid_despite_dispute',
  'release_waits',
  'payment_on_hold',
  'hold_lifted',
  'payment_suspended',
  'payment_returned',
  'terminated',
  'dispute_opened',
  'dispute_joined',
  'dispute_set_aside',
  'dispute_phase',
  'dispute_decided',
  'dispute_appealed',
  'dispute_settled',
  'dispute_withdrawn',
  'dispute_resumed',
  'settlement_started',
  'settled_split',
  'post_linked',
  'post_live',
  'post_removed',
  'post_wrong_author',
  'post_no_disclosure',
  'post_published_before',
  'post_question',
  'post_accepted',
  'post_refused',
  'post_kept',
  'addendum_proposed',
  'addendum_signed',
  'addendum_declined',
  'addendum_withdrawn',
  'addendum_expired',
  'addendum_overtaken',
  'addendum_applied',
  'milestone_amended',
  'milestone_added',
  'awaiting_live',
  'live_confirmed',
  'retention_ended',
  'live_missed',
  'post_overdue',
  'post_extended',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
export type TimelineActorKind = 'brand' | 'creator' | 'agency' | 'system' | 'staff';
export const milestoneId = z.strictObject({ milestoneId: uuid });
/** `version`: the milestone version the person saw; a later one is refused with `state.changed`. */
export const decideInput = z.strictObject({ milestoneId: uuid, version: z.number().int().min(1) });
/** `as`: what the person was shown that the approval comes to; refused with `state.changed` when their rights changed. */
export const approveInput = decideInput.extend({ as: z.enum(['release', 'accept']).optional() });
/** `amount`: minor units, at most what is held. */
export const releasePartInput = decideInput.extend({ amount: z.number().int() });
export const requestChangesInput = decideInput.extend({
  /** May be empty when comments are cited. */
  reason: z.string().trim().max(2000).default(''),
  /** Items of the brief that are not met. */
  briefItems: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
  /** The disclosure label of the contract is missing. */
  label: z.boolean().default(false),
  /** The brand's own comments on this version that describe the changes. */
  commentIds: z.array(uuid).max(100).default([]),
});
/** `reopens`: a brand that cancels a campaign's deal reopens the freed place on the market. */
export const cancelInput = decideInput.extend({
  reason: z.string().trim().max(500).default(''),
  reopens: z.boolean().optional(),
});
/** `keeps`: what the creator keeps of what is held, minor units. */
export const proposeCancelInput = decideInput.extend({
  reason: z.string().trim().min(3).max(500),
  keeps: z.number().int(),
});
export const answerCancelInput = decideInput.extend({ reason: z.string().trim().max(500).default('') });

/** Where the money of a deal is, minor units; funded = held + released + refunded + disputed. */
export interface Balances {
  funded: number;
  held: number;
  released: number;
  refunded: number;
  disputed: number;
}
/** Money that goes back to a brand. `owed`: it came back or was refused, and a person arranges another way. */
export interface RefundDto {
  state: 'on_its_way' | 'owed' | 'credited';
  /** All that goes back, service fee and tax included. */
  amount: number;
  /** The part of it that was the price. */
  price: number;
  /** When it was credited; null before. */
  at: Date | null;
  /** Of a bank transfer that replaced a refund which did not go through. */
  reference: string | null;
  creditNote: DocumentRef | null;
}
/** What happens at a deadline when neither side acts; `due`: the work is due, overdue comes after it. */
export type DeadlineEvent =
  | 'cancel_answer'
  | 'void'
  | 'due'
  | 'overdue'
  | 'refund'
  | 'auto_approve'
  | 'release'
  | 'post'
  | 'retention';
/** How a milestone ends by agreement, minor units: of its price, and what the brand gets with fee and tax. */
export interface CancelShares {
  keeps: number;
  back: number;
}
/** An open request to cancel a milestone by agreement. */
export interface CancelRequestDto extends CancelShares {
  by: Side;
  reason: string;
  /** What it comes to without an answer, and when. */
  silent: { outcome: 'cancel' | 'lapse'; at: Date } & CancelShares;
}
export interface MilestoneDto {
  id: string;
  contractId: string;
  seq: number;
  title: string;
  amount: number;
  /** The price less the parts that were released before the approval. */
  rest: number;
  /** What of both, and of the released money, is the creator's, after the agency's commission. */
  creatorShare: { amount: number; rest: number; released: number };
  /** Parts that the brand released, in their order; `clearsAt`: when their transfers begin. */
  parts: { n: number; amount: number; releasedAt: Date; clearsAt: Date }[];
  currency: Currency;
  state: MilestoneState;
  /** Disputed by no side: two staff members ended it. */
  terminated: boolean;
  version: number;
  /** By the contract, or later after a request for changes. */
  dueAt: Date;
  /** The next deadline; null when nothing is timed. */
  deadlineAt: Date | null;
  /** What comes then. */
  atZero: DeadlineEvent | null;
  turn: Side | null;
  round: number;
  roundsMax: number;
  reviewExtended: boolean;
  holds: string[];
  fundedAt: Date | null;
  submittedAt: Date | null;
  /** The work was accepted for good by a person who may not release its money; who that was is known to the brand. */
  accepted: { at: Date; by: string | null } | null;
  approvedAt: Date | null;
  releasedAt: Date | null;
  refundedAt: Date | null;
  holdExpiresAt: Date | null;
  /** The first moment at which it can be funded; null when that is now or past. */
  fundableFrom: Date | null;
  refundReason: string | null;
  /** Released when it is funded. */
  bonus: boolean;
  balances: Balances;
  /** What the brand pays for this milestone: price + fee + tax = total. */
  charge: { price: number; fee: number; tax: number; total: number };
  activePayment: { paymentId: string; url: string | null; startedBy: string; expiresAt: Date } | null;
  /** Returned by the brand's bank and not paid again, minor units; always 0 for the creator. */
  refundOwed: number;
  /** Oldest first; known to the brand alone. */
  refunds: RefundDto[];
  /**
   * The brand's debt for it: a lost dispute, or a refund made by hand, after the money had left escrow. Visible to the
   * brand alone.
   */
  owes: Money | null;
  /** The part of the reader's own transfer that was reversed at the provider and is not decided about yet. */
  takenBack: (Money & { at: Date }) | null;
  /** Transfers made for it (the reader's own leg only, brands see none of the agent's split). */
  currentSubmissionId: string | null;
  submissionN: number;
  /** Files of the accepted version; 0 before there is one. */
  approvedFiles: number;
  /** action → true, or the error code that explains why not. */
  can: Record<
    | 'fund'
    | 'submit'
    | 'approve'
    | 'release'
    | 'releasePart'
    | 'requestChanges'
    | 'extendReview'
    | 'extendWork'
    | 'extendPost'
    | 'cancel'
    | 'dispute'
    | 'proposeCancel'
    | 'acceptCancel'
    | 'declineCancel'
    | 'withdrawCancel',
    true | string
  >;
  cancelRequest: CancelRequestDto | null;
  /** Null: all of it is released at the approval. */
  live: LiveReleaseDto | null;
  /** What the reader's approval comes to. */
  approval: 'release' | 'accept';
}
export interface TimelineEvent {
  id: string;
  seq: number;
  type: EventType;
  milestoneId: string | null;
  milestoneTitle: string | null;
  actorKind: TimelineActorKind;
  actorName: string | null;
  data: Record<string, string | number | boolean | null>;
  at: Date;
  held: number;
  released: number;
  refunded: number;
  disputed: number;
  hash: string;
  prevHash: string;
}
export interface DealDto {
  contractId: string;
  title: string;
  campaignId: string | null;
  campaignTitle: string | null;
  state: ContractState;
  brand: PartyDto;
  creator: PartyDto;
  agency: PartyDto | null;
  /** How the price is shared when the creator is represented; null when the creator earns all of it. */
  shares: { creator: number; agent: number } | null;
  currency: Currency;
  total: number;
  signedAt: Date | null;
  mySide: Side;
  terms: DealTerms;
  balances: Balances;
  /** Sums paid by the brand so far: price, fee and tax apart. */
  paid: { price: number; fee: number; tax: number; total: number };
  milestones: MilestoneDto[];
  timeline: TimelineEvent[];
  headHash: string;
  whatIf: { milestoneId: string; rows: WhatIfRow[] } | null;
  /** An act that an agency prepared on one of its milestones waits for the creator; brands do not see it. */
  creatorConfirms: boolean;
  /** Milestone the page opens on: the one with the earliest deadline, or whose next act is the reader's. */
  focusMilestoneId: string | null;
  serverNow: Date;
  /** The deal clears for the demo's thirty seconds. */
  demoClocks: boolean;
  workflowUrl: string | null;
}
export interface DealListItem {
  contractId: string;
  title: string;
  campaignId: string | null;
  campaignTitle: string | null;
  state: ContractState;
  brand: PartyDto;
  creator: PartyDto;
  currency: Currency;
  total: number;
  balances: Balances;
  /** What of the held and the released money is the creator's, after the agency's commission; null for all other readers. */
  creatorShare: { held: number; released: number } | null;
  stage: DealStage;
  turn: Side | null;
  /** Whose signature an unsigned contract waits for; the reader's own if it is missing. */
  toSign: Side | null;
  nextAction: string | null;
  deadlineAt: Date | null;
  milestone: Pick<MilestoneDto, 'id' | 'title' | 'state' | 'terminated' | 'amount'> | null;
  /** Of its live posts the one that needs attention first; null without one. */
  live: LivePost | null;
}
export const DEAL_STAGES = ['offer', 'contract', 'funding', 'producing', 'review', 'clearing', 'done'] as const;
export type DealStage = (typeof DEAL_STAGES)[number];

export interface PostingDto {
  txId: string;
  opId: string;
  kind: PostingKind;
  postedAt: Date;
  /** `balanceAfter`: null where the account is not the reader's. */
  entries: { account: string; debit: number; credit: number; currency: Currency; balanceAfter: number | null }[];
}
/** Under way, over with and without a payment to the creator. */
export const DEAL_BOXES = ['active', 'paid', 'past'] as const;
export const DEAL_SORTS = ['next', 'newest'] as const;
export const listDealsInput = pageInput.extend({
  box: z.enum(['all', ...DEAL_BOXES]).default('all'),
  /** `next`: what the reader acts on first, then by the next deadline; `newest`: the last agreed first. */
  sort: z.enum(DEAL_SORTS).default('next'),
});
export const dealsOfCampaignInput = z.strictObject({ campaignId: uuid });
/** Up to `COUNT_CAP`. */
export type DealCounts = Record<(typeof DEAL_BOXES)[number], number>;

/** `reason`: both sides read it. */
export const holdMilestoneInput = z.strictObject({ milestoneId: z.uuid(), reason: z.string().trim().min(3).max(200) });
