import type { ServiceContext } from '../../../context.ts';
import { lockedMilestone } from '../../escrow/milestone/moves.ts';
import { lockTimelines } from '../../escrow/timeline/events.ts';
import { linesLocked, linesOf, type PaymentRow } from '../queries/payments.ts';

export type Milestone = Awaited<ReturnType<typeof lockedMilestone>>;

/** A line of a payment with its milestone. */
export interface Line {
  payment: PaymentRow;
  milestone: Milestone;
}

/** A payment with its first line, which holds the page and the claim. */
export interface Lines {
  lead: PaymentRow;
  all: Line[];
}

/**
 * The lines of a payment, locked until commit: their milestones first, in one order, so that two payments and the acts of
 * people never wait for each other in a circle. Null when there is no such payment. `orgId`: only of its own.
 */
export async function lockedLines(
  tx: ServiceContext,
  leadId: string,
  orgId: string | null = null,
): Promise<Lines | null> {
  const milestones = new Map<string, Milestone>();
  // The lines of a payment are never changed.
  for (const id of (await linesOf(tx.db, leadId)).map((line) => line.milestone_id).toSorted())
    milestones.set(id, await lockedMilestone(tx, id, orgId));
  await lockTimelines(
    tx,
    [...milestones.values()].map((row) => row.contract_id),
  );
  const rows = await linesLocked(tx.db, leadId);
  const [lead] = rows;
  return lead
    ? { lead, all: rows.map((payment) => ({ payment, milestone: milestones.get(payment.milestone_id)! })) }
    : null;
}
