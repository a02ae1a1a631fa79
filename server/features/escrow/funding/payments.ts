import type { ServiceContext } from '../../../context.ts';
import {
  extendDeadline,
  extendFundingTime,
  fundingPayments,
  insertPayment,
  setReceipt,
  swapPayment,
  type FundingPayment,
  type NewPayment,
  type PaymentChange,
} from './queries.ts';

/** The payment that holds this milestone's money; throws when there is none, which no state of the machine allows. */
export async function fundingPayment(tx: ServiceContext, milestoneId: string): Promise<FundingPayment> {
  const payment = (await fundingPayments(tx.db, milestoneId))[0];
  if (!payment) throw new Error(`milestone ${milestoneId} has no payment`);
  return payment;
}

/** Whether a payment funds its milestone: not one in suspense, nor one that goes back since it came too late. */
export const fundsMilestone = async (
  tx: ServiceContext,
  { id, milestone_id: milestoneId }: { id: string; milestone_id: string },
): Promise<boolean> => (await fundingPayments(tx.db, milestoneId)).some((payment) => payment.id === id);

/** Writes an attempt at paying a milestone, claimed. In the caller's transaction. */
export const addPayment = (tx: ServiceContext, payment: NewPayment): Promise<void> => insertPayment(tx.db, payment);

/** Changes an attempt from the state and version in which it was read; false when another transaction was first. */
export const movePayment = (
  tx: ServiceContext,
  payment: Parameters<typeof swapPayment>[1],
  change: PaymentChange,
): Promise<boolean> => swapPayment(tx.db, payment, change);

/** Names the receipt of a payment on each of its lines. */
export const noteReceipt = (tx: ServiceContext, leadId: string, documentId: string): Promise<void> =>
  setReceipt(tx.db, { leadId, documentId });

/** The bank takes longer than the page was open: the milestone's deadline moves, its state does not. */
export const extendFunding = (tx: ServiceContext, milestoneId: string, deadlineAt: Date): Promise<void> =>
  extendDeadline(tx.db, { milestoneId, deadlineAt, at: tx.clock.now() });

/** A milestone that waits for its payment may be paid until then. */
export const allowFunding = (tx: ServiceContext, milestoneId: string, until: Date): Promise<void> =>
  extendFundingTime(tx.db, { milestoneId, until, at: tx.clock.now() });
