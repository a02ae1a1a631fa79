import type { ErrorCode } from '../../server/core/errors.ts';
import type { EventType } from '../../server/features/escrow/schema.ts';
import { isDisputable } from '../../server/features/escrow/settlement/rules.ts';
import { roleMay } from '../../server/features/orgs/rules.ts';
import type { DisputeAction } from '../../server/features/disputes/schema.ts';
import type { Side } from '../../server/features/terms/schema.ts';
import { NEGOTIABLE } from '../../server/features/disputes/rules.ts';
import { hasEnded } from '../../server/features/disputes/row/rules.ts';
import { beginContest, openContest, setAside, swap } from './contest-moves.ts';
import { putGrant, viewer, type Person } from './viewer.ts';
import { event, facts, milestoneOf, move, signal } from './moves.ts';
import { claimSettlement } from './settlement.ts';
import type { Contest } from './contest-row.ts';
import { takeEffect } from './termination.ts';
import { nowOf, type Sim, type SimMilestone } from './state.ts';

/*
 * Disputes between the sides, as the services of `disputes` carry them out. A card's bank disputes in `disputes.ts`.
 */

/** What a side does in a dispute: opens or joins it, or one of its acts. */
export type ContestAct = 'open' | Exclude<DisputeAction, 'addEvidence'>;

export interface ContestCommand {
  act: ContestAct;
  by: Person;
  stale: boolean;
  /** What the creator gets, for an offer; what is disputed, for an opening. */
  amount: number;
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** One act of a side. Answers the refusal, or null. */
export function contest(s: Sim, milestoneId: string, c: ContestCommand): ErrorCode | null {
  if (c.act === 'open') return open(s, milestoneOf(s, milestoneId), c);
  const row = s.contests.findLast((one) => one.milestoneId === milestoneId)!;
  return act(s, row, milestoneOf(s, milestoneId), c.act, c);
}

function open(s: Sim, row: SimMilestone, { by, stale, amount }: ContestCommand): ErrorCode | null {
  if (!roleMay(by.role, 'escrow.cancel')) return 'auth.not_allowed';
  const found = openContest(s, row.id);
  if (found) return join(s, found, row, { side: by.side, amount });
  const seen = { version: row.version, seen: row.version - (stale ? 1 : 0) };
  const refused = s.rules.refusalOfSeen('dispute', facts(s, row), viewer(s, by, row), seen);
  if (refused) return refused;
  if (!isDisputable(row.state) || !row.deadline_at || !row.hold_expires_at)
    throw new Error(`${row.id} cannot be disputed`);
  const now = nowOf(s);
  const limit = s.rules.disputeLimit(row.hold_expires_at);
  const phases = s.rules.planPhases(now, limit, row.terms.clocks.workingDaysIn);
  if (!phases) return 'dispute.no_time_left';
  const held = s.rules.restOf(row);
  if (s.rules.disputedPartProblem(amount, held, row.currency)) return 'input.invalid';
  const part = s.rules.disputedPart(amount, held, by.side);
  if (part.released > 0) {
    if (!roleMay(by.role, 'escrow.release')) return 'auth.not_allowed';
    if (row.holds.length > 0 || row.charged_back_at) return 'escrow.on_hold';
    if (!s.rules.withinLimit(part.released, viewer(s, by, row).mayRelease)) return 'escrow.over_release_limit';
  }
  const { id } = beginContest(s, row, {
    state: 'talk',
    amount: part.disputed,
    returned: part.returned,
    opened_side: by.side,
    prior_state: row.state,
    prior_deadline_at: row.deadline_at,
    talk_ends_at: phases.talkEnds,
    evidence_ends_at: phases.evidenceEnds,
    decision_ends_at: phases.decisionEnds,
    appeal_ms: phases.appealMs,
    execution_ms: phases.executionMs,
    zone: phases.zone,
    limit_at: limit,
    phase_ends_at: phases.talkEnds,
    decisions: [],
  });
  if (part.released > 0) {
    const { clocks } = row.terms;
    const cleared = { state: row.state, deadlineAt: row.deadline_at };
    const clearsAt = s.rules.clearsBesideDispute(cleared, { now, clocks, holdEnd: row.hold_expires_at });
    s.parts.push({
      milestoneId: row.id,
      n: s.parts.filter((p) => p.milestoneId === row.id).length + 1,
      amount: part.released,
      clearsAt,
      releasedAt: now,
      by: by.role,
      cause: 'brand',
      earned: false,
    });
  }
  move(s, row, s.rules.disputeAction(row.state), {
    dispute_id: id,
    deadline_at: phases.talkEnds,
    released_parts: row.released_parts + part.released,
  });
  if (part.released > 0) event(s, row, 'part_released', { by: by.side, amount: part.released });
  signal(s, row.id, 'disputed');
  event(s, row, 'dispute_opened', { by: by.side, amount: part.disputed });
  return null;
}

/** The other side opens it as well, or the same side adds a statement. */
function join(
  s: Sim,
  c: Contest,
  row: SimMilestone,
  { side, amount }: { side: Side; amount: number },
): ErrorCode | null {
  if (!(NEGOTIABLE as readonly string[]).includes(c.state) || c.opened_side === null)
    return 'dispute.settled_meanwhile';
  if (amount !== c.amount) return 'state.changed';
  const now = nowOf(s);
  if (hasEnded(c, now)) return 'escrow.deadline_passed';
  if (side === c.opened_side) return null;
  const isFirst = c.joined_at === null;
  swap(c, { joined_at: c.joined_at ?? now, [`${side}_answered_at`]: c[`${side}_answered_at`] ?? now });
  if (isFirst) event(s, row, 'dispute_joined', { by: side });
  return null;
}

function act(
  s: Sim,
  c: Contest,
  row: SimMilestone,
  action: Exclude<ContestAct, 'open'>,
  { by, stale, amount }: ContestCommand,
): ErrorCode | null {
  const { side } = by;
  if (!roleMay(by.role, action === 'send' ? 'message.send' : 'escrow.cancel')) return 'auth.not_allowed';
  const now = nowOf(s);
  const { actRefusal, allTo, appealDueAt, factsOfDispute, otherSide, resumesInTime, splitProblem } = s.rules;
  const refused = actRefusal(
    action,
    { ...factsOfDispute(c), holds: row.holds },
    { side, now, resumes: resumesInTime(c, row, now) },
  );
  if (refused) return refused;
  if (stale && action !== 'send' && action !== 'offer') return 'state.changed';
  const isGranted = (share: number): boolean => {
    if (side !== 'brand') return true;
    if (share > 0 && !s.rules.withinLimit(share, viewer(s, by, milestoneOf(s, c.milestoneId), c).mayRelease))
      return false;
    putGrant(s, c, by.role, share);
    return true;
  };
  switch (action) {
    case 'send':
      swap(c, { [`${side}_answered_at`]: c[`${side}_answered_at`] ?? now });
      return null;
    case 'offer': {
      if (splitProblem(amount, c.amount, row.currency)) return 'input.invalid';
      if (!isGranted(amount)) return 'escrow.over_release_limit';
      c.offers[side] = amount;
      swap(c, { [`${side}_offered_at`]: now });
      settleIfMet(s, c, row);
      return null;
    }
    case 'concede': {
      const kept = allTo(otherSide(side), c.amount);
      if (!isGranted(kept)) return 'escrow.over_release_limit';
      c.conceded = side;
      swap(c, {
        state: 'executing',
        outcome: 'conceded',
        kept,
        settled_at: now,
        phase_ends_at: later(now, c.execution_ms),
      });
      return null;
    }
    case 'withdraw':
      swap(c, {
        state: 'withdrawing',
        outcome: 'withdrawn',
        settled_at: now,
        phase_ends_at: later(now, c.execution_ms),
      });
      return null;
    case 'appeal':
      swap(c, {
        state: 'appealed',
        appealed_side: side,
        phase_ends_at: appealDueAt(c.settled_at ?? now, now, c),
      });
      return null;
  }
}

/** `dispute_settle` of the database. */
function settleIfMet(s: Sim, c: Contest, row: SimMilestone): void {
  const { brand, creator } = c.offers;
  if (brand === undefined || creator === undefined) return;
  const kept = s.rules.meetingPoint(brand, creator, row.currency);
  if (kept === null) return;
  c.met = { brand, creator };
  swap(c, {
    state: 'executing',
    outcome: 'agreed',
    kept,
    settled_at: nowOf(s),
    phase_ends_at: later(nowOf(s), c.execution_ms),
  });
}

/** A staff member decides; above the limit a second one confirms at once. */
export function judgeContest(s: Sim, milestoneId: string, kept: number, by: number): ErrorCode | null {
  const c = openContest(s, milestoneId)!;
  const now = nowOf(s);
  const tookPart = c.decisions.some((d) => d.by === by);
  const problem = s.rules.decisionProblem(c, { now, related: false, tookPart });
  if (problem) return problem;
  if (s.rules.splitProblem(kept, c.amount, milestoneOf(s, milestoneId).currency)) return 'input.invalid';
  const isAppeal = c.state === 'appealed';
  c.decisions.push({ n: isAppeal ? 2 : 1, kept, by, at: c.state });
  swap(c, {
    state: isAppeal ? 'executing' : 'appeal',
    outcome: 'decided',
    kept,
    settled_at: now,
    phase_ends_at: isAppeal ? later(now, c.execution_ms) : s.rules.phaseEnd(now, c.appeal_ms, c.zone),
  });
  return null;
}

/* The dispute's workflow. */

export type CaseStep = 'announce' | 'resume' | 'execute' | 'close' | 'endPhase';

/** `disputeSnapshot` of the product, reminders apart. */
export function nextOfCase(s: Sim, c: Contest): { at: number; act: CaseStep } | null {
  const milestone = milestoneOf(s, c.milestoneId);
  const now = (act: CaseStep) => ({ at: s.now, act });
  if (c.announced !== c.state) return now('announce');
  if (c.ended_at !== null) return null;
  if (c.state === 'withdrawing') return now('resume');
  if (c.state === 'executing')
    return milestone.state === 'settling' ? null : now(milestone.state === 'disputed' ? 'execute' : 'close');
  return c.phase_ends_at ? { at: c.phase_ends_at.getTime(), act: 'endPhase' } : null;
}

/** The dispute of a milestone whose workflow runs: the open one, else the last. */
export const caseOf = (s: Sim, milestoneId: string): Contest | undefined =>
  openContest(s, milestoneId) ?? s.contests.findLast((c) => c.milestoneId === milestoneId);

/** One step of the dispute's workflow that is due; answers its name, or null. */
export function turnCase(s: Sim, milestoneId: string): CaseStep | null {
  const c = caseOf(s, milestoneId);
  const next = c && nextOfCase(s, c);
  if (!next || next.at > s.now) return null;
  const row = milestoneOf(s, milestoneId);
  switch (next.act) {
    case 'announce':
      announce(s, c, row);
      break;
    case 'resume':
      resume(s, c, row);
      break;
    case 'execute':
      claimSettlement(s, row, c.kept!);
      break;
    case 'close':
      if (s.rules.isTerminal(row.state))
        swap(c, { state: 'settled', announced: 'settled', phase_ends_at: null, ended_at: nowOf(s) });
      break;
    case 'endPhase':
      endPhase(s, c);
  }
  return next.act;
}

function endPhase(s: Sim, c: Contest): void {
  if (!c.phase_ends_at || c.phase_ends_at > nowOf(s)) return;
  const post_is_live = s.rules.isLive(milestoneOf(s, c.milestoneId).post);
  const change = s.rules.endOfPhase({ ...c, post_is_live }, nowOf(s));
  if (change) swap(c, change);
}

function announce(s: Sim, c: Contest, row: SimMilestone): void {
  if (s.rules.isUndecided(s.rules.factsOfDispute(c))) return takeEffect(s, c, row);
  if (c.announced === null) setAside(s, row);
  const write = (type: EventType, amount: number | null = null) => event(s, row, type, { amount });
  if (c.state === 'evidence' || c.state === 'deciding') write('dispute_phase');
  else if (c.state === 'appeal') write('dispute_decided', c.kept);
  else if (c.state === 'appealed') write('dispute_appealed');
  else if (c.state === 'withdrawing') write('dispute_withdrawn');
  else if (c.state === 'executing') {
    if (c.decisions.some((d) => d.n === 2)) write('dispute_decided', c.kept);
    write('dispute_settled', c.kept);
  }
  if (row.state === 'disputed' && c.phase_ends_at) move(s, row, 'moveDispute', { deadline_at: c.phase_ends_at });
  swap(c, { announced: c.state });
}

const RESUME = {
  funded: 'resumeFunded',
  delivered: 'resumeDelivered',
  changes_requested: 'resumeChanges',
  overdue: 'resumeOverdue',
  awaiting_live: 'resumeAwaitingLive',
  retention: 'resumeRetention',
  clearing: 'resumeClearing',
} as const;

function resume(s: Sim, c: Contest, row: SimMilestone): void {
  if (s.rules.refundsStop(row.holds)) return;
  const now = nowOf(s);
  const { deadlineAt, pausedMs } = s.rules.resumption(c, c.settled_at ?? now);
  const works = c.prior_state === 'funded' || c.prior_state === 'changes_requested';
  // What a card's bank took back for good stays set aside for it.
  const disputed = row.charged_back_at === null ? s.books.of(row.id).disputed : 0;
  move(s, row, RESUME[c.prior_state], {
    deadline_at: deadlineAt,
    ...(works ? { work_due_at: later(row.work_due_at ?? row.due_at, pausedMs) } : {}),
  });
  event(s, row, 'dispute_resumed', { change: { held: disputed, disputed: -disputed }, state: c.prior_state });
  signal(s, row.id, 'dispute_withdrawn');
  if (disputed > 0)
    s.books.post([
      {
        ...s.rules.contested('contest_closed', s.rules.booksOf(row, ''), disputed),
        opId: `dispute:${row.dispute_id}:back`,
      },
    ]);
  swap(c, { state: 'withdrawn', announced: 'withdrawn', phase_ends_at: null, ended_at: now });
}
