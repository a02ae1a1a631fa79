import type { ErrorCode } from '../../server/core/errors.ts';
import type { DealAction, DealViewer } from '../../server/features/escrow/rules.ts';
import { CLAIM_LIMIT_MS } from '../../server/features/escrow/timers/rules.ts';
import type { EventType } from '../../server/features/escrow/schema.ts';
import type { Side } from '../../server/features/terms/schema.ts';
import { acceptCancel, proposeCancel } from './cancel-requests.ts';
import { awaitPost } from './live.ts';
import { endDealIfOver, event, facts, goBack, milestoneOf, move, signal } from './moves.ts';
import { nowOf, type Sim, type SimMilestone } from './state.ts';
import { viewer, type Person } from './viewer.ts';

export interface Act {
  person: Person;
  action: DealAction;
  milestoneId: string;
  /** The version that the person saw: the newest, or one before. */
  seen: number;
  amount?: number;
  /** That overdue work is given. */
  days?: number;
}

/** One act of a person on a milestone, in one transaction. Answers the refusal, or null. */
export function perform(s: Sim, act: Act): ErrorCode | null {
  const row = milestoneOf(s, act.milestoneId);
  const who = viewer(s, act.person, row);
  const refused = s.rules.refusalOfSeen(act.action, facts(s, row), who, { version: row.version, seen: act.seen });
  if (refused) return refused;
  const happened = apply(s, row, act, who);
  if (typeof happened !== 'string') return happened.refused;
  signal(s, row.id, happened);
  return null;
}

type Happened = EventType | { refused: ErrorCode };

function apply(s: Sim, row: SimMilestone, act: Act, who: DealViewer): Happened {
  const now = nowOf(s);
  const { clocks } = row.terms;
  const by = act.person.side;
  switch (act.action) {
    case 'submit':
      move(s, row, 'submit', {
        submitted_at: now,
        review_extended: false,
        deadline_at: s.rules.deadlines.delivered(now, clocks),
      });
      s.notes.extended.set(row.id, 0);
      event(s, row, 'submitted', { by });
      return 'submitted';
    case 'approve':
      if (s.rules.approvalOf(facts(s, row), who) === 'release') return approveAll(s, row, by);
      move(s, row, 'accept', { accepted_at: now, accepted_by: act.person.role });
      event(s, row, 'accepted', { by, amount: s.rules.restOf(row) });
      return 'accepted';
    case 'release':
      return approveAll(s, row, by);
    case 'requestChanges':
      move(s, row, 'requestChanges', {
        round: row.round + 1,
        work_due_at: s.rules.deadlines.revisionDue(now, row.due_at, clocks),
        deadline_at: s.rules.deadlines.changesRequested(now, row.due_at, clocks),
      });
      event(s, row, 'changes_requested', { by });
      return 'changes_requested';
    case 'extendReview':
      move(s, row, 'extendReview', {
        review_extended: true,
        deadline_at: s.rules.deadlines.extended(row.deadline_at ?? now, clocks),
      });
      s.notes.extended.set(row.id, (s.notes.extended.get(row.id) ?? 0) + 1);
      event(s, row, 'review_extended', { by });
      return 'review_extended';
    case 'extendWork': {
      const days = act.days ?? 1;
      if (!row.deadline_at || days > s.rules.moreDays(facts(s, row))) return { refused: 'escrow.no_more_time' };
      move(s, row, 'extendWork', { deadline_at: s.rules.deadlines.moreTime(row.deadline_at, days) });
      event(s, row, 'work_extended', { by });
      return 'work_extended';
    }
    case 'extendPost': {
      const until = s.rules.postTime(row, row.post)?.extension;
      if (!(until instanceof Date)) return { refused: 'state.wrong' };
      move(s, row, 'extendPost', { post_extended_at: now, deadline_at: until });
      event(s, row, 'post_extended', { by });
      return 'post_extended';
    }
    case 'releasePart':
      return releasePart(s, row, act, who);
    case 'cancel':
      return cancel(s, row, by);
    case 'fund':
      throw new Error('a payment is a run');
    case 'dispute':
      throw new Error('a dispute has commands of its own');
    case 'proposeCancel':
      return proposeCancel(s, row, { ...act.person, keeps: act.amount ?? 0, mayRelease: who.mayRelease });
    case 'acceptCancel':
      return acceptCancel(s, row, { ...act.person, mayRelease: who.mayRelease });
    case 'declineCancel':
      return goBack(s, row, 'declined', by);
    case 'withdrawCancel':
      return goBack(s, row, 'withdrawn', by);
  }
}

function approveAll(s: Sim, row: SimMilestone, by: Side, waits = true): Happened {
  const now = nowOf(s);
  move(s, row, row.state === 'delivered' ? 'approve' : 'approveEarly', {
    approved_at: now,
    deadline_at: s.rules.deadlines.approved(now, row.terms.clocks, row.hold_expires_at),
  });
  event(s, row, 'approved', { by, amount: s.rules.restOf(row) });
  if (waits) awaitPost(s, row, by);
  return 'approved';
}

function releasePart(s: Sim, row: SimMilestone, act: Act, who: DealViewer): Happened {
  const amount = act.amount ?? 0;
  const held = s.rules.restOf(row);
  if (s.rules.partProblem(amount, held, row.currency)) return { refused: 'input.invalid' };
  if (!s.rules.withinLimit(amount, who.mayRelease)) return { refused: 'escrow.over_release_limit' };
  const now = nowOf(s);
  const { whole, at } = s.rules.previewOfPart(amount, held, {
    now,
    clocks: row.terms.clocks,
    holdEnd: row.hold_expires_at,
  });
  // Who releases all that is held does not wait for the post.
  if (whole) return approveAll(s, row, act.person.side, false);
  const n = s.parts.filter((p) => p.milestoneId === row.id).length + 1;
  s.parts.push({
    milestoneId: row.id,
    n,
    amount,
    clearsAt: at,
    releasedAt: now,
    by: act.person.role,
    cause: 'brand',
    earned: false,
  });
  move(s, row, 'releasePart', { released_parts: row.released_parts + amount });
  event(s, row, 'part_released', { by: act.person.side, amount });
  return 'part_released';
}

function cancel(s: Sim, row: SimMilestone, by: Side): Happened {
  const kind = s.rules.cancellationOf(row.state);
  if (!kind) return { refused: 'state.wrong' };
  const reason = s.rules.cancelReason(facts(s, row), by, nowOf(s));
  move(s, row, kind, {
    deadline_at: kind === 'cancelUnfunded' ? null : new Date(s.now + CLAIM_LIMIT_MS),
    refund_reason: reason,
  });
  event(s, row, 'cancelled', { by, amount: kind === 'cancelUnfunded' ? 0 : s.rules.restOf(row) });
  if (kind === 'cancelUnfunded') {
    event(s, row, 'void', { by });
    endDealIfOver(s);
  }
  return 'cancelled';
}
