import { durationMs } from '../../server/core/clock.ts';
import { HOLD_CAP_MS } from '../../server/features/policies/rules.ts';
import type { Clocks } from '../../server/features/terms/schema.ts';
import { aboutOf, type AboutAddendum } from './addenda.ts';
import { contractOf } from './addendum.ts';
import type { Addendum } from './addendum-row.ts';
import { Breach, equal } from './books.ts';
import type { Command, Outcome } from './commands.ts';
import type { Memory } from './judge.ts';
import { judgeOnHold } from './on-hold.ts';
import type { Person } from './viewer.ts';
import type { Sim, SimMilestone } from './state.ts';

/*
 * What both sides have agreed on: prices, dates and milestones change by an addendum that both have signed in time, and not
 * once money is there for them; and no money is held before its milestone may hold it.
 */

/** What was agreed of each milestone before a command, and what was to be paid without a person. */
export interface Agreed {
  of: Map<string, { amount: number; dueAt: number }>;
  automatic: ReadonlySet<string>;
}
export const agreedOf = (s: Sim): Agreed => ({
  of: new Map(s.milestones.map((m) => [m.id, { amount: m.amount, dueAt: m.due_at.getTime() }])),
  automatic: new Set(s.automatic.map(({ milestoneId }) => milestoneId)),
});

/** Called before the timeline is judged. */
export function judgeChanges(s: Sim, memory: Memory, command: Command, outcome: Outcome): void {
  for (const e of s.events.slice(memory.events))
    if (e.type === 'funded')
      judgeInTime(
        s,
        s.milestones.find((m) => m.id === e.milestoneId)!,
      );
  for (const { id } of s.contracts) judgeTotal(s, id);
  judgeOnHold(s, memory, command);
  const about = aboutOf(command);
  const applied = about && outcome === 'done' ? appliedBy(s, about) : undefined;
  if (applied) judgeApplied(s, memory, applied);
  else for (const m of s.milestones) judgeUnchanged(m, memory);
  if (about?.do === 'signChanges' && outcome === 'done')
    judgeSigner(
      s,
      about.by,
      s.addenda.findLast((a) => a.contractId === contractOf(about))!,
    );
}

/** In time, by a person who may sign and, for the brand, release the bonus that is in it. */
function judgeSigner(s: Sim, { side, role }: Person, a: Addendum): void {
  if (a.deadlineAt.getTime() <= s.now) throw new Breach('addendum.in-time', 'it was signed after the time to sign');
  if (!['owner', 'admin', 'manager'].includes(role)) throw new Breach('act.allowed', `a ${role} has signed`);
  const bonus = a.changes.reduce((sum, c) => sum + (c.kind === 'bonus' ? c.amount : 0), 0);
  const limit = s.limits.manager;
  if (side === 'creator' || role !== 'manager' || bonus === 0 || limit.mode === 'unlimited') return;
  const most = limit.mode === 'up_to' && limit.currency === s.deal.currency ? limit.amount : 0;
  if (bonus > most) throw new Breach('act.allowed', `a manager has signed a bonus of ${bonus}, at most ${most}`);
}

const APPLYING: readonly Command['do'][] = ['amend', 'bonus', 'agreeChanges', 'followAddendum'];
const appliedBy = (s: Sim, c: AboutAddendum): Addendum | undefined =>
  APPLYING.includes(c.do)
    ? s.addenda.findLast((a) => a.contractId === contractOf(c) && a.state === 'applied')
    : undefined;

/** The least time that all clocks of a milestone take after its date; days that do not count make it longer. */
const timeAfterDue = (clocks: Clocks): number =>
  [clocks.overdueAfter, clocks.grace, clocks.review, clocks.clearing].reduce((sum, one) => sum + durationMs(one), 0);

/** No money before all that may follow ends by the last day on which it may be held. */
function judgeInTime(s: Sim, m: SimMilestone): void {
  if (m.bonus) return;
  const left = s.now + HOLD_CAP_MS - m.due_at.getTime() - timeAfterDue(m.terms.clocks);
  if (left < 0) throw new Breach('clock.not-early', `${m.seq} was funded ${-left} ms before it may hold money`);
}

/** The price of a deal is that of its milestones, in its terms and in their rows. */
function judgeTotal(s: Sim, contract: string): void {
  for (const m of s.milestones) {
    if (m.contract_id !== contract) continue;
    equal(
      'deal.contract-adds-up',
      `price of ${m.seq} by the terms`,
      m.terms.milestones[m.seq - 1]?.amount ?? 0,
      m.amount,
    );
  }
}

function judgeUnchanged(m: SimMilestone, { agreed }: Memory): void {
  const before = agreed.of.get(m.id);
  if (!before) throw new Breach('addendum.agreed', `${m.seq} was added without an addendum`);
  equal('addendum.agreed', `price of ${m.seq}`, m.amount, before.amount);
  equal('addendum.agreed', `date of ${m.seq}`, m.due_at.getTime(), before.dueAt);
}

const DELIVERS = ['funded', 'changes_requested'];

function judgeApplied(s: Sim, memory: Memory, a: Addendum): void {
  if (new Set(a.signed).size !== 2) throw new Breach('addendum.both-signed', `${a.signed.length} of 2 have signed`);
  let added = 0;
  for (const m of s.milestones) {
    const before = memory.agreed.of.get(m.id);
    if (!before) {
      added += 1;
      judgeAdded(s, m, a);
      continue;
    }
    const was = memory.before.get(m.id)!.state;
    const price = a.changes.find((c) => c.kind === 'reprice' && c.milestoneId === m.id);
    const date = a.changes.find((c) => c.kind === 'move' && c.milestoneId === m.id);
    if (price && was !== 'awaiting_funding')
      throw new Breach('addendum.before-money', `${m.seq} was re-priced while it was ${was}`);
    if (price?.kind === 'reprice') equal('addendum.agreed', `price of ${m.seq}`, m.amount, price.amount);
    else equal('addendum.agreed', `price of ${m.seq}`, m.amount, before.amount);
    if (date?.kind === 'move') {
      equal('addendum.agreed', `date of ${m.seq}`, m.due_at.getTime(), date.dueAt.getTime());
      if (was === 'overdue' && !DELIVERS.includes(m.state))
        throw new Breach('addendum.agreed', `${m.seq} got another date and stays ${m.state}`);
    } else equal('addendum.agreed', `date of ${m.seq}`, m.due_at.getTime(), before.dueAt);
  }
  const wanted = a.changes.filter((c) => c.kind === 'add' || c.kind === 'bonus').length;
  equal('addendum.agreed', 'added milestones', added, wanted);
}

/** What is added waits for its money, and can be funded for the whole of the time to fund. */
function judgeAdded(s: Sim, m: SimMilestone, a: Addendum): void {
  if (m.state !== 'awaiting_funding') throw new Breach('addendum.before-money', `${m.seq} was added as ${m.state}`);
  const wanted = a.changes.find((c) => (c.kind === 'add' || c.kind === 'bonus') && c.amount === m.amount);
  if (!wanted) throw new Breach('addendum.agreed', `${m.seq} was added over ${m.amount}`);
  const { clocks } = m.terms;
  const opens = m.bonus ? s.now : Math.max(s.now, m.due_at.getTime() + timeAfterDue(clocks) - HOLD_CAP_MS);
  const left = (m.deadline_at?.getTime() ?? 0) - opens - durationMs(clocks.funding);
  if (left < 0) throw new Breach('addendum.agreed', `the time to fund ${m.seq} ends ${-left} ms early`);
}
