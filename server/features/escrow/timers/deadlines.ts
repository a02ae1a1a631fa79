import { withTx, type SystemContext } from '../../../context.ts';
import { requestAutoFunding } from '../../payment-methods/auto-fund.ts';
import { appendEvent } from '../timeline/events.ts';
import { endDealIfOver } from '../milestone/end-deal.ts';
import { factsOf } from '../milestone/facts.ts';
import {
  lockedMilestone,
  milestoneMove,
  notifyBoth,
  notifyCreatorSide,
  notifyParty,
  notifyReleasers,
  notifyToFund,
} from '../milestone/moves.ts';
import { decideSubmission } from '../review/queries.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { settleSilence } from '../cancel/requests.ts';
import { awaitPost } from '../live/live.ts';
import { creatorsWaiting } from '../release/prepare.ts';
import { restOf, restShares } from '../release/rules.ts';
import { CLAIM_LIMIT_MS, areTimersPaused, deadlines, fundableFromOf, holdsInEscrow, moreDays } from './rules.ts';
import type { MilestoneState } from '../schema.ts';

/*
 * Steps at a milestone's deadline. Each locks the row and does nothing unless it is still in a state whose deadline has
 * passed, so that an act of a person and a deadline never both take effect.
 */

/** `not_due`: nothing was done, in this `state`. `summary` is a line of the workflow's timeline; the program decides by `outcome`. */
export type DeadlineResult =
  | { outcome: 'done'; summary: string }
  | { outcome: 'not_due'; state: MilestoneState; summary: string };

/** Moves the milestone; returns the summary. */
type Step = (tx: SystemContext, row: MilestoneRow) => Promise<string>;

async function ifDue(
  ctx: SystemContext,
  milestoneId: string,
  states: readonly MilestoneState[],
  step: Step,
): Promise<DeadlineResult> {
  return withTx(ctx, async (tx) => {
    const row = await lockedMilestone(tx, milestoneId);
    const notDue = (summary: string): DeadlineResult => ({ outcome: 'not_due', state: row.state, summary });
    if (!states.includes(row.state)) return notDue(`not due: ${row.state}`);
    if (!row.deadline_at || row.deadline_at.getTime() > tx.clock.now().getTime()) return notDue('not due yet');
    if (areTimersPaused(row)) return notDue(`not due: held, ${row.holds.join(', ')}`);
    return { outcome: 'done', summary: await step(tx, row) };
  });
}

/** awaiting_funding → void: not paid, so neither side owes anything. */
export async function endFunding(
  ctx: SystemContext,
  { milestoneId }: { milestoneId: string },
): Promise<DeadlineResult> {
  return ifDue(ctx, milestoneId, ['awaiting_funding'], async (tx, row) => {
    const moved = await milestoneMove(tx, row, 'endFunding', { deadline_at: null });
    await appendEvent(tx, { contractId: row.contract_id, milestoneId, type: 'funding_expired' });
    await appendEvent(tx, {
      contractId: row.contract_id,
      milestoneId,
      type: 'void',
      data: { reason: 'funding_deadline' },
    });
    await notifyBoth(tx, moved, 'milestone_void', 'funding');
    await endDealIfOver(tx, moved);
    return 'void: not funded in time';
  });
}

/** funded or changes_requested → overdue: the grace period starts. */
export async function markOverdue(
  ctx: SystemContext,
  { milestoneId }: { milestoneId: string },
): Promise<DeadlineResult> {
  return ifDue(ctx, milestoneId, ['funded', 'changes_requested'], async (tx, row) => {
    const deadline = deadlines.overdue(tx.clock.now(), row.terms.clocks, row.hold_expires_at);
    const moved = await milestoneMove(tx, row, 'markOverdue', { deadline_at: deadline });
    await appendEvent(tx, {
      contractId: row.contract_id,
      milestoneId,
      type: 'overdue',
      data: { until: deadline.toISOString() },
    });
    await notifyCreatorSide(tx, moved, 'milestone_overdue', `v${moved.version}`);
    await notifyParty(tx, moved, 'brand', 'milestone_overdue', `v${moved.version}`);
    return 'overdue';
  });
}

/** delivered → auto_approved: the brand did not decide, so the creator is paid. */
export async function autoApprove(
  ctx: SystemContext,
  { milestoneId }: { milestoneId: string },
): Promise<DeadlineResult> {
  return ifDue(ctx, milestoneId, ['delivered'], async (tx, row) => {
    const now = tx.clock.now();
    const work = await decideSubmission(tx.db, { milestoneId, state: 'auto_approved', at: now, by: null });
    const moved = await milestoneMove(tx, row, 'autoApprove', {
      approved_at: now,
      deadline_at: deadlines.approved(now, row.terms.clocks, row.hold_expires_at),
    });
    await appendEvent(tx, {
      contractId: row.contract_id,
      milestoneId,
      type: 'auto_approved',
      data: { n: work?.n ?? null, amount: restOf(row) },
    });
    await notifyCreatorSide(tx, moved, 'work_auto_approved', `v${moved.version}`);
    await notifyParty(tx, moved, 'brand', 'work_auto_approved', `v${moved.version}`);
    await awaitPost(tx, moved, 'system');
    return 'approved automatically';
  });
}

/** overdue → refunding: the grace period ended without work. */
export async function endGrace(ctx: SystemContext, { milestoneId }: { milestoneId: string }): Promise<DeadlineResult> {
  return ifDue(ctx, milestoneId, ['overdue'], async (tx, row) => {
    await milestoneMove(tx, row, 'refundOverdue', {
      deadline_at: new Date(tx.clock.now().getTime() + CLAIM_LIMIT_MS),
      refund_reason: 'overdue',
    });
    return 'grace is over: the brand is refunded';
  });
}

/** Reminds the side that acts next, `hours` before the deadline. */
export async function remind(
  ctx: SystemContext,
  { milestoneId, hours }: { milestoneId: string; hours: number },
): Promise<string> {
  return withTx(ctx, async (tx) => {
    const row = await lockedMilestone(tx, milestoneId);
    const key = `${hours}h:v${row.version}`;
    switch (row.state) {
      case 'awaiting_funding':
        if (!(await requestAutoFunding(tx, row, fundableFromOf(row)))) await notifyToFund(tx, row, key, { hours });
        break;
      case 'funded':
      case 'changes_requested':
        await notifyCreatorSide(tx, row, 'milestone_due_soon', key, { hours });
        break;
      case 'overdue':
        await notifyCreatorSide(tx, row, 'grace_ending', key);
        if (moreDays(factsOf(row)) > 0) await notifyParty(tx, row, 'brand', 'grace_extendable', key);
        break;
      case 'delivered':
        if (row.accepted_at) await notifyReleasers(tx, row, key);
        else await notifyParty(tx, row, 'brand', 'review_ending', key, { hours });
        break;
      case 'awaiting_live':
        if (row.post && !['failing', 'stopped'].includes(row.post.state)) return 'posted';
        await notifyCreatorSide(tx, row, 'post_due_soon', key, { hours });
        break;
      case 'releasing':
        await notifyParty(tx, row, 'creator', 'payout_account_needed', key, { amountMinor: restShares(row).creator });
        break;
      case 'refunding':
      case 'refunded':
      case 'settling':
      case 'settled_split': {
        const amountMinor = await creatorsWaiting(tx, row);
        if (amountMinor === 0) return 'nothing waits';
        await notifyParty(tx, row, 'creator', 'payout_account_needed', key, { amountMinor });
        break;
      }
      default:
        return `nothing to remind of: ${row.state}`;
    }
    return `reminded, ${hours} h left`;
  });
}

/** Notifies both sides that held money has to leave escrow by its last day, `hours` before it; once per warning. */
export async function warnOfLastDay(
  ctx: SystemContext,
  { milestoneId, hours }: { milestoneId: string; hours: number },
): Promise<string> {
  return withTx(ctx, async (tx) => {
    const row = await lockedMilestone(tx, milestoneId);
    if (!row.hold_expires_at || !holdsInEscrow(row.state) || row.state === 'disputed')
      return `nothing is held: ${row.state}`;
    await notifyBoth(tx, row, 'hold_ending', `${hours}h`, { deadlineAt: row.hold_expires_at.toISOString() });
    return `warned of the last day of held money, ${hours} h left`;
  });
}

/** cancel_requested → refunding, or back to the state that the request interrupted: no answer came in time. */
export async function endCancelRequest(
  ctx: SystemContext,
  { milestoneId }: { milestoneId: string },
): Promise<DeadlineResult> {
  return ifDue(ctx, milestoneId, ['cancel_requested'], settleSilence);
}
