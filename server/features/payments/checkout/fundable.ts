import { AppError, isAppError } from '../../../core/errors.ts';
import { withTx, type OrgContext } from '../../../context.ts';
import { assertMay } from '../../escrow/act.ts';
import { lockedMilestone } from '../../escrow/milestone/moves.ts';
import { lockTimelines } from '../../escrow/timeline/events.ts';
import { openDispute } from '../card-disputes/queries.ts';
import type { Milestone } from '../lines/lines.ts';
import type { DisputeInTheWay } from '../schema.ts';

/** Milestones to pay: the first one, and those that are paid with it. */
export interface Together {
  milestoneId: string;
  also?: readonly string[] | undefined;
}

/** Each once, the first one first. */
export const allOf = ({ milestoneId, also = [] }: Together): string[] => [...new Set([milestoneId, ...also])];

/** The brand's own milestones, locked in one order; any other actor finds none. In the order of the request. */
export async function fundable(tx: OrgContext, input: Together): Promise<Milestone[]> {
  const ids = allOf(input);
  const rows = new Map<string, Milestone>();
  for (const id of ids.toSorted()) {
    const row = await lockedMilestone(tx, id, tx.actor.orgId);
    if (row.brand_org !== tx.actor.orgId) throw new AppError('not_found');
    rows.set(id, row);
  }
  await lockTimelines(
    tx,
    [...rows.values()].map((row) => row.contract_id),
  );
  return ids.map((id) => rows.get(id)!);
}

/**
 * What new payments of the brand wait for: the oldest of its payments that its bank disputes, until the bank has decided or
 * the dispute is withdrawn. Null: nothing.
 */
export const disputeInTheWay = (ctx: OrgContext): Promise<DisputeInTheWay | null> =>
  withTx(ctx, async (tx) => {
    const found = await openDispute(tx.db);
    if (!found) return null;
    const { milestone_id: milestoneId, contract_id: contractId, milestone, title, amount, currency, opened_at } = found;
    return { milestoneId, contractId, milestone, title, amount, currency, openedAt: opened_at };
  });

/** Throws payment.card_dispute_open, naming the payment, while new ones wait for it. */
export async function refuseWhileDisputed(tx: OrgContext): Promise<void> {
  const waits = await disputeInTheWay(tx);
  if (waits) throw new AppError('payment.card_dispute_open', { milestone: waits.milestone, title: waits.title });
}

/** Throws what keeps a milestone from being paid now; one of several is named by payment.line_refused. */
export async function assertPayable(tx: OrgContext, rows: readonly Milestone[]): Promise<void> {
  for (const row of rows) {
    try {
      await assertMay(tx, 'fund', row, row.version);
    } catch (error) {
      if (rows.length === 1 || !isAppError(error) || error.code === 'auth.not_allowed') throw error;
      throw new AppError('payment.line_refused', { milestone: row.title, milestoneId: row.id, reason: error.code });
    }
  }
}
