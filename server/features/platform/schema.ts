import * as z from 'zod';
import type { OrgKind } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import type { Contact } from '../orgs/schema.ts';

export const outboxRow = z.strictObject({ id: z.number().int() });
export const operationRow = z.strictObject({ opId: z.string().max(120) });

/** A refund that a bank sent back goes out once more. */
export const decideRefundInput = z.strictObject({ opId: z.string().max(120), decision: z.literal('send_again') });
/** It was paid by a bank transfer instead. `reference`: of that transfer. */
export const proposeBankRefundInput = z.strictObject({
  opId: z.string().max(120),
  reference: z.string().trim().min(3).max(140),
});
export const confirmBankRefundInput = z.strictObject({ proposalId: z.uuid() });

export const suspendOrgInput = z.strictObject({ orgId: z.uuid(), reason: z.string().trim().min(3).max(200) });
/** `reason`: both sides read it. */
export const holdMilestoneInput = z.strictObject({ milestoneId: z.uuid(), reason: z.string().trim().min(3).max(200) });
export const reinstateOrgInput = z.strictObject({ orgId: z.uuid() });
export interface FoundOrg {
  orgId: string;
  name: string;
  slug: string;
  kind: OrgKind;
  suspendedAt: Date | null;
}

export interface DeadLetter {
  id: number;
  workflowId: string;
  kind: string;
  name: string | null;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  deadAt: Date | null;
  workflowUrl: string;
}
export interface OpenOperation {
  opId: string;
  kind: string;
  state: 'claimed' | 'unknown' | 'failed';
  milestoneId: string | null;
  milestoneTitle: string | null;
  contractId: string | null;
  dealTitle: string | null;
  brandName: string | null;
  creatorName: string | null;
  /** The org whose money it is: the brand that is refunded, the payee that is paid. */
  orgId: string | null;
  orgName: string | null;
  contact: Contact | null;
  amount: number | null;
  currency: Currency | null;
  error: string | null;
  claimedAt: Date;
  workflowUrl: string | null;
  /** A refund that came back or was refused: an operator decides how it is paid. */
  decidable: boolean;
  /** Open for so long that an operator may have it sent once more under a new key. */
  sendable: boolean;
  /** When an operator requested that, or null. */
  sendAgainAt: Date | null;
}
export interface CurrencyHealth {
  currency: Currency;
  /** Our ledger's mirror of the provider balance, and the provider's own figure; they must be equal. */
  ledgerBalance: number;
  providerBalance: number | null;
  clientLiabilities: number;
  suspense: number;
}
export interface OperationsOverview {
  outbox: { waiting: number; oldestSeconds: number | null; dead: number };
  mails: { queued: number; failed: number };
  webhooks: { pending: number; oldestSeconds: number | null };
  operations: { claimed: number; unknown: number; failed: number };
  overdueClocks: number;
  health: CurrencyHealth[];
  counts: { brands: number; creators: number; liveCampaigns: number; activeDeals: number };
}
export interface WorkflowLink {
  milestoneId: string;
  contractId: string;
  title: string;
  brandName: string;
  creatorName: string;
  state: string;
  updatedAt: Date;
  workflowUrl: string;
}
/** The comparison of open rows with their workflows was requested; the worker runs it within a second or two. */
export interface RepairAsked {
  askedAt: Date;
  /** Open rows it will compare. */
  rows: number;
}
