import { durationMs } from '../../core/clock.ts';
import { answerBy } from '../escrow/cancel/rules.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import { deadlines } from '../escrow/timers/rules.ts';
import { findsOver, type RowInvariant } from './queries/check.ts';
import { runningClocks, type ClockRow } from './queries/clocks.ts';

/** An early deadline takes the time to work, to review or to object, and moves money before its time. */
const perContract = findsOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: true });

/** The row and its event are written within this time. */
const SETTLING_MS = 60_000;

const plus = (at: Date, iso: string | undefined): Date => new Date(at.getTime() + durationMs(iso ?? 'PT0S'));
const latest = (...dates: (Date | null)[]): Date => new Date(Math.max(...dates.map((at) => at?.getTime() ?? 0)));

/**
 * A clock that the money's last day cuts. An addendum moves a deadline that is cut by the difference of its clocks, so
 * that it may end before the cut: then nothing can be said.
 */
const cut = (m: ClockRow, whole: Date, end: Date): Date | null => (m.amended && end < whole ? null : end);

/**
 * The earliest end of the clock of a state, by the contract and the timeline; null where they give none. Pauses, checks of
 * a post and the sides only add to it.
 */
function earliestEnd(m: ClockRow, state: MilestoneState): Date | null {
  const { clocks, hold_expires_at: lastDay } = m;
  switch (state) {
    case 'awaiting_funding':
    case 'funding':
      return m.signed_at && plus(latest(m.signed_at, m.added_at, m.fundable_from), clocks.funding);
    case 'funded':
      return m.funded_at && deadlines.funded(m.due_at, m.funded_at, clocks);
    case 'delivered': {
      const end = m.submitted_at && deadlines.delivered(m.submitted_at, clocks);
      return end && m.review_extended ? deadlines.extended(end, clocks) : end;
    }
    case 'changes_requested':
      return m.changes_at && deadlines.changesRequested(m.changes_at, m.due_at, clocks);
    case 'overdue':
      return m.overdue_at && cut(m, plus(m.overdue_at, clocks.grace), deadlines.overdue(m.overdue_at, clocks, lastDay));
    case 'approved':
    case 'auto_approved':
    case 'clearing':
      return (
        m.approved_at &&
        cut(m, plus(m.approved_at, clocks.clearing), deadlines.approved(m.approved_at, clocks, lastDay))
      );
    case 'awaiting_live':
      return (
        m.approved_at && cut(m, plus(m.approved_at, clocks.posting), deadlines.posting(m.approved_at, clocks, lastDay))
      );
    case 'retention': {
      // An addendum does not lengthen the time of a post that was up long enough.
      if (!m.passed_at || m.amended) return null;
      const end = plus(m.passed_at, clocks.retention);
      return lastDay && lastDay < end ? lastDay : end;
    }
    default:
      return null;
  }
}

/** The moments of a milestone that come before their clock has ended. */
function early(m: ClockRow): string[] {
  const found: string[] = [];
  const compare = (what: string, at: Date | null, end: Date | null) => {
    if (at && end && at.getTime() < end.getTime() - SETTLING_MS)
      found.push(
        `milestone ${m.id} is ${m.state} and ${what} ${at.toISOString()}, its contract gives it until ${end.toISOString()}`,
      );
  };
  if (m.state === 'cancel_requested' && m.from_state && m.from_deadline_at && m.proposed_at) {
    compare('goes on until', m.from_deadline_at, earliestEnd(m, m.from_state));
    const answer = answerBy(m.proposed_at, m.clocks);
    compare('ends at', m.deadline_at, answer < m.from_deadline_at ? answer : m.from_deadline_at);
    return found;
  }
  if (m.state === 'funding') {
    compare('can be funded until', m.funding_deadline_at, earliestEnd(m, m.state));
    compare('ends at', m.deadline_at, m.page_until);
    return found;
  }
  compare('ends at', m.deadline_at, earliestEnd(m, m.state));
  if (m.state === 'awaiting_funding') compare('can be funded until', m.funding_deadline_at, m.deadline_at);
  if (m.state === 'changes_requested' && m.changes_at)
    compare('is due at', m.work_due_at, deadlines.revisionDue(m.changes_at, m.due_at, m.clocks));
  return found;
}

/** Invariants of the clocks that run. */
export const CLOCK_INVARIANTS: readonly RowInvariant[] = [
  perContract(
    'deal.clocks-run-in-full',
    'I12 I7',
    'No deadline of an open milestone comes before the clock of its contract has run, counted from the act that its timeline has.',
    async (ctx) =>
      (await runningClocks(ctx.db, ctx.page)).flatMap((m) =>
        early(m).map((detail) => ({ detail, currency: m.currency })),
      ),
  ),
];
