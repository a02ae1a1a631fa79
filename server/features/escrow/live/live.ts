import { withTx, type OrgContext, type SystemContext } from '../../../context.ts';
import { holdForStaff } from '../milestone/holds.ts';
import { lockedMilestone, milestoneMove, notifyBoth } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { writePart } from '../release/write-part.ts';
import { restOf } from '../release/rules.ts';
import type { MilestoneState } from '../schema.ts';
import { appendEvent } from '../timeline/events.ts';
import { CLAIM_LIMIT_MS, deadlines } from '../timers/rules.ts';
import { livePlan, liveStepOf, partUpTo, type LiveStep } from './rules.ts';

/*
 * Money that waits for a post: from the approval to the live post, and on to the end of the time it stays up. What is
 * released on the way is a part of the milestone, what is left at the end its release or its refund.
 */

const clearsAt = (row: MilestoneRow, now: Date): Date => deadlines.approved(now, row.terms.clocks, row.hold_expires_at);

/**
 * The work was approved just now, in the same transaction: where the contract says that money waits for the post, its
 * first share is released and the time to publish begins. Any other milestone stays as it is.
 */
export async function awaitPost(tx: OrgContext | SystemContext, row: MilestoneRow, by: string): Promise<MilestoneRow> {
  const plan = livePlan(row);
  if (!plan) return row;
  const now = tx.clock.now();
  const amount = partUpTo(plan.approval, row.released_parts);
  const until = deadlines.posting(now, row.terms.clocks, row.hold_expires_at);
  const moved = await milestoneMove(tx, row, row.state === 'approved' ? 'awaitLive' : 'awaitLiveAlone', {
    deadline_at: until,
    released_parts: row.released_parts + amount,
  });
  await writePart(tx, row, moved, { amount, cause: 'approval', clearsAt: clearsAt(row, now), by });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'awaiting_live',
    data: { until: until.toISOString(), amount: restOf(moved) },
  });
  return moved;
}

/** Takes the steps that the post and the clock require, in one transaction. Returns the state that it came to. */
export async function settleLive(
  ctx: SystemContext,
  { milestoneId }: { milestoneId: string },
): Promise<{ state: MilestoneState; summary: string }> {
  return withTx(ctx, async (tx) => {
    let row = await lockedMilestone(tx, milestoneId);
    await holdForStaff(tx, row);
    const taken: string[] = [];
    for (
      let step = liveStepOf(row, tx.clock.now());
      step && step.do !== 'wait';
      step = liveStepOf(row, tx.clock.now())
    ) {
      row = { ...(await take(tx, row, step)), ...(row.post === undefined ? {} : { post: row.post }) };
      taken.push(step.do);
    }
    return { state: row.state, summary: taken.length > 0 ? taken.join(', ') : `waits: ${row.state}` };
  });
}

async function take(
  tx: SystemContext,
  row: MilestoneRow,
  step: Exclude<LiveStep, { do: 'wait' }>,
): Promise<MilestoneRow> {
  const now = tx.clock.now();
  const at = { contractId: row.contract_id, milestoneId: row.id };
  switch (step.do) {
    case 'extend':
      return milestoneMove(tx, row, 'extendCheck', { deadline_at: step.until });
    case 'overdue': {
      const moved = await milestoneMove(tx, row, 'markPostOverdue', { deadline_at: step.until, post_overdue_at: now });
      await appendEvent(tx, {
        ...at,
        type: 'post_overdue',
        data: { until: step.until.toISOString(), amount: restOf(row) },
      });
      await notifyBoth(tx, moved, 'post_overdue', `v${moved.version}`);
      return moved;
    }
    case 'retain': {
      const plan = livePlan(row);
      const amount = partUpTo(plan ? plan.approval + plan.live : 0, row.released_parts);
      const moved = await milestoneMove(tx, row, 'retain', {
        deadline_at: step.until,
        released_parts: row.released_parts + amount,
      });
      await writePart(tx, row, moved, { amount, cause: 'live', clearsAt: clearsAt(row, now), by: 'system' });
      await appendEvent(tx, {
        ...at,
        type: 'live_confirmed',
        data: { to: 'retention', until: step.until.toISOString(), amount: restOf(moved) },
      });
      return moved;
    }
    case 'clear': {
      const until = clearsAt(row, now);
      const moved = await milestoneMove(tx, row, 'clear', { deadline_at: until });
      await appendEvent(tx, {
        ...at,
        type: row.state === 'retention' ? 'retention_ended' : 'live_confirmed',
        data: { amount: restOf(row) },
      });
      await appendEvent(tx, { ...at, type: 'clearing', data: { until: until.toISOString() } });
      return moved;
    }
    case 'refund': {
      const moved = await milestoneMove(tx, row, row.state === 'retention' ? 'refundHoldback' : 'refundUnposted', {
        deadline_at: new Date(now.getTime() + CLAIM_LIMIT_MS),
        refund_reason: step.reason,
      });
      await appendEvent(tx, { ...at, type: 'live_missed', data: { reason: step.reason, amount: restOf(row) } });
      await notifyBoth(tx, moved, step.reason === 'not_posted' ? 'post_missed' : 'post_not_live', `v${moved.version}`);
      return moved;
    }
  }
}
