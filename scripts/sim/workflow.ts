import type { OpenMoney } from '../../server/features/escrow/timers/queries.ts';
import { NOTHING_OPEN, type Answers, type EscrowAct, type Planned } from '../../server/features/escrow/timers/plan.ts';
import { CLAIM_LIMIT_MS } from '../../server/features/escrow/timers/rules.ts';
import type { MilestoneState } from '../../server/features/escrow/schema.ts';
import { requestAutomatic } from './automatic.ts';
import { settleSilence } from './cancel-requests.ts';
import { confirmFunding } from './confirm-funding.ts';
import { awaitPost, settleLive } from './live.ts';
import { linesOf } from './joint.ts';
import { endDealIfOver, event, milestoneOf, move } from './moves.ts';
import { decisionOf, refundsOf } from './finish.ts';
import { refund } from './refund.ts';
import { release, transfersOf } from './release.ts';
import type { Steps } from './runs.ts';
import { nowOf, type Payment, type Sim, type SimMilestone } from './state.ts';
import { openDecision } from './returned.ts';

const WITH_OPEN_MONEY: readonly MilestoneState[] = ['funding', 'releasing', 'refunding', 'settling'];

function openMoney(s: Sim, row: SimMilestone): OpenMoney {
  if (!s.rules.isTerminal(row.state) && !WITH_OPEN_MONEY.includes(row.state) && row.released_parts === 0)
    return { ...NOTHING_OPEN, suspenseDecided: openDecision(s, row.id) !== undefined };
  const refunds = refundsOf(s, row.id);
  const since = refunds.find((r) => !['done', 'failed', 'by_bank'].includes(r.state));
  const failed = refunds.filter((r) => r.state === 'failed');
  return {
    suspenseDecided: openDecision(s, row.id) !== undefined,
    paymentReportedDone: s.inbox.some(
      (e) =>
        e.milestoneId === row.id &&
        e.state === 'pending' &&
        e.type === 'payment_intent.succeeded' &&
        !waitsForAnother(
          s,
          s.payments.find((p) => p.id === e.paymentId)!,
        ),
    ),
    refundSince: since?.createdAt ?? null,
    refundToRead: refunds.some((r) => r.state === 'unknown') || failed.some((r) => decisionOf(s, r) !== null),
    refundUndecided: failed.length > 0,
    transfers: transfersOf(s, row.id).map(({ leg, state, part, clearsAt }) => ({
      leg,
      state,
      part,
      clearsAt: clearsAt?.toISOString() ?? null,
    })),
    partToEarn: s.parts.some((p) => p.milestoneId === row.id && !p.earned),
  };
}

/** A payment that had been given up, and another one of its milestones that a bank is processing. */
const waitsForAnother = (s: Sim, lead: Payment): boolean =>
  !s.rules.isActive(lead.state) &&
  linesOf(s, lead).some((line) =>
    s.payments.some((p) => p.milestoneId === line.milestoneId && p.state === 'processing'),
  );

/** A milestone as its workflow has read it. */
export interface Snapshot {
  /** Soonest first. */
  steps: Planned[];
  closed: boolean;
  answers: Answers;
}

/** `escrowSnapshot` of the product. */
function read(s: Sim, row: SimMilestone): Snapshot {
  const now = nowOf(s);
  const open = openMoney(s, row);
  const missed: Planned[] = [];
  if (
    row.hold_expires_at &&
    s.rules.holdsInEscrow(row.state) &&
    row.state !== 'disputed' &&
    !s.rules.refundsStop(row.holds)
  ) {
    const due = s.rules.lastDayWarnings(row.hold_expires_at).findLast((w) => w.at <= now);
    if (due && !s.warned.has(`${row.id}:${due.hours}`)) missed.push({ ...due, at: now });
  }
  const live = s.rules.liveStepOf(row, now);
  const planned = s.rules.planOf({ row, open, missed, liveDue: live !== null && live.do !== 'wait', now });
  const waits = s.stopped && planned.some(s.rules.takesMoneyOut);
  const closed = s.rules.isTerminal(row.state) && planned.length === 0;
  return {
    steps: s.rules.inOrder(waits ? s.rules.whileStopped(planned, now) : planned),
    closed,
    answers: s.rules.answersOf(row.state, open, closed),
  };
}

/** The last snapshot of a workflow; it begins, or begins anew, with a read. */
export function known(s: Sim, row: SimMilestone): Snapshot {
  const last = s.snapshots.get(row.id);
  if (last && !last.closed) return last;
  const snapshot = read(s, row);
  s.snapshots.set(row.id, snapshot);
  return snapshot;
}

/** When the workflow acts next if nothing is reported to it; null: never. */
export function nextTimeOf(s: Sim, row: SimMilestone): number | null {
  if (row.state === 'proposed') return null;
  if ((s.signals.get(row.id)?.length ?? 0) > 0 || (s.retries.get(row.id)?.length ?? 0) > 0) return s.now;
  return known(s, row).steps[0]?.at.getTime() ?? null;
}

/**
 * One turn of the milestone's workflow: activities that have not ended, then what the signals cause, then the step that is
 * due; and a read. Answers what it did.
 */
export function* turn(s: Sim, milestoneId: string): Steps<string> {
  const row = milestoneOf(s, milestoneId);
  const acts = s.retries.get(milestoneId) ?? [];
  s.retries.set(milestoneId, acts);
  if (acts.length === 0) {
    const snapshot = known(s, row);
    const signals = s.signals.get(milestoneId) ?? [];
    s.signals.delete(milestoneId);
    const [next] = snapshot.steps;
    for (const name of signals) {
      const answer = snapshot.answers[name];
      if (answer && 'act' in answer && !acts.some((a) => a.act === answer.act))
        acts.push({ act: answer.act, hours: 0 });
    }
    if (signals.length === 0) {
      if (!next || next.at.getTime() > s.now) return 'idle';
      acts.push({ act: next.act, hours: next.hours ?? 0 });
    }
  }
  const done: EscrowAct[] = [];
  for (let todo = acts[0]; todo; todo = acts[0]) {
    yield* perform(s, row, todo.act, todo.hours);
    done.push(todo.act);
    if (acts[0] === todo) acts.shift();
  }
  s.snapshots.set(milestoneId, read(s, row));
  return done.join(', ') || 'read';
}

function* perform(s: Sim, row: SimMilestone, act: EscrowAct, hours: number): Steps<void> {
  switch (act) {
    case 'confirmFunding':
      yield* confirmFunding(s, row.id);
      return;
    case 'endFunding':
      if (!isDue(s, row, ['awaiting_funding'])) return;
      move(s, row, 'endFunding', { deadline_at: null });
      event(s, row, 'funding_expired');
      event(s, row, 'void');
      endDealIfOver(s);
      return;
    case 'markOverdue':
      if (!isDue(s, row, ['funded', 'changes_requested'])) return;
      move(s, row, 'markOverdue', {
        deadline_at: s.rules.deadlines.overdue(nowOf(s), row.terms.clocks, row.hold_expires_at),
      });
      event(s, row, 'overdue');
      return;
    case 'autoApprove':
      if (!isDue(s, row, ['delivered'])) return;
      move(s, row, 'autoApprove', {
        approved_at: nowOf(s),
        deadline_at: s.rules.deadlines.approved(nowOf(s), row.terms.clocks, row.hold_expires_at),
      });
      event(s, row, 'auto_approved', { amount: s.rules.restOf(row) });
      awaitPost(s, row, 'system');
      yield* release(s, row.id);
      return;
    case 'endGrace':
      if (!isDue(s, row, ['overdue'])) return;
      move(s, row, 'refundOverdue', { deadline_at: new Date(s.now + CLAIM_LIMIT_MS), refund_reason: 'overdue' });
      yield* refund(s, row.id);
      return;
    case 'endCancelRequest':
      if (!isDue(s, row, ['cancel_requested'])) return;
      settleSilence(s, row);
      yield* refund(s, row.id);
      return;
    case 'settleLive':
      settleLive(s, row.id);
      if (row.state === 'refunding') yield* refund(s, row.id);
      else yield* release(s, row.id);
      return;
    case 'release':
      yield* release(s, row.id);
      return;
    case 'refund':
      yield* refund(s, row.id);
      return;
    case 'remind':
      if (row.state === 'awaiting_funding') requestAutomatic(s, row, s.rules.fundableFromOf(row));
      return;
    case 'warnOfLastDay':
      if (row.hold_expires_at && s.rules.holdsInEscrow(row.state)) s.warned.add(`${row.id}:${hours}`);
  }
}

const isDue = (s: Sim, row: SimMilestone, states: readonly MilestoneState[]): boolean =>
  states.includes(row.state) &&
  row.deadline_at !== null &&
  row.deadline_at.getTime() <= s.now &&
  !s.rules.areTimersPaused(row);

/** Both have signed: every milestone awaits its funding. */
export function openMilestones(s: Sim): void {
  for (const { id } of s.contracts) event(s, null, 'contract_active', { contract: id });
  for (const row of s.milestones) {
    const deadline = s.rules.deadlines.funding(
      nowOf(s),
      row.terms.clocks,
      s.rules.workBefore(
        row,
        s.milestones.filter((m) => m.contract_id === row.contract_id),
      ),
      { dueAt: row.due_at, bonus: row.bonus },
    );
    move(s, row, 'open', { deadline_at: deadline, funding_deadline_at: deadline });
  }
}
