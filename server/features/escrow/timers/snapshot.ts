import type { ServiceContext, SystemContext } from '../../../context.ts';
import type { SearchAttributeValues } from '../../../../workflows/contracts.ts';
import { isMoneyOutStopped, STOPPED_POLL_MS } from '../../money-stops/service.ts';
import { attributesOf, readMilestone } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { openMoneyOf, wasWarned, type OpenMoney } from './queries.ts';
import { holdsInEscrow, PAYMENT_PAGE_MS, PAYMENT_SETTLE_MS } from './rules.ts';
import { isTerminal, refundsStop } from '../milestone/rules.ts';
import type { MilestoneState } from '../schema.ts';
import {
  type EscrowAct,
  HELD_POLL_MS,
  type Planned,
  nextPoll,
  lastDayWarnings,
  plan,
  planParts,
  planTransfers,
  NOTHING_OPEN,
} from './plan.ts';

/** A step to come; `at` is an ISO instant because it travels as JSON. `hours`: for reminders, how many are left then. */
export interface EscrowStep {
  at: string;
  act: EscrowAct;
  label: string;
  hours: number;
}

/** Everything a milestone's workflow decides on; it imports no rule. */
export interface EscrowSnapshot {
  /** What the step that made this snapshot came to, for the timeline; null when it only read. */
  outcome: string | null;
  state: MilestoneState;
  /** Nothing can happen by itself any more. */
  closed: boolean;
  /** Soonest first. */
  steps: EscrowStep[];
  /**
   * What a signal causes: an act at once, or a read of the row within that many milliseconds. Any other signal: read
   * the row.
   */
  answers: Record<string, { act: EscrowAct } | { lookWithinMs: number }>;
  attributes: SearchAttributeValues;
}

const ANSWERS: EscrowSnapshot['answers'] = {
  // The payer is on the provider's page: nothing to do until its webhook arrives or the page expires.
  payment_started: { lookWithinMs: PAYMENT_PAGE_MS + PAYMENT_SETTLE_MS },
  payment: { act: 'confirmFunding' },
  approved: { act: 'release' },
  part_released: { act: 'release' },
  cancelled: { act: 'refund' },
  refund: { act: 'refund' },
  payout_account_ready: { act: 'release' },
  hold_cleared: { act: 'release' },
  hold_asked: { act: 'release' },
};

/** What can still be reported of a milestone that is over: its money, no act of its sides. What comes late is read off the row. */
const ANSWERS_AFTER_THE_END: EscrowSnapshot['answers'] = {
  payment: { act: 'confirmFunding' },
  refund: { act: 'refund' },
};

/** An operator who requests another read means any operation that is open with the provider. */
function checkAct(state: MilestoneState, open: OpenMoney): EscrowAct {
  if (state === 'funding') return 'confirmFunding';
  return open.refundSince || state === 'refunding' ? 'refund' : 'release';
}

/** What is open with the provider; queried only in states in which something can be. */
const openMoney = (ctx: ServiceContext, row: MilestoneRow): Promise<OpenMoney> =>
  isTerminal(row.state) || ['funding', 'releasing', 'refunding'].includes(row.state) || row.released_parts > 0
    ? openMoneyOf(ctx.db, row.id)
    : Promise.resolve(NOTHING_OPEN);

/** The newest warning whose time passed without it being sent, due now. */
async function missedWarning(ctx: SystemContext, row: MilestoneRow, now: Date): Promise<Planned[]> {
  if (!row.hold_expires_at || !holdsInEscrow(row.state) || refundsStop(row.holds)) return [];
  const missed = lastDayWarnings(row.hold_expires_at).findLast((w) => w.at <= now);
  return missed && !(await wasWarned(ctx.db, row, missed.hours)) ? [{ ...missed, at: now }] : [];
}

const takesMoneyOut = ({ act }: Planned): boolean => act === 'release' || act === 'refund';

/** Reads a milestone the way its workflow needs it. `outcome`: the outcome of the step before. */
export async function escrowSnapshot(
  ctx: SystemContext,
  { milestoneId, outcome = null }: { milestoneId: string; outcome?: string | null },
): Promise<EscrowSnapshot> {
  const row = await readMilestone(ctx, milestoneId);
  const now = ctx.clock.now();
  const ended = isTerminal(row.state);
  const open = await openMoney(ctx, row);
  const { transfers } = open;
  const planned = [
    ...(await missedWarning(ctx, row, now)),
    ...plan(row, now, open),
    ...(holdsInEscrow(row.state) ? planParts(row, open, now) : planTransfers(transfers, row.approved_at, now)),
  ];
  // Claimed and nothing sent yet: the release was interrupted.
  const newest = Math.max(...transfers.map((t) => t.part));
  if (row.state === 'releasing' && transfers.every((t) => t.part < newest || t.state === 'claimed'))
    planned.unshift({ at: now, act: 'release', label: 'release under way' });
  if (ended && (open.paymentReportedDone || open.suspenseDecided))
    planned.push({ at: now, act: 'confirmFunding', label: 'late money' });
  if (ended && (open.refundSince || open.refundToRead))
    planned.push({
      at: refundsStop(row.holds)
        ? new Date(now.getTime() + HELD_POLL_MS)
        : open.refundToRead || !open.refundSince
          ? now
          : nextPoll(open.refundSince, now),
      act: 'refund',
      label: 'money on its way back',
    });
  const waits = planned.some(takesMoneyOut) && (await isMoneyOutStopped(ctx, row.currency));
  if (waits)
    for (const step of planned.filter(takesMoneyOut))
      Object.assign(step, {
        at: new Date(Math.max(step.at.getTime(), now.getTime() + STOPPED_POLL_MS)),
        label: 'money-out is stopped',
      });
  planned.sort((a, b) => a.at.getTime() - b.at.getTime());
  const closed = ended && planned.length === 0;
  return {
    outcome,
    state: row.state,
    closed,
    steps: planned.map(({ at, act, label, hours = 0 }) => ({ at: at.toISOString(), act, label, hours })),
    answers: {
      ...(closed ? ANSWERS_AFTER_THE_END : ANSWERS),
      operator_asked_to_look_again: { act: checkAct(row.state, open) },
    },
    attributes: attributesOf(row),
  };
}
