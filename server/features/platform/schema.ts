import type { Currency } from '../../core/money.ts';

export interface CurrencyHealth {
  currency: Currency;
  /** Our ledger's mirror of the provider balance, and the provider's own figure; they must be equal. */
  ledgerBalance: number;
  providerBalance: number | null;
  clientLiabilities: number;
  suspense: number;
  /** The part of it that a ruling keeps and that its payee may still appeal. */
  ruled: number;
}
export interface OperationsOverview {
  outbox: { waiting: number; oldestSeconds: number | null; dead: number };
  mails: { queued: number; oldestSeconds: number | null; failed: number };
  webhooks: { pending: number; oldestSeconds: number | null };
  operations: { claimed: number; oldestSeconds: number | null; unknown: number; failed: number };
  overdueClocks: number;
  clocksOldestSeconds: number | null;
  /** Disputes that staff decide now; `dueSoon`: within a day. */
  disputes: { waiting: number; oldestSeconds: number | null; dueSoon: number };
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
  /** Disputed by no side: two staff members ended it. */
  terminated: boolean;
  updatedAt: Date;
  workflowUrl: string;
}
/** The comparison of open rows with their workflows was requested; the worker runs it within a second or two. */
export interface RepairRequested {
  requestedAt: Date;
  /** Open rows it will compare. */
  rows: number;
}
