import { plus } from '../../server/core/clock.ts';
import type { OrgActor } from '../../server/context.ts';
import type { ErrorCode } from '../../server/core/errors.ts';
import type { AmendableMilestone, AmendablePost } from '../../server/features/addenda/clocks/rules.ts';
import type { AmendableDeal } from '../../server/features/addenda/changes/rules.ts';
import type { AddendumPlan, MilestoneChange, Planned } from '../../server/features/addenda/rules.ts';
import type { AddendumChange, AddendumClock } from '../../server/features/addenda/schema.ts';
import { SHIPPED_CLOCKS, SHIPPED_LIVE_CLOCKS } from '../../server/features/policies/rules.ts';
import type { ClockRange } from '../../server/features/policies/schema.ts';
import { termsTotal } from '../../server/features/terms/rules.ts';
import type { Clocks, DealTerms, Side } from '../../server/features/terms/schema.ts';
import type { Addendum, Wish } from './addendum-row.ts';
import { requestAutomatic } from './automatic.ts';
import { newMilestone } from './begin.ts';
import { event, move, signal } from './moves.ts';
import { blocked } from './on-hold.ts';
import { putGrant, viewer, type Person } from './viewer.ts';
import { date, DAY, IDS, milestoneIdOf, nowOf, type Sim, type SimMilestone } from './state.ts';

/*
 * Addenda of the contracts of a deal, as the services of `addenda` and `escrow/amend` have them: one side proposes, both sign,
 * the worker applies. What became impossible since the signatures ends an addendum as overtaken. Each contract has its own.
 */

export const BONUS = 'Bonus';
export const ADDED = 'More work';

/** As wide as those of tests; lengths stay within both. */
const WIDE: ClockRange = { min: 'PT0S', fallback: 'P1D', max: 'P30D' };
const wide = <T extends object>(ranges: T) =>
  Object.fromEntries(Object.keys(ranges).map((name) => [name, WIDE])) as Record<keyof T, ClockRange>;
const RANGES = wide(SHIPPED_CLOCKS);
const WITH_LIVE = { ...RANGES, ...wide(SHIPPED_LIVE_CLOCKS) };

const openRequest = (s: Sim, row: SimMilestone) =>
  s.cancelRequests.find((r) => r.milestoneId === row.id && r.state === 'open');

function amendable(s: Sim, row: SimMilestone): AmendableMilestone {
  const asked = s.events.findLast((e) => e.milestoneId === row.id && e.type === 'changes_requested');
  const request = openRequest(s, row);
  const post = row.post satisfies AmendablePost | null | undefined;
  return {
    id: row.id,
    seq: row.seq,
    title: row.title,
    amount: row.amount,
    state: row.state,
    dueAt: row.due_at,
    deadlineAt: row.deadline_at,
    fundedAt: row.funded_at,
    submittedAt: row.submitted_at,
    approvedAt: row.approved_at,
    round: row.round,
    changesAt: asked ? date(asked.at) : null,
    reviewExtended: row.review_extended,
    postOverdueAt: row.post_overdue_at,
    postExtendedAt: row.post_extended_at,
    post: post ?? null,
    request: request ?? null,
    holds: row.holds,
    holdEnd: row.hold_expires_at,
    bonus: row.bonus,
  };
}

/** The contract that a command is about, by its id. */
export const contractOf = ({ second }: { second?: true }): string => (second ? IDS.second : IDS.contract);
export const milestonesOf = (s: Sim, contract: string): SimMilestone[] =>
  s.milestones.filter((row) => row.contract_id === contract);
export const isActive = (s: Sim, contract: string): boolean =>
  s.contracts.find(({ id }) => id === contract)?.state === 'active';

/** A contract counts its own milestones; here they are counted over both. */
function dealOf(s: Sim, contract: string): AmendableDeal {
  const rows = milestonesOf(s, contract);
  const { terms } = rows[0]!;
  return {
    active: isActive(s, contract),
    currency: s.deal.currency,
    terms: { ...terms, milestones: rows.map(({ seq }) => terms.milestones[seq - 1]!) },
    feeBps: s.deal.feeBps,
    taxBps: s.deal.taxBps,
    milestones: rows.map((row, i) => ({ ...amendable(s, row), seq: i + 1 })),
  };
}

function planNow(
  s: Sim,
  contract: string,
  changes: readonly AddendumChange[],
  deadlineAt: Date,
): { deal: AmendableDeal; planned: Planned } {
  const deal = dealOf(s, contract);
  const planned = s.rules.planAddendum(deal, changes, {
    now: nowOf(s),
    ranges: deal.terms.clocks.posting === undefined ? RANGES : WITH_LIVE,
    dueOfBonus: plus(deadlineAt, deal.terms.clocks.review),
  });
  return { deal, planned };
}

/** The changes of a command; null: it names a milestone that is not there, which a shortened list may do. */
export function changesOf(s: Sim, wishes: readonly Wish[]): AddendumChange[] | null {
  if (wishes.some((wish) => 'm' in wish && s.milestones[wish.m - 1] === undefined)) return null;
  return wishes.map((wish): AddendumChange => {
    switch (wish.kind) {
      case 'reprice':
        return { kind: 'reprice', milestoneId: milestoneIdOf(wish.m), amount: wish.amount };
      case 'move':
        return { kind: 'move', milestoneId: milestoneIdOf(wish.m), dueAt: date(wish.dueAt) };
      case 'add':
        return { kind: 'add', title: ADDED, amount: wish.amount, dueAt: date(wish.dueAt), items: [] };
      case 'bonus':
        return { kind: 'bonus', title: BONUS, amount: wish.amount };
      case 'clocks':
        return { kind: 'clocks', clocks: { [wish.clock]: wish.length } as Record<AddendumClock, string> };
    }
  });
}

/** The addendum of a contract that has not ended. */
export const openAddendum = (s: Sim, contract: string): Addendum | undefined =>
  s.addenda.find((a) => a.contractId === contract && !a.ended);

export function propose(s: Sim, contract: string, by: Side, changes: AddendumChange[]): Addendum | ErrorCode {
  const refused = blocked(s, by);
  if (refused) return refused;
  if (openAddendum(s, contract)) return 'addendum.open';
  const deadlineAt = plus(nowOf(s), milestonesOf(s, contract)[0]!.terms.clocks.signature);
  const { deal, planned } = planNow(s, contract, changes, deadlineAt);
  if (!planned.ok) return planned.refused.code;
  const made: Addendum = {
    contractId: contract,
    state: 'proposed',
    proposedSide: by,
    signed: [],
    changes,
    totalBefore: termsTotal(deal.terms),
    termsAfter: planned.plan.termsAfter,
    deadlineAt,
    ended: false,
  };
  s.addenda.push(made);
  event(s, null, 'addendum_proposed', { by, contract });
  return made;
}

/** A person of that side. */
const actorOf = ({ side, role }: Person): OrgActor => ({
  kind: 'org',
  userId: side,
  name: '',
  email: '',
  emailVerified: true,
  orgId: side === 'brand' ? IDS.brand : IDS.creator,
  orgKind: side,
  role,
});
const proposalOf = (a: Addendum) => ({
  brand_org: IDS.brand,
  agency_org: IDS.agency,
  state: a.state,
  proposed_side: a.proposedSide,
  deadline_at: a.deadlineAt,
});

/** Answers the refusal, or null. */
export function sign(s: Sim, a: Addendum, by: Person): ErrorCode | null {
  const { side, role } = by;
  const signatures = a.signed.map((one) => ({ side: one }));
  const refused = s.rules.addenda.signRefusal(actorOf(by), proposalOf(a), signatures, nowOf(s)) ?? blocked(s, side);
  if (refused) return refused;
  const { planned } = planNow(s, a.contractId, a.changes, a.deadlineAt);
  if (!planned.ok) return planned.refused.code;
  // A bonus is released when it is funded: who signs it for the brand releases it.
  const bonus = planned.plan.added.reduce((sum, part) => sum + (part.bonus ? part.amount : 0), 0);
  if (side === 'brand') {
    const { mayRelease } = viewer(s, by, { contract_id: a.contractId }, a);
    if (bonus > 0 && !s.rules.withinLimit(bonus, mayRelease)) return 'escrow.over_release_limit';
    putGrant(s, a, role, bonus);
  }
  a.signed.push(side);
  a.state = a.signed.length === 2 ? 'signed' : 'partially_signed';
  event(s, null, 'addendum_signed', { by: side, contract: a.contractId });
  return null;
}

function end(s: Sim, a: Addendum, as: 'declined' | 'withdrawn' | 'expired' | 'overtaken', by: Side | 'system'): void {
  Object.assign(a, { state: as, ended: true });
  event(s, null, `addendum_${as}`, { by, contract: a.contractId });
}

/** Answers the refusal, or null. */
export function decline(s: Sim, a: Addendum, by: Person): ErrorCode | null {
  const refused = s.rules.addenda.declineRefusal(actorOf(by), proposalOf(a));
  if (!refused) end(s, a, 'declined', by.side);
  return refused;
}
export function withdraw(s: Sim, a: Addendum, by: Person): ErrorCode | null {
  const refused = s.rules.addenda.withdrawRefusal(actorOf(by), proposalOf(a));
  if (!refused) end(s, a, 'withdrawn', by.side);
  return refused;
}

/** What the worker does about it now; answers what has become of it, or null: nothing is due. */
export function follow(s: Sim, a: Addendum): 'applied' | 'expired' | 'overtaken' | null {
  if (a.state === 'signed') return apply(s, a);
  const left = a.deadlineAt.getTime() - s.now;
  if (left <= 0) {
    end(s, a, 'expired', 'system');
    return 'expired';
  }
  // The reminder finds that nothing is left to sign.
  if (left > DAY || isActive(s, a.contractId)) return null;
  end(s, a, 'overtaken', 'system');
  return 'overtaken';
}

/** `applyAddendum` of the product. */
function apply(s: Sim, a: Addendum): 'applied' | 'overtaken' {
  const { contractId: contract } = a;
  const { deal, planned } = planNow(s, contract, a.changes, a.deadlineAt);
  if (!planned.ok || termsTotal(deal.terms) !== a.totalBefore) {
    end(s, a, 'overtaken', 'system');
    return 'overtaken';
  }
  const before = deal.terms.clocks;
  const own = milestonesOf(s, contract);
  amendTerms(s, contract, own, a.termsAfter);
  for (const change of planned.plan.changed) amendMilestone(s, change);
  addMilestones(s, contract, planned.plan);
  keepPosts(s, own, before, a.termsAfter.clocks);
  Object.assign(a, { state: 'applied', ended: true });
  event(s, null, 'addendum_applied', { contract });
  return 'applied';
}

function amendTerms(s: Sim, contract: string, own: readonly SimMilestone[], after: DealTerms): void {
  const milestones = [...own[0]!.terms.milestones];
  for (const [i, row] of own.entries()) milestones[row.seq - 1] = after.milestones[i]!;
  milestones.push(...after.milestones.slice(own.length));
  for (const row of s.milestones) {
    const ofContract = row.contract_id === contract ? { clocks: after.clocks, deliverables: after.deliverables } : {};
    row.terms = { ...row.terms, ...ofContract, milestones };
  }
}

function amendMilestone(s: Sim, change: MilestoneChange): void {
  const row = s.milestones.find((m) => m.id === change.milestoneId)!;
  const { amount, dueAt, deadlineAt, workDueAt, request, reopens } = change;
  Object.assign(openRequest(s, row) ?? {}, request);
  move(s, row, reopens ?? 'amend', {
    ...(amount === undefined ? {} : { amount }),
    ...(dueAt ? { due_at: dueAt } : {}),
    ...(deadlineAt ? { deadline_at: deadlineAt } : {}),
    ...(deadlineAt && row.state === 'awaiting_funding' ? { funding_deadline_at: deadlineAt } : {}),
    ...(workDueAt ? { work_due_at: workDueAt } : {}),
    ...(change.postInTime ? { post_overdue_at: null } : {}),
  });
  event(s, row, 'milestone_amended', { amount: amount ?? null, ...(reopens ? { to: row.state } : {}) });
  signal(s, row.id, 'amended');
}

function addMilestones(s: Sim, contract: string, { added }: AddendumPlan): void {
  for (const { title, amount, dueAt, ...part } of added) {
    const { terms } = milestonesOf(s, contract)[0]!;
    const row: SimMilestone = {
      ...newMilestone(s.deal, { seq: s.milestones.length + 1, contract, title, amount, dueAt, terms }),
      bonus: part.bonus,
      creator_on_hold_since: s.onHold.creator ? nowOf(s) : null,
      ...(part.bonus ? { rounds_max: 0 } : {}),
      state: 'awaiting_funding',
      deadline_at: part.deadlineAt,
      funding_deadline_at: part.deadlineAt,
    };
    s.milestones.push(row);
    event(s, row, 'milestone_added', { amount });
    signal(s, row.id, 'started');
    if (s.rules.isFundable(part.fundableFrom, nowOf(s))) requestAutomatic(s, row, nowOf(s));
  }
}

/** How long posts have to stay up. */
function keepPosts(s: Sim, own: readonly SimMilestone[], before: Clocks, after: Clocks): void {
  for (const row of own) {
    const keepUntil = s.rules.keepUntilWith({ state: row.state, post: row.post ?? null }, before, after, nowOf(s));
    if (row.post && keepUntil) row.post = { ...row.post, keepUntil, changedAt: nowOf(s) };
  }
}

const ownerOf = (side: Side): Person => ({ side, role: 'owner' });

/** Proposed by one side, signed by owners of both, the creator first, and applied at once. */
export function agree(s: Sim, contract: string, by: Side, changes: AddendumChange[]): string {
  const made = propose(s, contract, by, changes);
  if (typeof made === 'string') return made;
  const refused = sign(s, made, ownerOf('creator')) ?? sign(s, made, ownerOf('brand'));
  if (refused) return refused;
  const state = apply(s, made);
  return state === 'applied' ? 'done' : state;
}
