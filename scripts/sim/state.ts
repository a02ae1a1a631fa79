import type { Currency } from '../../server/core/money.ts';
import type { OrgRole } from '../../server/context.ts';
import type { RefundBooks, TransferBooks } from '../../server/features/ledger/rules.ts';
import type { EscrowAct } from '../../server/features/escrow/timers/plan.ts';
import type { MilestoneRow } from '../../server/features/escrow/milestone/queries.ts';
import type { PartCause } from '../../server/features/escrow/live/schema.ts';
import type { RefundReason } from '../../server/features/escrow/refund/rules.ts';
import type {
  CancelFrom,
  EventType,
  MilestoneState,
  RefundState,
  TransferState,
} from '../../server/features/escrow/schema.ts';
import type { DisputeState } from '../../server/features/payments/card-disputes/rules.ts';
import type { PaymentState } from '../../server/features/payments/schema.ts';
import type { OperationState } from '../../server/features/provider-calls/schema.ts';
import type { ReleaseLimits } from '../../server/features/orgs/rules.ts';
import type { Side } from '../../server/features/terms/schema.ts';
import type { Addendum } from './addendum-row.ts';
import type { AutoFund, Automatic } from './automatic.ts';
import type { PayeeAccount } from './payee-account.ts';
import type { Books } from './books.ts';
import type { Contest } from './contest-row.ts';
import type { Debt, DebtPayment, WriteOff } from './debts.ts';
import type { FraudRuling } from './fraud.ts';
import type { Deal } from './deal.ts';
import type { Together } from './joint.ts';
import type { ParkedCase, ParkedDecision } from './parked.ts';
import type { Leg, Payout, PayoutPlan } from './payout-row.ts';
import type { EngineProvider } from './provider.ts';
import type { Rules } from './rules.ts';
import type { SuspenseDecision } from './returned.ts';
import type { Run } from './runs.ts';
import type { SavedMethod } from './saved-row.ts';
import type { Snapshot } from './workflow.ts';

/** Where every simulation begins: a Monday, midnight. */
export const START = Date.UTC(2026, 8, 7);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export interface SimMilestone extends MilestoneRow {
  clock_stopped_at: Date | null;
}
export interface Payment extends Together {
  id: string;
  milestoneId: string;
  /** The saved method that it charges; null: it has a page. */
  method: number | null;
  /** Of a joint payment its first line; null: this is the first, or the only one. */
  leadId: string | null;
  opId: string;
  attempt: number;
  state: PaymentState;
  version: number;
  sessionId: string | null;
  sessionUrl: string | null;
  intentId: string | null;
  chargeId: string | null;
  failureCode: string | null;
  expiresAt: Date;
  createdAt: Date;
  createdBy: OrgRole;
}
export interface Operation {
  op_id: string;
  attempt: number;
  idempotency_key: string;
  state: OperationState;
  claimed_at: Date;
}
export interface Transfer extends TransferBooks {
  milestoneId: string;
  state: TransferState;
  part: number;
  clearsAt: Date | null;
  /** The charge that it passes on, as it was claimed; null: it comes from the platform's balance. */
  source: string | null;
  payoutId: string | null;
  /** What was taken back by hand at the provider. */
  reversed: number;
}
export interface Refund extends RefundBooks {
  milestoneId: string;
  reason: RefundReason;
  state: RefundState;
  providerId: string | null;
  createdAt: Date;
  /** Of money of a debt, what its credit note is over. */
  credited?: number;
  /** Claimed while no card's bank had taken its payment back for good. */
  beforeLoss?: boolean;
}
export interface Part {
  milestoneId: string;
  n: number;
  amount: number;
  clearsAt: Date;
  releasedAt: Date;
  by: OrgRole;
  /** Parts by the terms count for no limit of a person. */
  cause: PartCause;
  earned: boolean;
}
/** What a person of the brand offered or gave beside parts, in a proposal to cancel, a dispute or a bonus. */
export interface Grant {
  of: CancelRequest | Contest | Addendum;
  contractId: string;
  by: OrgRole;
  amount: number;
  at: Date;
}
export interface CancelRequest {
  milestoneId: string;
  proposedBy: Side;
  keeps: number;
  from: CancelFrom;
  fromDeadlineAt: Date;
  answerBy: Date;
  proposedAt: Date;
  state: 'open' | 'accepted' | 'expired' | 'declined' | 'withdrawn' | 'lapsed';
}
/** A dispute of a card's bank. */
export interface Dispute {
  id: string;
  paymentId: string;
  milestoneId: string;
  amount: number;
  /** The card's bank suspects fraud. */
  fraud: boolean;
  state: DisputeState;
  withdrawn: number;
  withdrawn_currency: Currency | null;
  set_aside: boolean;
  returned: number;
  suspended: boolean;
}
export interface Case {
  kind: 'fraud_warning' | 'staff_hold';
  key: string;
  milestoneId: string;
  open: boolean;
}
export interface TimelineEntry {
  contractId: string;
  seq: number;
  type: EventType;
  milestoneId: string | null;
  actorKind: 'brand' | 'creator' | 'system';
  amount: number | null;
  /** Where a proposal or a dispute that ended leads back to. */
  data?: { to?: MilestoneState; state?: MilestoneState };
  at: number;
  held: number;
  released: number;
  refunded: number;
  disputed: number;
}
/** An event of the provider that was taken in. */
export interface StoredEvent {
  id: string;
  type: string;
  objectId: string;
  milestoneId: string | null;
  paymentId: string | null;
  metadata: Readonly<Record<string, string>>;
  state: 'pending' | 'applied' | 'ignored';
  receivedAt: Date;
}

export const IDS = {
  contract: '00000000-0000-7000-8000-0000000000c1',
  second: '00000000-0000-7000-8000-0000000000c2',
  brand: '00000000-0000-7000-8000-0000000000b1',
  creator: '00000000-0000-7000-8000-0000000000a1',
  agency: '00000000-0000-7000-8000-0000000000e1',
} as const;
export const milestoneIdOf = (seq: number): string => `00000000-0000-7000-8000-00000000100${seq}`;
export const paymentIdOf = (milestone: number, attempt: number): string =>
  `00000000-0000-7000-8000-0000${String(milestone).padStart(4, '0')}${String(attempt).padStart(4, '0')}`;

export interface Contract {
  id: string;
  state: 'active' | 'completed' | 'cancelled' | 'voided';
}

export interface Sim {
  rules: Rules;
  deal: Deal;
  now: number;
  provider: EngineProvider;
  books: Books;
  contracts: Contract[];
  milestones: SimMilestone[];
  payments: Payment[];
  /** The payer's customer at the provider; null: nothing was saved yet. */
  customer: string | null;
  methods: SavedMethod[];
  /** Sides that staff have put on hold. */
  onHold: Record<Side, boolean>;
  autoFund: AutoFund;
  /** What roles of the brand may release. */
  limits: ReleaseLimits;
  automatic: Automatic[];
  addenda: Addendum[];
  operations: Map<string, Operation>;
  /** Operations for which an operator requested another key, by id and attempt. */
  sendAgain: Map<string, Date>;
  transfers: Transfer[];
  refunds: Refund[];
  payouts: Payout[];
  schedules: Record<Leg, PayoutPlan>;
  /** An operator's decision about a refund that failed, by operation and attempt. */
  refundDecisions: Map<string, 'send_again' | 'paid_by_bank'>;
  parts: Part[];
  contests: Contest[];
  grants: Grant[];
  disputes: Dispute[];
  debts: Debt[];
  debtPayments: DebtPayment[];
  writeOffs: WriteOff[];
  rulings: FraudRuling[];
  parked: ParkedCase[];
  parkedDecisions: ParkedDecision[];
  suspenseDecisions: SuspenseDecision[];
  cancelRequests: CancelRequest[];
  cases: Case[];
  events: TimelineEntry[];
  inbox: StoredEvent[];
  /** How many of the provider's events were sent or lost. */
  sent: number;
  signals: Map<string, string[]>;
  /** What each milestone's workflow read of its row last; it decides on nothing else. */
  snapshots: Map<string, Snapshot>;
  /** Activities of each workflow that have not ended: they are tried again. */
  retries: Map<string, { act: EscrowAct; hours: number }[]>;
  warned: Set<string>;
  /** Money-out of the currency is stopped. */
  stopped: boolean;
  /** Charges are converted into another currency on their way. */
  converts: boolean;
  accounts: Record<Leg, PayeeAccount>;
  runs: Run[];
  /** Facts that the judges need and no row keeps. */
  notes: {
    /** Deliveries whose review was extended, by milestone. */
    extended: Map<string, number>;
    /** What became of payments, as it was signalled once: by an event, or by a payer who looked. */
    outcomes: Set<string>;
    /** Charges whose card's holder has confirmed them with the bank. */
    answered: Set<string>;
    /** The payout that was turned last. */
    payout: string;
    /** What was moved by hand last, or decided about, and how much of it. */
    byHand: string;
    amount: number;
    /** Kill fees that were kept, by milestone. */
    kept: Map<string, { amount: number; reason: RefundReason; of: number }>;
  };
}

export const date = (ms: number): Date => new Date(ms);
export const nowOf = (s: Sim): Date => new Date(s.now);

export type { MilestoneState };
