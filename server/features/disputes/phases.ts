import { withTx, type SystemContext } from '../../context.ts';
import { claimSettlement } from '../escrow/settlement/settle.ts';
import { resumeMilestone } from '../escrow/settlement/dispute.ts';
import { isTerminal, refundsStop } from '../escrow/milestone/rules.ts';
import { workDueAt } from '../escrow/timers/rules.ts';
import { netBank } from '../payments/card-disputes/netting.ts';
import { lockedBoth, lockedDispute, notifySide } from './facts.ts';
import { swapDispute } from './queries/disputes.ts';
import { endOf, factsOf } from './row/rules.ts';
import { isRespondentSilent, otherSide, resumption } from './rules.ts';

/*
 * Steps that a dispute's workflow takes. Each locks the row and does nothing unless its state and time still ask for it.
 */

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The phase ended without an act: the next one begins, or the money goes where the rules send it. */
export async function endPhase(ctx: SystemContext, { disputeId }: { disputeId: string }): Promise<string> {
  return withTx(ctx, async (tx) => {
    const row = await lockedDispute(tx, disputeId);
    const now = tx.clock.now();
    if (!row.phase_ends_at || row.phase_ends_at > now) return `not due: ${row.state}`;
    const change = endOf(row, now);
    if (!change) return `nothing ends: ${row.state}`;
    await swapDispute(tx.db, row, change, now);
    return `${row.state} ended: ${change.state}`;
  });
}

/** Reminds who has to answer, `hours` before the phase ends. */
export async function remind(
  ctx: SystemContext,
  { disputeId, hours }: { disputeId: string; hours: number },
): Promise<string> {
  return withTx(ctx, async (tx) => {
    const both = await lockedBoth(tx, disputeId);
    const { row } = both;
    const facts = factsOf(row);
    const to =
      row.state === 'talk' && row.opened_side && isRespondentSilent(facts)
        ? ([otherSide(row.opened_side)] as const)
        : (['brand', 'creator'] as const);
    if (!['talk', 'evidence', 'appeal'].includes(row.state)) return `nothing to remind of: ${row.state}`;
    for (const side of to) await notifySide(tx, both, side, 'dispute_ending', `${hours}h:${row.state}`);
    return `reminded, ${hours} h left`;
  });
}

/** Claims the settlement that was agreed or decided; waits while money of the milestone is on hold. */
export async function execute(ctx: SystemContext, { disputeId }: { disputeId: string }): Promise<string> {
  return withTx(ctx, async (tx) => {
    const { row, milestone } = await lockedBoth(tx, disputeId);
    if (row.state !== 'executing' || row.kept === null) return `nothing to execute: ${row.state}`;
    if (milestone.state !== 'disputed') return `the milestone is ${milestone.state}`;
    return (await claimSettlement(tx, milestone, row.kept, netBank)) ?? 'settlement claimed';
  });
}

/** Both legs are done, and the milestone has ended. */
export async function close(ctx: SystemContext, { disputeId }: { disputeId: string }): Promise<string> {
  return withTx(ctx, async (tx) => {
    const { row, milestone } = await lockedBoth(tx, disputeId);
    if (row.state !== 'executing' || !isTerminal(milestone.state)) return `under way: ${milestone.state}`;
    const now = tx.clock.now();
    await swapDispute(tx.db, row, { state: 'settled', announced: 'settled', phase_ends_at: null, ended_at: now }, now);
    return 'settled';
  });
}

/** A withdrawn dispute: the milestone goes on where it was, with the time it had left. */
export async function resume(ctx: SystemContext, { disputeId }: { disputeId: string }): Promise<string> {
  return withTx(ctx, async (tx) => {
    const { row, milestone } = await lockedBoth(tx, disputeId);
    if (row.state !== 'withdrawing') return `nothing to resume: ${row.state}`;
    const now = tx.clock.now();
    // Its money may have left by a card's bank meanwhile: the case about it comes first.
    if (refundsStop(milestone.holds)) return `held: ${milestone.holds.join(', ')}`;
    const { deadlineAt, pausedMs } = resumption(row, row.settled_at ?? now);
    const works = row.prior_state === 'funded' || row.prior_state === 'changes_requested';
    await resumeMilestone(tx, milestone, {
      state: row.prior_state,
      deadlineAt,
      workDueAt: works ? later(workDueAt(milestone), pausedMs) : null,
    });
    await swapDispute(
      tx.db,
      row,
      { state: 'withdrawn', announced: 'withdrawn', phase_ends_at: null, ended_at: now },
      now,
    );
    return `resumed: ${row.prior_state}`;
  });
}
