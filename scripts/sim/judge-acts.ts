import { durationMs } from '../../server/core/clock.ts';
import { HOLD_CAP_MS } from '../../server/features/policies/rules.ts';
import { liveTimeMs } from '../../server/features/terms/rules.ts';
import { Breach } from './books.ts';
import type { Command } from './commands.ts';
import { judgeNewPayment } from './judge-guarantee.ts';
import type { Memory } from './judge.ts';
import { DAY, type Sim, type SimMilestone } from './state.ts';

/** An act that was admitted, by an account of its own of who may do what, and until when. */
export function judgeAct(s: Sim, memory: Memory, c: Extract<Command, { do: 'act' }>): void {
  const m = s.milestones[c.m - 1]!;
  const before = memory.before.get(m.id)!;
  const passed = before.deadlineAt !== null && before.deadlineAt <= s.now;
  const refuse = (why: string): never => {
    throw new Breach('act.allowed', `${c.act} of ${m.seq} by ${c.by.role} of the ${c.by.side}: ${why}`);
  };
  if (c.stale) refuse('an older version was seen');
  if (c.act === 'submit') judgeReview(s, m, refuse);
  if (passed && before.state === 'delivered' && ['requestChanges', 'extendReview', 'releasePart'].includes(c.act))
    refuse('the review has ended');
  if (passed && before.state === 'overdue' && ['submit', 'releasePart', 'extendWork'].includes(c.act))
    refuse('grace has ended');
  if (c.act === 'extendWork') judgeMoreTime(s, memory, c, refuse);
  if (c.act === 'requestChanges' && m.round > m.rounds_max) refuse('no rounds are left');
  if ((s.notes.extended.get(m.id) ?? 0) > 1) refuse('extended twice');
  if (before.accepted && ['approve', 'requestChanges', 'extendReview'].includes(c.act)) refuse('the work was accepted');
  if (
    c.act === 'cancel' &&
    c.by.side === 'creator' &&
    (before.state === 'overdue' || (before.state === 'funded' && passed))
  )
    refuse('it is overdue');
  if (c.act === 'cancel' && m.refund_reason === 'cancelled_by_brand' && before.state === 'funded' && passed)
    refuse('a kill fee after the time to deliver');
  if (c.act === 'releasePart' && before.holds.length > 0) refuse('on hold');
  const released =
    m.state === 'approved' && c.by.side === 'brand' ? s.books.of(m.id).held + s.books.of(m.id).disputed : 0;
  const unbooked = s.parts.reduce((sum, p) => sum + (p.milestoneId === m.id && !p.earned ? p.amount : 0), 0);
  const amount =
    c.act === 'releasePart' && m.state !== 'approved' ? m.released_parts - before.parts : released - unbooked;
  if (m.state === 'approved' || c.act === 'releasePart') judgeLimit(s, c, amount, refuse);
}

/** By the days that were named, and so that a review of the work ends by the last day of its money. */
function judgeMoreTime(
  s: Sim,
  memory: Memory,
  c: Extract<Command, { do: 'act' }>,
  refuse: (why: string) => never,
): void {
  const m = s.milestones[c.m - 1]!;
  const end = m.deadline_at!.getTime();
  if (end - memory.before.get(m.id)!.deadlineAt! !== (c.days ?? 1) * DAY) refuse('grace moved by another time');
  if (c.by.side !== 'brand') refuse('it is the brand that gives more time');
  if (m.hold_expires_at && end + durationMs(m.terms.clocks.review) > m.hold_expires_at.getTime())
    refuse('no review fits before the last day');
}

const DATES = new Map<string, Intl.DateTimeFormat>();
/** The date there, as a day of universal time. */
function dayIn(zone: string, at: number): number {
  const format = DATES.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  DATES.set(zone, format);
  return Date.parse(format.format(at));
}

/** A review lasts its days; where the contract counts working days, Monday to Friday there. */
function judgeReview(s: Sim, m: SimMilestone, refuse: (why: string) => never): void {
  const end = m.deadline_at!.getTime();
  const { review, workingDaysIn: zone } = m.terms.clocks;
  const days = durationMs(review) / DAY;
  if (!zone) {
    if (end !== s.now + days * DAY) refuse('the review is of another length');
    return;
  }
  let counted = 0;
  for (let at = dayIn(zone, s.now) + DAY; at <= dayIn(zone, end); at += DAY)
    if (![0, 6].includes(new Date(at).getUTCDay())) counted += 1;
  if (counted !== days || [0, 6].includes(new Date(dayIn(zone, end)).getUTCDay()))
    refuse(`the review ends after ${counted} working days instead of ${days}`);
}

/** By the role's limit; what the person released in parts of the deal within a day counts with it. */
function judgeLimit(s: Sim, c: Extract<Command, { do: 'act' }>, amount: number, refuse: (why: string) => never): void {
  const { role } = c.by;
  if (['owner', 'admin', 'finance'].includes(role)) return;
  if (role !== 'manager' && role !== 'reviewer') refuse('no right to release');
  const limit = s.limits[role as 'manager' | 'reviewer'];
  if (limit.mode === 'unlimited') return;
  const most = limit.mode === 'up_to' && limit.currency === s.deal.currency ? limit.amount : 0;
  const m = s.milestones[c.m - 1]!;
  const isIn = (of: { milestoneId: string }) =>
    s.milestones.find((one) => one.id === of.milestoneId)!.contract_id === m.contract_id;
  const own = s.parts.filter(
    (p) => isIn(p) && p.by === role && p.cause === 'brand' && p.releasedAt.getTime() > s.now - DAY,
  );
  const before =
    own.reduce((sum, p) => sum + p.amount, 0) - (c.act === 'releasePart' && m.state !== 'approved' ? amount : 0);
  const offered = s.grants
    .filter(
      (g) => g.contractId === m.contract_id && g.by === role && g.at.getTime() > s.now - DAY && g.at.getTime() <= s.now,
    )
    .filter(({ of }) => {
      if ('signed' in of) return !of.ended || of.state === 'applied';
      return 'outcome' in of ? of.outcome === null : of.state === 'open';
    })
    .reduce((sum, g) => sum + g.amount, 0);
  if (amount + before + offered > most) refuse(`${amount} after ${before}, at most ${most}`);
}

/** Everything that may follow fits before the money's last day; after a bonus only its clearing. */
export function judgeFunding(s: Sim, memory: Memory, c: Extract<Command, { do: 'fund' }>): void {
  for (const seq of [c.m, ...(c.also ?? [])]) judgeFunded(s, memory, s.milestones[seq - 1]!);
}

function judgeFunded(s: Sim, memory: Memory, m: SimMilestone): void {
  const before = memory.before.get(m.id)!;
  if (before.state !== 'awaiting_funding') return;
  judgeNewPayment(s);
  if (before.deadlineAt !== null && before.deadlineAt <= s.now)
    throw new Breach('act.allowed', 'funded after its deadline');
  const { overdueAfter, grace, review, clearing, workingDaysIn } = m.terms.clocks;
  // A review of working days may begin before a weekend.
  const weekends = workingDaysIn ? 2 * DAY * Math.ceil(durationMs(review) / DAY / 5) : 0;
  const end = m.bonus
    ? s.now + durationMs(clearing)
    : [overdueAfter, grace, review, clearing].reduce(
        (at, clock) => at + durationMs(clock),
        m.due_at.getTime() + liveTimeMs(m.terms.clocks) + weekends,
      );
  if (end > s.now + HOLD_CAP_MS) throw new Breach('deal.deadlines', `${m.seq} was funded too early`);
}
