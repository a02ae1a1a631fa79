import { withTx, type SystemContext } from '../../context.ts';
import { moveDisputeDeadline, setAside } from '../escrow/settlement/dispute.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import type { EventType, TimelineEvent } from '../escrow/schema.ts';
import { lockedBoth, notifySide, type Milestone } from './facts.ts';
import { takeEffect } from './termination.ts';
import { effectiveDecisions } from './queries/decisions.ts';
import { swapDispute, type DisputeRow } from './queries/disputes.ts';
import { factsOf } from './row/rules.ts';
import { isUndecided, otherSide } from './rules.ts';

interface Both {
  row: DisputeRow;
  milestone: Milestone;
}

/**
 * Writes the event of the state that a dispute is in and notifies the sides, once per state: a request may move a dispute,
 * but posts nothing, and staff write no timeline. Also sets the money aside when it has just begun.
 */
export async function announce(ctx: SystemContext, { disputeId }: { disputeId: string }): Promise<string> {
  return withTx(ctx, async (tx) => {
    const both = await lockedBoth(tx, disputeId);
    const { row } = both;
    if (row.announced === row.state) return `announced before: ${row.state}`;
    if (isUndecided(factsOf(row))) return takeEffect(tx, both);
    if (row.announced === null) await setAside(tx, both.milestone);
    await notify(tx, both);
    if (both.milestone.state === 'disputed' && row.phase_ends_at)
      await moveDisputeDeadline(tx, both.milestone, row.phase_ends_at);
    await swapDispute(tx.db, row, { announced: row.state }, tx.clock.now());
    return row.state;
  });
}

async function notify(tx: SystemContext, both: Both): Promise<void> {
  const { row, milestone } = both;
  const write = (type: EventType, data: TimelineEvent['data']) =>
    appendEvent(tx, { contractId: milestone.contract_id, milestoneId: milestone.id, type, data });
  const until = row.phase_ends_at?.toISOString() ?? null;
  switch (row.state) {
    case 'evidence':
      await write('dispute_phase', { phase: 'evidence', until });
      await notifyBothSides(tx, both, 'dispute_evidence');
      return;
    case 'deciding':
      await write('dispute_phase', { phase: 'decision', until });
      await notifyBothSides(tx, both, 'dispute_deciding');
      return;
    case 'appeal':
      await write('dispute_decided', { ...split(row), how: row.outcome ?? '', until });
      await notifyBothSides(tx, both, 'dispute_decided', { amountMinor: row.kept ?? 0 });
      return;
    case 'appealed':
      await write('dispute_appealed', { by: row.appealed_side ?? '', until });
      if (row.appealed_side) await notifySide(tx, both, otherSide(row.appealed_side), 'dispute_appealed', 'appealed');
      return;
    case 'executing': {
      if ((await effectiveDecisions(tx.db, row.id)).some((d) => d.n === 2))
        await write('dispute_decided', { ...split(row), how: 'decided', until: null });
      await write('dispute_settled', { ...split(row), how: row.outcome ?? '' });
      await notifyBothSides(tx, both, 'dispute_settled', { amountMinor: row.kept ?? 0 });
      return;
    }
    case 'withdrawing':
      await write('dispute_withdrawn', { by: row.opened_side ?? '' });
      await notifyBothSides(tx, both, 'dispute_withdrawn');
      return;
    case 'talk':
    case 'settled':
    case 'withdrawn':
      return;
  }
}

const split = (row: DisputeRow): TimelineEvent['data'] => ({
  amount: row.kept ?? 0,
  back: row.amount + row.returned - (row.kept ?? 0),
});

async function notifyBothSides(
  tx: SystemContext,
  both: Both,
  kind: Parameters<typeof notifySide>[3],
  extra: Parameters<typeof notifySide>[5] = {},
): Promise<void> {
  for (const side of ['brand', 'creator'] as const)
    await notifySide(tx, both, side, kind, `${both.row.state}:${both.row.version}`, extra);
}
