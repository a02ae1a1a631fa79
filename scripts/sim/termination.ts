import type { ErrorCode } from '../../server/core/errors.ts';
import { PHASE_MS } from '../../server/features/disputes/rules.ts';
import { isDisputable } from '../../server/features/escrow/settlement/rules.ts';
import { beginContest, openContest, setAside, swap } from './contest-moves.ts';
import type { Contest } from './contest-row.ts';
import { event, goBack, move, requestOf, signal } from './moves.ts';
import { nowOf, type Sim, type SimMilestone } from './state.ts';

/*
 * Staff end a milestone, as `disputes/termination.ts` of the product.
 */

/** The state and deadline that a proposal to cancel interrupts. */
function interrupted(s: Sim, row: SimMilestone) {
  if (row.state !== 'cancel_requested') return { state: row.state, deadlineAt: row.deadline_at };
  const { from: state, fromDeadlineAt: deadlineAt } = requestOf(s, row);
  return { state, deadlineAt };
}

/** One staff member proposes to end a milestone, a second one confirms at once. Answers the refusal, or null. */
export function terminate(s: Sim, row: SimMilestone, kept: number, by: number): ErrorCode | null {
  const amount = s.rules.restOf(row);
  if (!s.rules.isTerminable(row.state) || amount === 0) return 'state.wrong';
  if (openContest(s, row.id)) return 'state.already_decided';
  if (s.rules.splitProblem(kept, amount, row.currency)) return 'input.invalid';
  const now = nowOf(s);
  const zone = row.terms.clocks.workingDaysIn ?? null;
  const prior = interrupted(s, row);
  if (!isDisputable(prior.state) || !prior.deadlineAt || !row.hold_expires_at)
    throw new Error(`${row.id} is ${prior.state} and cannot be ended`);
  beginContest(s, row, {
    state: 'deciding',
    amount,
    returned: 0,
    opened_side: null,
    prior_state: prior.state,
    prior_deadline_at: prior.deadlineAt,
    talk_ends_at: now,
    evidence_ends_at: now,
    decision_ends_at: now,
    appeal_ms: PHASE_MS.appeal,
    execution_ms: PHASE_MS.execution,
    zone,
    limit_at: s.rules.terminationTimes(now, { holdEnd: row.hold_expires_at, zone }).limitAt,
    phase_ends_at: now,
    decisions: [{ n: 1, kept, by, at: 'deciding' }],
  });
  return null;
}

/** The decision takes effect, unless the milestone moved on since it was confirmed. */
export function takeEffect(s: Sim, c: Contest, row: SimMilestone): void {
  const now = nowOf(s);
  if (interrupted(s, row).state !== c.prior_state || s.rules.restOf(row) !== c.amount)
    return swap(c, {
      state: 'withdrawn',
      outcome: 'withdrawn',
      announced: 'withdrawn',
      phase_ends_at: null,
      ended_at: now,
    });
  if (row.state === 'cancel_requested') goBack(s, row, 'lapsed', 'system');
  const until = s.rules.phaseEnd(now, c.appeal_ms, c.zone);
  const { kept } = c.decisions[0]!;
  move(s, row, 'terminate', { dispute_id: c.id, deadline_at: until });
  signal(s, row.id, 'disputed');
  swap(c, { state: 'appeal', outcome: 'decided', kept, settled_at: now, announced: 'appeal', phase_ends_at: until });
  event(s, row, 'terminated', { amount: kept });
  setAside(s, row);
}
