import { stepOf } from '../../server/core/money.ts';
import type { MilestoneState } from '../../server/features/escrow/schema.ts';
import { wrongStep } from '../../server/features/money-check/rules.ts';
import type { Clocks } from '../../server/features/terms/schema.ts';
import { Breach, equal, share } from './books.ts';
import type { Command, Outcome } from './commands.ts';
import { judgeAmend, judgeBonus, judgeBonusState } from './judge-addenda.ts';
import { judgeAct, judgeFunding } from './judge-acts.ts';
import { agreedOf, judgeChanges, type Agreed } from './judge-changes.ts';
import { judgeContest } from './judge-contests.ts';
import { judgeDisputes } from './judge-disputes.ts';
import { coveredOf, judgeBankRefunds, judgeFraud, judgeGuarantee } from './judge-guarantee.ts';
import { judgeCharge, judgeJoint } from './judge-joint.ts';
import { judgeLive, judgePostEvent } from './judge-live.ts';
import { judgeMethods, judgeMethodsAtRest } from './judge-methods.ts';
import { judgeParked } from './judge-parked.ts';
import { judgeBanks, judgePayouts, judgePayoutsAtRest, payoutsAtProvider } from './judge-payouts.ts';
import { FLOAT } from './deal.ts';
import { otherOf } from './suspense.ts';
import { DAY, type Sim, type SimMilestone } from './state.ts';

/*
 * What holds after every step: the invariants of the money check that records in memory can be held against, under their
 * names, and the guarantees about acts and clocks, under names of their own. None of them asks a rule that may be broken.
 */

const IN_ESCROW: readonly MilestoneState[] = [
  'funded',
  'delivered',
  'changes_requested',
  'overdue',
  'cancel_requested',
  'approved',
  'auto_approved',
  'clearing',
  'disputed',
  'awaiting_live',
  'retention',
];
const HOLDS_NOTHING: readonly MilestoneState[] = [
  'proposed',
  'awaiting_funding',
  'funding',
  'releasing',
  'released',
  'refunded',
  'void',
  'settling',
  'settled_split',
];
const HAS_NO_FEE: readonly MilestoneState[] = [
  'releasing',
  'released',
  'refunded',
  'void',
  'settling',
  'settled_split',
];
const OVER: readonly MilestoneState[] = ['released', 'refunded', 'void', 'settled_split'];
const BEFORE_APPROVAL: readonly MilestoneState[] = [
  'funded',
  'delivered',
  'changes_requested',
  'overdue',
  'cancel_requested',
];
/** What a payment is booked from: what arrived, or what was parked of it; nothing of the platform's own. */
const BOOKED = ['PSP_BAL', 'SUSPENSE'];
const RESTING_HOLDS = ['card_dispute', 'provider_refund', 'staff_hold'];

/** Facts of a milestone before a command. */
interface Before {
  state: MilestoneState;
  deadlineAt: number | null;
  version: number;
  holds: readonly string[];
  round: number;
  parts: number;
  accepted: boolean;
  isPostOverdue: boolean;
  /** Until when its post had to stay up. */
  keptUntil: number | null;
}
export interface Memory {
  /** The clocks in force before the command, by contract. */
  clocks: Map<string, Clocks>;
  before: Map<string, Before>;
  agreed: Agreed;
  /** How many events were judged, and the state each milestone came to by them. */
  events: number;
  states: Map<string, MilestoneState>;
  /** How late the worker was with a deadline of a milestone at most: what follows a late step may be as late. */
  late: Map<string, number>;
  /** How many payouts and payments there were, and the payouts that the provider had. */
  payouts: number;
  payments: number;
  sent: ReadonlySet<string>;
}

const clocksOf = (s: Sim): Map<string, Clocks> => new Map(s.milestones.map((m) => [m.contract_id, m.terms.clocks]));

export const newMemory = (s: Sim): Memory => ({
  clocks: clocksOf(s),
  before: new Map(),
  agreed: agreedOf(s),
  events: 0,
  states: new Map(),
  late: new Map(),
  payouts: 0,
  payments: 0,
  sent: new Set(),
});

export function remember(s: Sim, memory: Memory): void {
  memory.clocks = clocksOf(s);
  memory.agreed = agreedOf(s);
  memory.payouts = s.payouts.length;
  memory.payments = s.payments.length;
  memory.sent = payoutsAtProvider(s);
  for (const m of s.milestones) {
    const deadlineAt = m.deadline_at?.getTime() ?? null;
    memory.before.set(m.id, {
      state: m.state,
      deadlineAt,
      holds: m.holds,
      round: m.round,
      parts: m.released_parts,
      version: m.version,
      accepted: m.accepted_at !== null,
      isPostOverdue: m.post_overdue_at !== null,
      keptUntil: m.post?.keepUntil?.getTime() ?? null,
    });
    if (deadlineAt !== null && deadlineAt < s.now)
      memory.late.set(m.id, Math.max(memory.late.get(m.id) ?? 0, s.now - deadlineAt));
  }
}

/** Throws a Breach when the books, the rows or the provider disagree, or when the command did what it must not. */
export function judge(s: Sim, memory: Memory, command: Command, outcome: Outcome): void {
  judgeBooks(s);
  for (const m of s.milestones) {
    judgeMilestone(s, m);
    judgeStep(s, m, memory, command);
    judgeBonusState(m);
  }
  judgeCalls(s);
  judgeBankRefunds(s);
  judgeFraud(s);
  judgeJoint(s);
  judgeParked(s);
  for (const c of s.contests) judgeContest(s, c);
  judgePayouts(s);
  judgeBanks(s, memory, command, outcome);
  judgeMethods(s, memory, command, outcome);
  judgeChanges(s, memory, command, outcome);
  judgeTimeline(s, memory);
  if (command.do === 'act' && outcome === 'done') judgeAct(s, memory, command);
  if (command.do === 'amend' && outcome === 'done') judgeAmend(s, memory, command);
  if (command.do === 'bonus' && outcome === 'done') judgeBonus(s, command);
  if (command.do === 'fund' && outcome === 'done') judgeFunding(s, memory, command);
}

function judgeBooks(s: Sim): void {
  const { books, deal } = s;
  equal('ledger.world-is-zero', 'all balances', books.world(), 0);
  const aside = s.milestones.reduce((sum, m) => sum + coveredOf(s, m), 0);
  const ours = books.balance('PSP_BAL', '', deal.currency);
  // With little money of its own the platform cannot cover what banks take of work that was paid before.
  if (deal.float >= FLOAT && ours + aside < books.liabilities())
    throw new Breach('ledger.clients-are-covered', `${ours + aside} for ${books.liabilities()}`);
  for (const currency of [deal.currency, otherOf(deal.currency).currency])
    equal(
      'provider.balance',
      `our mirror of ${currency} and what is under way`,
      books.balance('PSP_BAL', '', currency) + books.moving(currency),
      s.provider.balance(currency),
    );
}

function judgeMilestone(s: Sim, m: SimMilestone): void {
  const b = s.books.of(m.id);
  if (b.funded !== b.held + b.released + b.refunded + b.disputed)
    throw new Breach(
      'deal.milestone-adds-up',
      `${b.funded} ≠ ${b.held} + ${b.released} + ${b.refunded} + ${b.disputed}`,
    );
  const feeLeft = s.books.balance('FEE_DEFERRED', m.id, m.currency);
  equal('deal.fee-adds-up', `fee of milestone ${m.seq}`, feeLeft + b.feeGone, b.feeCollected);
  const earned = s.parts.reduce((sum, p) => sum + (p.milestoneId === m.id && p.earned ? p.amount : 0), 0);
  const held = b.held + b.disputed;
  if (HOLDS_NOTHING.includes(m.state)) equal('deal.state-fits-money', `${m.state} ${m.seq} holds`, held, 0);
  if (IN_ESCROW.includes(m.state)) equal('deal.state-fits-money', `${m.state} ${m.seq} holds`, held, m.amount - earned);
  if (HAS_NO_FEE.includes(m.state)) equal('deal.state-fits-money', `fee deferred for ${m.state} ${m.seq}`, feeLeft, 0);
  const parts = s.parts.filter((p) => p.milestoneId === m.id);
  equal(
    'deal.parts-add-up',
    `parts of ${m.seq}`,
    m.released_parts,
    parts.reduce((sum, p) => sum + p.amount, 0),
  );
  if (!OVER.includes(m.state) && m.state !== 'proposed' && !m.deadline_at)
    throw new Breach('deal.deadlines', `${m.state} ${m.seq} has no deadline`);
  const active = s.payments.filter(
    (p) => p.milestoneId === m.id && ['claimed', 'open', 'processing'].includes(p.state),
  );
  if (active.length > 1) throw new Breach('deal.one-claim', `${active.length} payments of ${m.seq} under way`);
  const contested = m.state === 'disputed' && s.books.posted.has(`dispute:${m.dispute_id}:aside`);
  const aside = contested || s.disputes.some((d) => d.milestoneId === m.id && d.set_aside);
  equal('deal.disputes-are-booked', `set aside of ${m.seq}`, b.disputed, aside ? m.amount - earned : 0);
  judgeShares(s, m, b.released);
  judgeLive(s, m);
}

/** Commission is cumulative: the legs of all parts are the shares of what was released, to the minor unit. */
function judgeShares(s: Sim, m: SimMilestone, released: number): void {
  let creator = 0;
  let agent = 0;
  for (const t of s.transfers) {
    if (t.milestoneId !== m.id) continue;
    if (t.leg === 'creator') creator += t.amount;
    else agent += t.amount;
  }
  const step = stepOf(m.currency);
  const commission = m.agency_org ? share(released, m.commission_bps, step) : 0;
  equal('deal.shares-add-up', `commission of ${m.seq}`, agent, commission);
  equal('deal.shares-add-up', `share of the creator of ${m.seq}`, creator, released - commission);
}

function judgeCalls(s: Sim): void {
  const { books, deal } = s;
  const owed = { creator: 0, agent: 0 };
  for (const t of s.transfers) {
    const under = t.state === 'claimed' || t.state === 'unknown';
    equal('ledger.in-flight', t.opId, books.balance('XFER_IN_FLIGHT', t.opId, deal.currency), under ? t.amount : 0);
    if (t.state === 'waiting') owed[t.leg] += t.amount;
    else if (t.clearsAt && t.clearsAt.getTime() > s.now)
      throw new Breach('deal.parts-clear', `${t.opId} was sent before its clearing has ended`);
  }
  equal('ledger.creators-keep', 'owed to the creator', books.total('CREATOR_PAYABLE'), owed.creator);
  equal('ledger.creators-keep', 'owed to the agency', books.total('AGENT_PAYABLE'), owed.agent);
  for (const p of s.payments) {
    const back = s.refunds.reduce((sum, r) => sum + (r.paymentId === p.id && r.state === 'failed' ? r.amount : 0), 0);
    equal('deal.refunds-are-owed', `owed for ${p.opId}`, books.balance('REFUND_PAYABLE', p.id, deal.currency), back);
    judgeCharge(s, p);
    const funded = books.posted.get(p.opId);
    if (['paid', 'refunding', 'refunded'].includes(p.state))
      equal(
        'deal.charged-is-quoted',
        `booked for ${p.opId}`,
        funded?.legs.reduce((sum, leg) => sum + (BOOKED.includes(leg.code) ? leg.debit - leg.credit : 0), 0) ?? 0,
        p.total,
      );
  }
  for (const r of s.refunds) {
    // What waits for the provider's balance has not been sent.
    const waits = r.state === 'pending' && !books.posted.has(`${r.opId}:a${s.operations.get(r.opId)?.attempt}:sent`);
    equal(
      'deal.refunds-are-owed',
      `claimed of ${r.opId}`,
      books.balance('REFUND_IN_FLIGHT', r.opId, deal.currency),
      r.state === 'claimed' || waits ? r.amount : 0,
    );
  }
  judgeDisputes(s, IN_ESCROW);
}

function judgeTimeline(s: Sim, memory: Memory): void {
  const fresh = s.events.slice(memory.events);
  memory.events = s.events.length;
  for (const e of fresh) {
    if (e.milestoneId === null) continue;
    const m = s.milestones.find((one) => one.id === e.milestoneId)!;
    const { holds } = m;
    judgePostEvent(s, m, e);
    if (e.type === 'paid_despite_dispute') judgeGuarantee(s, e.milestoneId);
    if (e.type === 'refund_started' && holds.some((h) => RESTING_HOLDS.includes(h)))
      throw new Breach('deal.holds', `a refund of ${e.milestoneId} was started on hold`);
    const { text, state } = wrongStep([e], memory.states.get(e.milestoneId));
    if (text) throw new Breach('deal.events-replay', text);
    memory.states.set(e.milestoneId, state);
  }
  for (const { id } of s.contracts) {
    const last = s.events.findLast((e) => e.contractId === id);
    if (!last) continue;
    const sums = { held: 0, released: 0, refunded: 0, disputed: 0 };
    for (const m of s.milestones) {
      if (m.contract_id !== id) continue;
      const b = s.books.of(m.id);
      for (const part of ['held', 'released', 'refunded', 'disputed'] as const) sums[part] += b[part];
    }
    for (const part of ['held', 'released', 'refunded', 'disputed'] as const)
      equal('deal.events-replay', `${part} by the events`, last[part], sums[part]);
  }
}

/** Steps of the clock: not before their time, not while a hold rests, and the money leaves by its last day. */
function judgeStep(s: Sim, m: SimMilestone, memory: Memory, command: Command): void {
  const before = memory.before.get(m.id);
  if (!before) return;
  const rests = before.holds.some((h) => RESTING_HOLDS.includes(h));
  if (before.state !== m.state) {
    const early = before.deadlineAt !== null && before.deadlineAt > s.now;
    const byClock = command.do === 'turn' || command.do === 'resume';
    // A proposal or a dispute that ended goes back to where it interrupted.
    const overdue = m.state === 'overdue' && !['cancel_requested', 'disputed'].includes(before.state);
    const dropped =
      m.state === 'refunding' && byClock && ['overdue', 'not_posted', 'not_live'].includes(m.refund_reason ?? '');
    const auto = before.state === 'delivered' && byClock && m.state !== 'approved';
    if ((overdue || dropped || auto) && early)
      throw new Breach('clock.not-early', `${before.state} → ${m.state} of ${m.seq}`);
    if ((overdue || dropped) && rests)
      throw new Breach('clock.rests', `${before.state} → ${m.state} of ${m.seq} on hold`);
    if (m.state === 'releasing' || m.state === 'released') {
      if (['approved', 'auto_approved', 'clearing'].includes(before.state)) {
        if (early) throw new Breach('clock.not-early', `${m.seq} was released before its clearing has ended`);
        // A hold whose case was closed is lifted by the release itself.
        const stops = (hold: string) => hold !== 'card_dispute';
        if (before.holds.some(stops) && m.holds.some(stops))
          throw new Breach('deal.holds', `${m.seq} was released on hold`);
      }
    }
    if (m.state === 'settling' && m.holds.length > 0) throw new Breach('deal.holds', `${m.seq} was settled on hold`);
    if (m.state === 'refunding' && m.holds.some((h) => RESTING_HOLDS.includes(h)) && command.do === 'act')
      throw new Breach('deal.holds', `${m.seq} was cancelled on hold`);
  }
  if (
    m.deadline_at &&
    m.hold_expires_at &&
    IN_ESCROW.includes(m.state) &&
    m.state !== 'disputed' &&
    m.clock_stopped_at === null
  ) {
    const over = m.deadline_at.getTime() - m.hold_expires_at.getTime();
    const late = memory.late.get(m.id) ?? 0;
    if (over > late && late < 10 * DAY)
      throw new Breach('deal.deadlines', `${m.state} ${m.seq} holds money ${over} ms past its last day`);
  }
  const kept = s.notes.kept.get(m.id);
  if (kept) {
    const fee =
      kept.reason === 'cancelled_by_brand'
        ? Math.min(kept.of, share(kept.of, s.deal.killFeeBps, stepOf(m.currency)))
        : 0;
    // What both agreed to, or what silence gives: less than all of it, and never below the kill fee when the brand asked.
    if (kept.reason === 'agreed') {
      const request = s.cancelRequests.findLast((r) => r.milestoneId === m.id)!;
      if (request.state === 'accepted') equal('deal.agreed', `kept of ${m.seq}`, kept.amount, request.keeps);
      else if (request.proposedBy === 'creator') equal('deal.agreed', `kept of ${m.seq} by silence`, kept.amount, 0);
      else if (kept.amount < request.keeps || kept.amount > kept.of)
        throw new Breach('deal.agreed', `${kept.amount} kept of ${kept.of}, ${request.keeps} offered`);
    } else equal('deal.kill-fee', `kept of ${m.seq}, ${kept.reason}`, kept.amount, fee);
  }
}

/** What holds once everything has come to rest: nothing is owed, and each call was made once. */
export function judgeEnd(s: Sim): void {
  for (const m of s.milestones)
    if (!OVER.includes(m.state)) throw new Breach('deal.deadlines', `${m.seq} stays ${m.state}`);
  for (const c of s.contests)
    if (c.ended_at === null) throw new Breach('platform.claims-are-settled', `the dispute ${c.id} stays ${c.state}`);
  for (const t of s.transfers) {
    const m = s.milestones.find((one) => one.id === t.milestoneId)!;
    if (t.state !== 'sent' && !(BEFORE_APPROVAL.includes(m.state) && m.holds.length > 0) && m.holds.length === 0)
      throw new Breach('platform.claims-are-settled', `${t.opId} stays ${t.state}`);
  }
  for (const r of s.refunds)
    if (!['done', 'by_bank'].includes(r.state) && s.milestones.find((m) => m.id === r.milestoneId)!.holds.length === 0)
      throw new Breach('platform.claims-are-settled', `${r.opId} stays ${r.state}`);
  if (s.books.unmirrored.size > 0 && s.milestones.every((m) => m.holds.length === 0))
    throw new Breach('provider.lines', `${s.books.unmirrored.size} lines of the provider without a posting`);
  const dead = new Set(['failed', 'canceled']);
  judgePayoutsAtRest(s);
  judgeMethodsAtRest(s);
  for (const kind of ['transfer', 'refund', 'payout'] as const) {
    const living = new Map<string, number>();
    for (const object of s.provider.world.store.all(kind)) {
      const { metadata, status } = object as unknown as { metadata: Record<string, string>; status?: string };
      const opId = metadata['op_id'];
      if (opId !== undefined && !dead.has(status ?? '')) living.set(opId, (living.get(opId) ?? 0) + 1);
    }
    for (const [opId, n] of living) if (n > 1) throw new Breach('provider.once-each', `${opId} has ${n} objects`);
  }
}
