import type { OrgContext, SystemContext } from '../../../context.ts';
import { balancesByMilestone, isPosted, NO_BALANCES, postAll } from '../../ledger/service.ts';
import { contested } from '../../ledger/contests/rules.ts';
import { disputeLifted } from '../../ledger/rules.ts';
import { booksOf } from '../milestone/facts.ts';
import { milestoneMove, signalEscrow } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { earnParts, unearnedOf } from '../release/parts.ts';
import { clearsBesideDispute, restOf } from '../release/rules.ts';
import { writePart } from '../release/write-part.ts';
import type { MilestoneAction } from '../milestone/rules.ts';
import { disputeAction } from '../rules.ts';
import { appendEvent } from '../timeline/events.ts';
import { isDisputable, type DisputableState } from './rules.ts';

/**
 * Moves a locked milestone into a dispute: its clock stands still. Of what is held, `released` goes to the creator as a part
 * of its own. The caller writes the dispute's row and has asked whether the person may release so much.
 */
export async function disputeMilestone(
  tx: OrgContext,
  row: MilestoneRow,
  { disputeId, phaseEndsAt, released }: { disputeId: string; phaseEndsAt: Date; released: number },
): Promise<MilestoneRow> {
  const moved = await milestoneMove(tx, row, disputeAction(row.state), {
    dispute_id: disputeId,
    deadline_at: phaseEndsAt,
    ...(released > 0 ? { released_parts: row.released_parts + released } : {}),
  });
  const clearsAt = clearsBesideDispute(
    { state: row.state, deadlineAt: row.deadline_at },
    { now: tx.clock.now(), clocks: row.terms.clocks, holdEnd: row.hold_expires_at },
  );
  await writePart(tx, row, moved, { amount: released, cause: 'brand', clearsAt, by: tx.actor.userId });
  await signalEscrow(tx, moved, 'disputed');
  return moved;
}

/** Staff end a locked milestone: its clock stands still until the decision is carried out. */
export async function terminateMilestone(
  tx: SystemContext,
  row: MilestoneRow,
  { disputeId, appealEndsAt }: { disputeId: string; appealEndsAt: Date },
): Promise<MilestoneRow> {
  const moved = await milestoneMove(tx, row, 'terminate', { dispute_id: disputeId, deadline_at: appealEndsAt });
  await signalEscrow(tx, moved, 'disputed');
  return moved;
}

/** Whether a dispute between the sides has set the money aside. */
export const isSetAside = (tx: SystemContext, row: MilestoneRow): Promise<boolean> =>
  isPosted(tx, `dispute:${row.dispute_id}:aside`);

/** Sets the money aside in the ledger, once; a request cannot post. */
export async function setAside(tx: SystemContext, row: MilestoneRow): Promise<void> {
  if (row.state !== 'disputed' || !row.dispute_id) return;
  const { held, disputed } = (await balancesByMilestone(tx, [row.id])).get(row.id) ?? NO_BALANCES;
  // A card's bank may have been first: then the money is set aside already, and a part that waits for the float with it. The
  // settlement earns that part.
  if ((await unearnedOf(tx, row)) > held) return;
  const earned = await earnParts(tx, row);
  const rest = restOf(row);
  const at = { contractId: row.contract_id, milestoneId: row.id };
  if (await isSetAside(tx, row)) return postAll(tx, earned);
  const books = booksOf(row, '');
  const opened = { ...contested('contest_opened', books, rest), opId: `dispute:${row.dispute_id}:aside`, ...at };
  if (held < rest) {
    // The dispute takes the place of the bank's, so that the money stays set aside when that one ends.
    const lifted = { ...disputeLifted(books, rest), opId: `dispute:${row.dispute_id}:over`, ...at };
    return postAll(tx, [...earned, ...(disputed === rest ? [lifted, opened] : [])]);
  }
  await appendEvent(tx, {
    ...at,
    type: 'dispute_set_aside',
    data: { amount: rest },
    change: { held: -rest, disputed: rest },
  });
  await postAll(tx, [...earned, opened]);
}

/** The next phase of a dispute has begun: the milestone's deadline is that of the phase. */
export const moveDisputeDeadline = (tx: SystemContext, row: MilestoneRow, deadlineAt: Date): Promise<MilestoneRow> =>
  milestoneMove(tx, row, 'moveDispute', { deadline_at: deadlineAt });

const RESUME: Record<DisputableState, MilestoneAction> = {
  funded: 'resumeFunded',
  delivered: 'resumeDelivered',
  changes_requested: 'resumeChanges',
  overdue: 'resumeOverdue',
  awaiting_live: 'resumeAwaitingLive',
  retention: 'resumeRetention',
  clearing: 'resumeClearing',
};

/** A withdrawn dispute: the money is held as before, and the clock goes on with the time it had left. */
export async function resumeMilestone(
  tx: SystemContext,
  row: MilestoneRow,
  { state, deadlineAt, workDueAt }: { state: DisputableState; deadlineAt: Date; workDueAt: Date | null },
): Promise<MilestoneRow> {
  if (!isDisputable(state)) throw new Error(`milestone ${row.id} cannot resume as ${String(state)}`);
  // What a card's bank took back for good stays set aside for it.
  const disputed = row.charged_back_at
    ? 0
    : ((await balancesByMilestone(tx, [row.id])).get(row.id) ?? NO_BALANCES).disputed;
  const moved = await milestoneMove(tx, row, RESUME[state], {
    deadline_at: deadlineAt,
    ...(workDueAt ? { work_due_at: workDueAt } : {}),
  });
  const at = { contractId: row.contract_id, milestoneId: row.id };
  await appendEvent(tx, {
    ...at,
    type: 'dispute_resumed',
    data: { state, until: deadlineAt.toISOString() },
    change: { held: disputed, disputed: -disputed },
  });
  await signalEscrow(tx, moved, 'dispute_withdrawn');
  if (disputed > 0)
    await postAll(tx, [
      { ...contested('contest_closed', booksOf(row, ''), disputed), opId: `dispute:${row.dispute_id}:back`, ...at },
    ]);
  return moved;
}
