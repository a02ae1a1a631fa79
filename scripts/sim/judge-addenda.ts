import { durationMs } from '../../server/core/clock.ts';
import type { AddendumClock } from '../../server/features/addenda/schema.ts';
import type { Clocks } from '../../server/features/terms/schema.ts';
import type { Amendment, Bonus } from './addenda.ts';
import { BONUS } from './addendum.ts';
import { Breach, equal } from './books.ts';
import type { Memory } from './judge.ts';
import { IDS, type Sim, type SimMilestone } from './state.ts';

/*
 * Clocks that an addendum has re-timed, by an account of its own of what runs in which state.
 */

const lengthOf = (clocks: Clocks, name: AddendumClock): number =>
  durationMs(clocks[name] ?? (name === 'cancelAnswer' ? 'PT72H' : 'PT0S'));

/** Whether that clock is the one whose end the milestone waits for. */
function runs(s: Sim, m: SimMilestone, clock: AddendumClock, keptUntil: number | null): boolean {
  const given = m.post !== null && m.post !== undefined && m.post.state !== 'stopped';
  switch (m.state) {
    case 'awaiting_funding':
      return m.bonus && clock === 'funding';
    case 'delivered':
      return clock === 'review' || (clock === 'extension' && m.review_extended);
    case 'overdue':
      return clock === 'grace';
    case 'approved':
    case 'auto_approved':
    case 'clearing':
      return clock === 'clearing';
    case 'awaiting_live':
      if (given || m.post_extended_at) return false;
      return clock === (m.post_overdue_at ? 'postGrace' : 'posting');
    case 'retention':
      return (
        clock === 'retention' &&
        given &&
        m.post?.state !== 'kept' &&
        m.post?.state !== 'ended' &&
        keptUntil !== null &&
        keptUntil > s.now
      );
    default:
      return false;
  }
}

/** Those of its clocks that count working days where the contract says so. */
const COUNTED: readonly AddendumClock[] = ['review', 'extension', 'revisionTurn', 'cancelAnswer'];

/** A bonus has the whole clock to be funded from its signatures on, and no other. */
export function judgeBonus(s: Sim, { amount }: Bonus): void {
  const m = s.milestones.at(-1)!;
  equal('addendum.re-times', `the bonus ${m.seq}`, m.amount, amount);
  const end = s.now + durationMs(m.terms.clocks.funding);
  equal('addendum.re-times', `until when ${m.seq} can be funded`, m.deadline_at?.getTime() ?? 0, end);
}

/** An addendum that took effect: what runs has moved by the difference, nothing ends in the past or past its last day. */
export function judgeAmend(s: Sim, memory: Memory, { clock, length, second }: Amendment): void {
  const contract = second ? IDS.second : IDS.contract;
  const shift = durationMs(length) - lengthOf(memory.clocks.get(contract)!, clock);
  for (const m of s.milestones) {
    const before = memory.before.get(m.id)!;
    const { clocks } = m.terms;
    if (m.contract_id !== contract) {
      equal('addendum.one-contract', `version of ${m.seq} of the other contract`, m.version, before.version);
      equal(
        'addendum.one-contract',
        `its ${clock}`,
        lengthOf(clocks, clock),
        lengthOf(memory.clocks.get(m.contract_id)!, clock),
      );
      continue;
    }
    // How far a clock of working days moves depends on the weekends in between.
    const inWorkingDays = clocks.workingDaysIn !== undefined;
    const isCounted = inWorkingDays && COUNTED.includes(clock);
    equal('addendum.re-times', `the ${clock} in force`, lengthOf(clocks, clock), durationMs(length));
    if (before.state !== m.state) throw new Breach('addendum.re-times', `${m.seq} was moved to ${m.state}`);
    if (before.deadlineAt === null || !m.deadline_at) continue;
    const moved = m.deadline_at.getTime() - before.deadlineAt;
    const reopened = before.isPostOverdue && m.post_overdue_at === null;
    if (!reopened && !isCounted && runs(s, m, clock, before.keptUntil))
      equal('addendum.re-times', `by how much ${clock} of ${m.seq}, ${m.state}, moved`, moved, shift);
    const request = s.cancelRequests.find((r) => r.milestoneId === m.id && r.state === 'open');
    if (m.state === 'cancel_requested' && request && clock === 'cancelAnswer' && !isCounted)
      equal(
        'addendum.re-times',
        `the answer about ${m.seq}`,
        m.deadline_at.getTime(),
        Math.min(request.fromDeadlineAt.getTime(), request.proposedAt.getTime() + durationMs(length)),
      );
    if (moved === 0) continue;
    if (m.state === 'awaiting_funding' && m.bonus && clock !== 'funding')
      throw new Breach('addendum.re-times', `${clock} moved the time to fund the bonus ${m.seq}`);
    if (before.deadlineAt <= s.now) throw new Breach('addendum.re-times', `the clock of ${m.seq} had ended`);
    if (m.deadline_at.getTime() <= s.now) throw new Breach('addendum.re-times', `${m.seq} would have ended before`);
    if (moved > 0 && m.hold_expires_at && m.deadline_at > m.hold_expires_at)
      throw new Breach('addendum.re-times', `${m.seq} ends past its last day`);
    // The time to fund follows the work before it, which an earlier addendum has moved while a payment was under way.
    const followsOther =
      m.state === 'awaiting_funding' &&
      s.addenda.some(
        (a) => a.contractId === contract && a.changes.some(({ kind }) => kind === 'add' || kind === 'move'),
      );
    // The same for what an extension of working days follows.
    const isExact =
      !isCounted && !followsOther && !(inWorkingDays && m.state === 'awaiting_live' && m.post_extended_at !== null);
    if (!reopened && isExact && (Math.sign(moved) !== Math.sign(shift) || Math.abs(moved) > Math.abs(shift)))
      throw new Breach('addendum.re-times', `${m.seq}, ${m.state}, moved by ${moved} for ${shift} of ${clock}`);
  }
}

/** A bonus is released when it is funded: it waits for no work, whatever its contract. */
export function judgeBonusState(m: SimMilestone): void {
  if (m.title === BONUS && ['funded', 'delivered', 'changes_requested', 'overdue'].includes(m.state))
    throw new Breach('bonus.released-when-funded', `${m.seq} is ${m.state}`);
}
