import * as z from 'zod';
import type { ErrorCode } from '../../core/errors.ts';
import { uuid } from '../../core/inputs.ts';
import type { Currency } from '../../core/money.ts';
import { pageInput } from '../../core/pagination.ts';
import type { FileDto } from '../content/schema.ts';
import type { DisputableState } from '../escrow/settlement/rules.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import type { Charge } from '../ledger/charges/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { Side } from '../terms/schema.ts';
import { DISPUTE_REASONS, TERMINATION_REASONS, type DISPUTE_PHASES } from './rules.ts';

export const DISPUTE_STATES = [
  'talk',
  'evidence',
  'deciding',
  'appeal',
  'appealed',
  'executing',
  'withdrawing',
  'settled',
  'withdrawn',
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export type DisputeReason = (typeof DISPUTE_REASONS)[number];
export type TerminationReason = (typeof TERMINATION_REASONS)[number];

/** How a dispute ended: by both sides, one side, silence, staff, or the clock of the deal. */
export type DisputeOutcome = 'agreed' | 'conceded' | 'silent' | 'decided' | 'clock' | 'withdrawn';

export type DisputePhase = (typeof DISPUTE_PHASES)[number];

export type StatementKind = 'opening' | 'message' | 'appeal';

const text = z.string().trim().min(10).max(4000);
export const disputeOfInput = z.strictObject({ milestoneId: uuid });
export const disputeInput = z.strictObject({ disputeId: uuid });
/**
 * `version`: of the milestone that the person saw. `amount`: minor units of what is held, all of it when left out; the rest
 * goes to the other side.
 */
export const openDisputeInput = z.strictObject({
  milestoneId: uuid,
  version: z.number().int().min(1),
  amount: z.number().optional(),
  reason: z.enum(DISPUTE_REASONS),
  text,
});
export const messageInput = z.strictObject({ disputeId: uuid, text: z.string().trim().min(1).max(4000) });
/** `creatorGets`: minor units of what is disputed, fee and tax apart. */
export const offerInput = z.strictObject({ disputeId: uuid, creatorGets: z.number() });
/** `version`: of the dispute that the person saw. */
export const actInput = z.strictObject({ disputeId: uuid, version: z.number().int().min(1) });
export const appealInput = actInput.extend({ text });
export const decideDisputeInput = z.strictObject({
  disputeId: z.uuid(),
  version: z.number().int().min(1),
  creatorGets: z.number(),
  /** Both sides read it. */
  reason: z.string().trim().min(10).max(4000),
});
export const confirmDecisionInput = z.strictObject({
  proposalId: z.uuid(),
  /** Both sides read it. */
  reason: z.string().trim().min(3).max(2000),
});
export const terminationInput = z.strictObject({ milestoneId: z.uuid() });
/** `creatorGets`: minor units of what is held. */
export const proposeTerminationInput = terminationInput.extend({
  creatorGets: z.number(),
  reason: z.enum(TERMINATION_REASONS),
  /** Both sides read it. */
  text: z.string().trim().min(10).max(500),
});
export const confirmTerminationInput = z.strictObject({ proposalId: z.uuid() });
export const disputeQueueInput = pageInput;
export const staffDisputeInput = z.strictObject({ disputeId: z.uuid() });

export interface StatementDto {
  id: string;
  side: Side;
  kind: StatementKind;
  reason: DisputeReason | null;
  text: string;
  authorName: string;
  at: Date;
}
export interface EvidenceDto extends FileDto {
  side: Side;
  at: Date;
}
export interface DecisionDto {
  n: 1 | 2;
  creatorGets: number;
  reason: string;
  decidedByName: string;
  confirmedByName: string | null;
  confirmation: string | null;
  at: Date;
}
export interface PhaseDto {
  phase: DisputePhase;
  startsAt: Date;
  endsAt: Date;
}
/** What happens when the phase ends and neither side acts; `creatorGets` where the money moves by it. */
export interface PhaseEnd {
  event: 'silence' | 'evidence' | 'decision' | 'clock' | 'execution' | 'stands';
  creatorGets: number | null;
}
export type DisputeAction = 'send' | 'addEvidence' | 'offer' | 'concede' | 'withdraw' | 'appeal';

export interface DisputeDto {
  id: string;
  version: number;
  milestoneId: string;
  contractId: string;
  state: DisputeState;
  currency: Currency;
  /** Of what was held, what is disputed; the price alone. */
  amount: number;
  /** What its creator gave back when it opened the dispute: goes to the brand with the settlement. */
  returned: number;
  reason: DisputeReason | TerminationReason;
  /** Null: two staff members ended the milestone. */
  openedSide: Side | null;
  openedAt: Date;
  joinedAt: Date | null;
  answered: Record<Side, boolean>;
  /** Set by the clock; null once it is over. */
  phaseEndsAt: Date | null;
  atEnd: PhaseEnd | null;
  phases: PhaseDto[];
  /** The day by which the money has left escrow. */
  limitAt: Date;
  outcome: DisputeOutcome | null;
  creatorGets: number | null;
  settledAt: Date | null;
  endedAt: Date | null;
  appealedSide: Side | null;
  statements: StatementDto[];
  evidence: EvidenceDto[];
  decisions: DecisionDto[];
  /** The reader's own; null for staff and while there is none. */
  ownOffer: { creatorGets: number; at: Date } | null;
  /** That the other side made one, never which. */
  otherOfferedAt: Date | null;
  /** Action → true, or why not. */
  can: Record<DisputeAction, true | ErrorCode>;
}
/** A milestone as its dispute shows it; shares are computed from it by the functions that settle. */
export interface DisputedMilestone {
  id: string;
  contractId: string;
  title: string;
  dealTitle: string;
  state: MilestoneState;
  version: number;
  currency: Currency;
  brand: PartyDto;
  creator: PartyDto;
  /** What was charged for all of it. */
  charge: Charge;
  /** What of the price was released before. */
  before: number;
  commissionBps: number;
}
/**
 * What one course of events leads to: an act of the reader's side, or a phase that ends without one. `creatorGets` where
 * the money moves by it; `at`: null for at once.
 */
export interface DisputeIf {
  event: 'cross' | 'concede' | 'withdraw' | 'appeal' | PhaseEnd['event'];
  creatorGets: number | null;
  at: Date | null;
}
export interface DisputeRoomDto {
  milestone: DisputedMilestone;
  mySide: Side;
  /** The open one, else the last. */
  dispute: DisputeDto | null;
  /** Empty once it is settled. */
  whatIf: DisputeIf[];
  serverNow: Date;
}
/** A milestone that staff may end, and what is held of it. */
export interface TerminableDto {
  milestone: DisputedMilestone;
  held: number;
}
/** A dispute in the queue of staff. */
export interface QueuedDispute {
  id: string;
  dealTitle: string;
  milestoneTitle: string;
  brandName: string;
  creatorName: string;
  amount: number;
  currency: Currency;
  reason: DisputeReason | TerminationReason;
  state: DisputeState;
  openedAt: Date;
  /** By when a person has to decide; null while there is nothing to decide. */
  dueAt: Date | null;
  /** Who appealed the decision, about which other people decide. */
  appealedSide: Side | null;
  /** Whether the sum is above what one person decides. */
  needsSecond: boolean;
  /** Who proposed a decision that Finance has to confirm; null without one. */
  proposedByName: string | null;
}
export interface StaffDisputeDto {
  milestone: DisputedMilestone;
  dispute: DisputeDto;
  contractId: string;
  /** Up to which sum the reader would decide alone, and whether this one is above it. */
  aloneUpTo: number;
  needsSecond: boolean;
  /** Why the reader may not decide; true: may. */
  canDecide: true | ErrorCode;
  proposal: {
    id: string;
    creatorGets: number;
    reason: string;
    byName: string;
    mine: boolean;
    mayConfirm: boolean;
    expiresAt: Date;
  } | null;
  priorState: DisputableState;
  brief: { title: string; items: string[] };
  serverNow: Date;
}
