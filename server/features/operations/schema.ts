import * as z from 'zod';
import type { Currency } from '../../core/money.ts';
import type { Contact } from '../orgs/schema.ts';

export const operationRow = z.strictObject({ opId: z.string().max(120) });

/** A refund that a bank sent back goes out once more. */
export const decideRefundInput = z.strictObject({ opId: z.string().max(120), decision: z.literal('send_again') });
/** It was paid by a bank transfer instead. `reference`: of that transfer. */
export const proposeBankRefundInput = z.strictObject({
  opId: z.string().max(120),
  reference: z.string().trim().min(3).max(140),
});
export const confirmBankRefundInput = z.strictObject({ proposalId: z.uuid() });

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
