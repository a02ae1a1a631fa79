import type { OrgContext, ServiceContext, StaffContext, SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { lockedMilestone, notifyParty, readMilestone } from '../escrow/milestone/moves.ts';
import { approvableUntil, reviewable } from '../escrow/timers/rules.ts';
import type { NoticeData } from '../notifications/schema.ts';
import type { NoticeKind } from '../notifications/schema.ts';
import { disputeById, type DisputeRow } from './queries/disputes.ts';
import { resumption, type DisputeFacts } from './rules.ts';

/** A milestone as escrow reads it. */
export type Milestone = Awaited<ReturnType<typeof readMilestone>>;

/** `decided`: a staff member has decided it. */
export const factsOf = (row: DisputeRow): DisputeFacts => ({
  state: row.state,
  amount: row.amount,
  kept: row.kept,
  openedSide: row.opened_side,
  joinedAt: row.joined_at,
  answered: {
    brand: row.brand_answered_at !== null || row.brand_offered_at !== null,
    creator: row.creator_answered_at !== null || row.creator_offered_at !== null,
  },
  priorState: row.prior_state,
  live: row.post_is_live ?? false,
  decided: row.outcome === 'decided',
  phaseEndsAt: row.phase_ends_at,
});

/** Whether the time that the milestone's clock had left still ends before the last day of its money. */
export function resumesInTime(row: DisputeRow, milestone: Milestone, now: Date): boolean {
  const end = milestone.hold_expires_at;
  if (!end) return true;
  const { deadlineAt } = resumption(row, now);
  const { clocks } = milestone.terms;
  if (row.prior_state === 'awaiting_live' || row.prior_state === 'retention') return deadlineAt <= end;
  return deadlineAt <= (row.prior_state === 'delivered' ? approvableUntil(end, clocks) : reviewable(end, clocks));
}

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
