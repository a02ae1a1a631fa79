import type { OrgContext, ServiceContext, StaffContext, SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { lockedMilestone, notifyParty, readMilestone } from '../escrow/milestone/moves.ts';
import type { NoticeData } from '../notifications/schema.ts';
import type { NoticeKind } from '../notifications/schema.ts';
import { disputeById, type DisputeRow } from './queries/disputes.ts';

/** A milestone as escrow reads it. */
export type Milestone = Awaited<ReturnType<typeof readMilestone>>;

/** The dispute locked until commit; throws not_found. */
export async function lockedDispute(tx: ServiceContext, disputeId: string): Promise<DisputeRow> {
  const row = await disputeById(tx.db, disputeId, true);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Both rows locked, the dispute first. */
export async function lockedBoth(
  tx: SystemContext,
  disputeId: string,
): Promise<{ row: DisputeRow; milestone: Milestone }> {
  const row = await lockedDispute(tx, disputeId);
  return { row, milestone: await lockedMilestone(tx, row.milestone_id) };
}

export async function disputeFacts(
  ctx: ServiceContext,
  disputeId: string,
): Promise<{ row: DisputeRow; milestone: Milestone }> {
  const row = await disputeById(ctx.db, disputeId);
  if (!row) throw new AppError('not_found');
  return { row, milestone: await readMilestone(ctx, row.milestone_id) };
}

/** A notice about a dispute to one side; the amount is what is disputed unless `extra` says otherwise. */
export const notifySide = (
  tx: OrgContext | SystemContext | StaffContext,
  { row, milestone }: { row: DisputeRow; milestone: Milestone },
  to: 'brand' | 'creator',
  kind: NoticeKind,
  key: string,
  extra: NoticeData = {},
): Promise<void> =>
  notifyParty(tx, milestone, to, kind, `${row.id}:${key}`, {
    amountMinor: row.amount,
    ...(row.phase_ends_at ? { deadlineAt: row.phase_ends_at.toISOString() } : {}),
    ...extra,
  });
