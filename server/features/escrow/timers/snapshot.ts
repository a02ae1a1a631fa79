import type { ServiceContext, SystemContext } from '../../../context.ts';
import type { SearchAttributeValues } from '../../../../workflows/contracts.ts';
import { isMoneyOutStopped } from '../../money-stops/service.ts';
import { attributesOf, readMilestone } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { liveStepOf } from '../live/rules.ts';
import { isSuspenseDecided, openMoneyOf, wasWarned, type OpenMoney } from './queries.ts';
import { holdsInEscrow } from './rules.ts';
import { isTerminal, refundsStop } from '../milestone/rules.ts';
import type { MilestoneState } from '../schema.ts';
import {
  answersOf,
  type Answers,
  type EscrowAct,
  inOrder,
  type Planned,
  lastDayWarnings,
  planOf,
  takesMoneyOut,
  whileStopped,
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
  /** What a signal causes; any other signal: read the row. */
  answers: Answers;
  attributes: SearchAttributeValues;
}

/** What is open with the provider; of states in which nothing else can be, only money of a payment that came otherwise. */
const openMoney = async (ctx: ServiceContext, row: MilestoneRow): Promise<OpenMoney> =>
  isTerminal(row.state) ||
  ['funding', 'releasing', 'refunding', 'settling'].includes(row.state) ||
  row.released_parts > 0
    ? openMoneyOf(ctx.db, row.id)
    : { ...NOTHING_OPEN, suspenseDecided: await isSuspenseDecided(ctx.db, row.id) };

/** The newest warning whose time passed without it being sent, due now. */
async function missedWarning(ctx: SystemContext, row: MilestoneRow, now: Date): Promise<Planned[]> {
  if (!row.hold_expires_at || !holdsInEscrow(row.state) || row.state === 'disputed' || refundsStop(row.holds))
    return [];
  const missed = lastDayWarnings(row.hold_expires_at).findLast((w) => w.at <= now);
  return missed && !(await wasWarned(ctx.db, row, missed.hours)) ? [{ ...missed, at: now }] : [];
}

/** Reads a milestone the way its workflow needs it. `outcome`: the outcome of the step before. */
export async function escrowSnapshot(
  ctx: SystemContext,
  { milestoneId, outcome = null }: { milestoneId: string; outcome?: string | null },
): Promise<EscrowSnapshot> {
  const row = await readMilestone(ctx, milestoneId);
  const now = ctx.clock.now();
  const open = await openMoney(ctx, row);
  const missed = await missedWarning(ctx, row, now);
  const live = liveStepOf(row, now);
  const planned = planOf({ row, open, missed, liveDue: live !== null && live.do !== 'wait', now });
  const waits = planned.some(takesMoneyOut) && (await isMoneyOutStopped(ctx, row.currency));
  const closed = isTerminal(row.state) && planned.length === 0;
  return {
    outcome,
    state: row.state,
    closed,
    steps: inOrder(waits ? whileStopped(planned, now) : planned).map(({ at, act, label, hours = 0 }) => ({
      at: at.toISOString(),
      act,
      label,
      hours,
    })),
    answers: answersOf(row.state, open, closed),
    attributes: attributesOf(row),
  };
}
