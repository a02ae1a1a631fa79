import * as z from 'zod';
import type { Hold } from '../escrow/milestone/rules.ts';
import type { OrgKind } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import type { ContractState } from '../contracts/schema.ts';
import { uuid } from '../../core/inputs.ts';
import { pageInput, type Page } from '../../core/pagination.ts';
import type { LimitKind } from '../contacts/rules.ts';
import type { Balances, MilestoneState, TimelineEvent } from '../escrow/schema.ts';
import type { Contact } from '../orgs/schema.ts';
import type { PaymentState } from '../payments/schema.ts';
import type { DocumentDto } from '../documents/schema.ts';
import type { PayoutState } from '../payouts/schema.ts';

/** A mail address, a name, a document number, an amount, a title, an id of ours or of the provider. */
export const searchInput = z.strictObject({ q: z.string().trim().min(2).max(120) });
export const dealInput = z.strictObject({ contractId: uuid });
export const accountInput = z.strictObject({ orgId: uuid });
export const accountPageInput = pageInput.extend({ orgId: uuid });
/** Payouts that carried money of a deal, or those of an org. */
export const payoutsInput = z.union([pageInput.extend({ contractId: uuid }), accountPageInput]);

export const FOUND_KINDS = ['account', 'deal', 'document', 'payment', 'payout'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];
export interface Found {
  kind: FoundKind;
  id: string;
  /** Of the account, the deal or the document. */
  title: string;
  /** Names of those concerned. */
  names: string[];
  /** Details by kind: a mail address, a milestone, the provider's id. */
  note: string | null;
  amount: number | null;
  currency: Currency | null;
  at: Date;
  /** Its link: the deal, or the account. */
  contractId: string | null;
  orgId: string | null;
}
export interface SearchResult {
  found: Found[];
  /** Kinds that hold more than is shown. */
  cut: FoundKind[];
}

export interface StaffParty {
  side: OrgKind;
  orgId: string;
  name: string;
  legalName: string | null;
  contact: Contact | null;
  suspendedAt: Date | null;
}
export interface StaffMilestone {
  id: string;
  seq: number;
  title: string;
  amount: number;
  currency: Currency;
  state: MilestoneState;
  /** Disputed by no side: two staff members ended it. */
  terminated: boolean;
  holds: string[];
  /** Money is in escrow and no staff hold is requested. */
  mayHold: boolean;
  /** The reader may propose that two staff members end it. */
  mayTerminate: boolean;
  /** The open case whose closing lifts the staff hold. */
  holdCaseId: string | null;
  /** Null for a bonus, which has no work. */
  dueAt: Date | null;
  deadlineAt: Date | null;
  balances: Balances;
  workflowUrl: string;
}
/** A payment, refund or transfer of a deal. */
export interface StaffMovement {
  id: string;
  kind: 'payment' | 'refund' | 'transfer';
  milestoneTitle: string;
  /** Name of the payee; null where there is none. */
  payee: string | null;
  state: PaymentState | string;
  amount: number;
  currency: Currency;
  providerId: string | null;
  at: Date;
}
export interface StaffPayout {
  id: string;
  orgId: string;
  orgName: string;
  state: PayoutState;
  amount: number;
  currency: Currency;
  bankLast4: string | null;
  failureCode: string | null;
  providerId: string | null;
  at: Date;
}
export interface StaffDocument {
  id: string;
  kind: DocumentDto['kind'];
  number: string;
  orgName: string;
  amount: number;
  currency: Currency;
  issuedAt: Date;
}
/** A deal as staff read it: everything that both sides see, read only. */
export interface StaffDeal {
  contractId: string;
  title: string;
  campaignTitle: string | null;
  state: ContractState;
  currency: Currency;
  total: number;
  signedAt: Date | null;
  brand: { name: string };
  creator: { name: string };
  parties: StaffParty[];
  milestones: StaffMilestone[];
  movements: StaffMovement[];
  /** That carried money of this deal: the first page. */
  payouts: Page<StaffPayout>;
  documents: StaffDocument[];
  events: TimelineEvent[];
  /** Messages between the sides, up to `COUNT_CAP`; their text is not shown. */
  thread: { messages: number; lastAt: Date | null };
  openCases: number;
}

export interface StaffAccountDeal {
  contractId: string;
  title: string;
  otherName: string;
  state: ContractState;
  total: number;
  currency: Currency;
  updatedAt: Date;
}
/** An entry of the audit log. */
export interface StaffAct {
  id: number;
  action: string;
  by: string | null;
  staff: boolean;
  target: string;
  at: Date;
}

/** An account as staff read it; of its deals, payouts and acts the first page. */
export interface StaffAccount {
  orgId: string;
  name: string;
  slug: string;
  kind: OrgKind;
  country: string | null;
  legalName: string | null;
  taxId: string | null;
  createdAt: Date;
  suspendedAt: Date | null;
  closedAt: Date | null;
  /** Whether this staff member may put it on hold or lift the hold. */
  mayHold: boolean;
  people: (Contact & { userId: string; role: string; verified: boolean; bounced: boolean })[];
  payoutAccount: { state: string; country: string; bankLast4: string | null; disabledReason: string | null } | null;
  deals: Page<StaffAccountDeal>;
  payouts: Page<StaffPayout>;
  /** Its use since yesterday, and its limits. */
  contacts: { kind: LimitKind; sent: number; limit: number }[];
  openCases: number;
  audit: Page<StaffAct>;
}

/** Money on its way to or from a bank that staff should check. */
export interface BankProblem {
  id: string;
  kind: 'payout' | 'debit';
  state: 'failed' | 'returned' | 'unknown' | 'slow';
  orgId: string;
  orgName: string;
  contact: Contact | null;
  contractId: string | null;
  dealTitle: string | null;
  amount: number;
  currency: Currency;
  /** Why, in the bank's or the provider's code. */
  failureCode: string | null;
  since: Date;
}
export interface BankPage extends Page<BankProblem> {
  /** All matters, up to `COUNT_CAP`. */
  count: number;
}

/** A milestone that a hold keeps from being released. */
export interface HeldPayment {
  id: string;
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  brandName: string;
  creatorName: string;
  holds: Hold[];
  /** What is not released of its price. */
  amount: number;
  currency: Currency;
  since: Date;
}
