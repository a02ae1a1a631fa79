import type { DealAction } from '../../server/features/escrow/rules.ts';
import type { ErrorCode } from '../../server/core/errors.ts';
import type { Charge } from '../../server/features/ledger/charges/rules.ts';
import { plus } from '../../server/core/clock.ts';
import { MAX_MORE_DAYS } from '../../server/features/policies/rules.ts';
import type { Refund as AtProvider } from '../../server/integrations/stripe/provider.ts';
import type { Together } from './joint.ts';
import { PRODUCT, type Rules } from './rules.ts';
import { DAY } from './state.ts';

/** A rule that is switched off in the simulation, to prove that its judges see it. The product has no such switch. */
export interface BrokenRule {
  name: string;
  what: string;
  rules: Rules;
}

const without = (name: string, what: string, change: Partial<Rules>): BrokenRule => ({
  name,
  what,
  rules: { ...PRODUCT, ...change },
});

/** `refusalOfSeen` that lets one refusal of one act pass. */
const allowing = (code: ErrorCode, actions?: readonly DealAction[]): Partial<Rules> => ({
  refusalOfSeen: (action, m, viewer, seen) => {
    const refused = PRODUCT.refusalOfSeen(action, m, viewer, seen);
    return refused === code && (!actions || actions.includes(action)) ? null : refused;
  },
});

const withDeadlines = (change: Partial<Rules['deadlines']>): Partial<Rules> => ({
  deadlines: { ...PRODUCT.deadlines, ...change },
});
const withDisputes = (change: Partial<Rules['cardDisputes']>): Partial<Rules> => ({
  cardDisputes: { ...PRODUCT.cardDisputes, ...change },
});
const withPostings = (change: Partial<Rules['postings']>): Partial<Rules> => ({
  postings: { ...PRODUCT.postings, ...change },
});
type PlanAddendum = Rules['planAddendum'];
type Plan = Extract<ReturnType<PlanAddendum>, { ok: true }>['plan'];
/** `planAddendum` whose plan is another one. */
const planning = (change: (plan: Plan, given: Parameters<PlanAddendum>[2]) => Partial<Plan>): Partial<Rules> => ({
  planAddendum: (deal, changes, given) => {
    const planned = PRODUCT.planAddendum(deal, changes, given);
    return planned.ok ? { ok: true, plan: { ...planned.plan, ...change(planned.plan, given) } } : planned;
  },
});
const withMethods = (change: Partial<Rules['methods']>): Partial<Rules> => ({
  methods: { ...PRODUCT.methods, ...change },
});
const { charges, lines, postings } = PRODUCT;
const NO_END = null;

/** Plans of addenda, by the changes that were proposed. */
const PROPOSED = new WeakMap<object, ReturnType<PlanAddendum>>();

export const BROKEN: readonly BrokenRule[] = [
  without('commission-per-part', 'the commission of each part is rounded by itself', {
    sharesOfPart: (part, deal) => ({
      ...PRODUCT.sharesOfPart(part, deal),
      ...charges.commissionOf(part.to - part.from, deal.commissionBps, deal.currency),
    }),
  }),
  without('fee-per-part', 'the fee of each part is divided by itself', {
    sharesOfPart: (part, deal) => ({
      ...PRODUCT.sharesOfPart(part, deal),
      fee: charges.divideCharge(deal.charge, part.to - part.from, deal.currency).part.fee,
    }),
  }),
  without('refund-ignores-parts', 'a refund returns the whole charge, whatever parts were released', {
    charges: { ...charges, restOfCharge: (charge: Charge) => charge },
  }),
  without('joint-refund-of-all', 'the refund of one milestone takes all that was paid with it', {
    charges: {
      ...charges,
      restOfCharge: (charge, released, currency) =>
        released === 0 && 'whole' in charge
          ? (charge as Together).whole
          : charges.restOfCharge(charge, released, currency),
    },
  }),
  without('joint-dispute-on-each', 'each milestone of a joint payment loses all that its bank took', {
    lines: { ...lines, divideLines: (moved, weights) => weights.map(() => [...moved]) },
  }),
  without('joint-fee-on-each', "the provider's fee of a joint charge is booked for each milestone", {
    lines: { ...lines, sharesOf: (amount, of) => of.map(() => amount) },
  }),
  without('void-share-kept', 'the share of a milestone that had ended is kept, and funds it', {
    isLate: (payment, milestone, now) => milestone.state !== 'void' && PRODUCT.isLate(payment, milestone, now),
    machine: {
      ...PRODUCT.machine,
      secure: { ...PRODUCT.machine.secure, from: [...PRODUCT.machine.secure.from, 'void'] } as never,
    },
  }),
  without('kill-fee-for-all', 'a kill fee is kept whoever ends the work, also by the clock', {
    settlementOf: (charge, ending, currency) =>
      PRODUCT.settlementOf(charge, { ...ending, reason: 'cancelled_by_brand' }, currency),
  }),
  without('refund-during-dispute', 'money that a card bank may have taken is refunded', {
    refundsStop: () => false,
  }),
  without('release-on-hold', 'a hold does not keep money from being released', {
    releaseStops: () => false,
    releaseStep: (row, now) => PRODUCT.releaseStep({ ...row, holds: [] }, now),
  }),
  without('timers-never-rest', 'the clocks that end in a refund run on during a hold', {
    areTimersPaused: () => false,
    planOf: (from) => PRODUCT.planOf({ ...from, row: { ...from.row, holds: [] } }),
  }),
  without('past-the-deadline', 'a person may act past the deadline', allowing('escrow.deadline_passed')),
  without('endless-rounds', 'rounds of changes are not limited', allowing('escrow.no_rounds_left')),
  without('endless-extensions', 'the review may be extended again', allowing('escrow.already_extended')),
  without('paid-on-hold', 'a milestone of a creator who is on hold is paid', allowing('org.other_on_hold')),
  without('funded-too-early', 'a far milestone is funded at once', allowing('escrow.too_early_to_fund')),
  without('release-limit', 'a limit of a role does not bind', {
    releaseLimitOf: () => null,
  }),
  without('part-above-held', 'a part may be more than what is held', {
    partProblem: (amount, held, currency) => {
      const problem = PRODUCT.partProblem(amount, held, currency);
      return problem === 'above_held' ? null : problem;
    },
  }),
  without('grace-past-last-day', 'grace and clearing are not cut at the last day', {
    ...withDeadlines({
      overdue: (now, clocks) => PRODUCT.deadlines.overdue(now, clocks, NO_END),
      approved: (now, clocks) => PRODUCT.deadlines.approved(now, clocks, NO_END),
    }),
  }),
  without('more-time-past-last-day', 'a brand gives overdue work days that leave no review before the last day', {
    moreDays: () => MAX_MORE_DAYS,
    ...allowing('escrow.no_more_time'),
  }),
  without('key-for-ever', 'a key is repeated after the provider may have deleted it', { keyExpiryOf: () => null }),
  without('blind-repeat', 'an open call is repeated under a new key without looking for its object', {
    looksFirst: () => false,
  }),
  without('disputed-not-set-aside', 'money that a card bank disputes stays in escrow', {
    ...withDisputes({ setsAside: () => false }),
  }),
  without('disputed-of-another', 'a dispute of suspended money sets aside what another payment funds', {
    ...withDisputes({ takesOf: () => 'milestone' }),
  }),
  without('bank-refunds-twice', 'what a bank returned for good is refunded once more', {
    ...withDisputes({
      netDisputes: (disputes) => disputes.map((dispute) => ({ dispute, returned: 0, owed: dispute.withdrawn })),
    }),
  }),
  without('charged-back-not-noticed', 'a payment that a bank took back for good changes nothing', {
    ...withDisputes({ isChargedBack: () => false }),
  }),
  without('lost-once', 'a dispute that is lost again is not owed again', {
    ...withDisputes({
      unbookedLoss: (row, debt) => (debt ? 0 : PRODUCT.cardDisputes.unbookedLoss(row, debt)),
    }),
  }),
  without('paid-debts-kept', 'what a bank gives back after its brand had paid its debt is kept', {
    debts: {
      ...PRODUCT.debts,
      shareReturned: (d, amount) => {
        const { cancelled, repaid, regained } = PRODUCT.debts.shareReturned(d, amount);
        return { cancelled, repaid: 0, regained: regained + repaid };
      },
    },
  }),
  without('taken-is-owed-twice', 'a refund that a bank has made is owed beside what its brand owes of it', {
    debts: { ...PRODUCT.debts, setOffShares: () => [] },
  }),
  without('refused-transfer-kept', 'a refused transfer stays in flight', {
    ...withPostings({
      transferFailed: (t) => {
        const kept = postings.transferFailed(t);
        const [inFlight] = kept.legs;
        return { ...kept, legs: [inFlight!, { ...inFlight!, debit: inFlight!.credit, credit: inFlight!.debit }] };
      },
    }),
  }),
  without('dispute-fee-lost', 'the fee of a dispute is not booked', {
    ...withDisputes({
      linePost: (dispute, line, suspended) => PRODUCT.cardDisputes.linePost(dispute, { ...line, fee: 0 }, suspended),
    }),
  }),
  without('settlement-per-part', 'the commission of a settlement is rounded by itself', {
    settledShares: ({ kept }, bps, currency) => charges.commissionOf(kept, bps, currency),
  }),
  without('offers-do-not-meet', 'offers settle a dispute although they do not meet', {
    meetingPoint: (gives, takes, currency) => PRODUCT.meetingPoint(Math.max(gives, takes), takes, currency),
  }),
  without('silence-wins', 'a respondent who says nothing wins', {
    endOfPhase: (row, now) => {
      const change = PRODUCT.endOfPhase(row, now);
      return change?.outcome === 'silent' ? { ...change, kept: row.amount - (change.kept ?? 0) } : change;
    },
  }),
  without('phases-not-cut', 'the phases of a dispute are not cut at its limit', {
    planPhases: (openedAt, _limit, zone) => PRODUCT.planPhases(openedAt, new Date(openedAt.getTime() + 90 * DAY), zone),
  }),
  without('disputed-again', 'a side that withdrew its dispute opens it again', {
    ...allowing('dispute.withdrawn_before'),
  }),
  without('cleared-without-fault', 'what clears is disputed without a fault of its post', {
    factsOf: (row) => ({ ...PRODUCT.factsOf(row), postFailed: true }),
  }),
  without('decided-too-early', 'a dispute is decided in any phase', { decisionProblem: () => null }),
  without('payouts-of-nothing', 'a payout may be smaller than the smallest', {
    payoutRefusal: (of) => {
      const refused = PRODUCT.payoutRefusal(of);
      return refused === 'payout.below_minimum' ? null : refused;
    },
  }),
  without('reversal-kept-in-wallet', 'what was taken back of a transfer stays in the wallet of its payee', {
    ...withPostings({
      transferReversed: (t) => {
        const taken = postings.transferReversed(t);
        return { ...taken, legs: taken.legs.filter(({ code }) => !code.startsWith('M_')) };
      },
    }),
  }),
  without('hand-refund-not-held', 'a refund made by hand does not hold the money of its milestone', {
    isBackAgain: (refund) =>
      (refund as Partial<AtProvider>).metadata?.['op_id'] === undefined || PRODUCT.isBackAgain(refund),
  }),
  without('converted-money-counts', 'a payment that was converted on its way counts as what was quoted', {
    isAsQuoted: (quoted, { received }) => received === quoted.total,
  }),
  without('accepted-as-quoted', 'accepted money counts as what was quoted, however little of it arrived', {
    lines: { ...lines, acceptedCharges: (_received, quoted) => [...quoted] },
  }),
  without('anything-is-accepted', 'parked money may be accepted whatever it is', { isAcceptable: () => true }),
  without('new-bank-is-paid', 'a payout is requested while the bank account that it goes to is too new', {
    payoutRefusal: (of) => PRODUCT.payoutRefusal({ ...of, account: { ...of.account, banks: [] } }),
  }),
  without('exchange-not-noticed', 'a bank account that takes the place of another one counts as known', {
    banksToNote: (known, seen, now) => {
      const { noted } = PRODUCT.banksToNote(known, seen, now);
      return { noted: noted.map((bank) => ({ ...bank, changedAt: null })), changed: false };
    },
  }),
  without('schedule-names-a-wait', 'a schedule goes on although its money waits for a new bank account', {
    nextWithWaits: (regular) => regular,
  }),
  without('removed-method-is-charged', 'a saved method is charged after it was removed', {
    methodRefusal: (method, currency, now) => {
      const refused = PRODUCT.methodRefusal(method, currency, now);
      return refused === 'method.gone' ? null : refused;
    },
  }),
  without('debit-in-any-currency', 'a bank account is debited in another currency than euros', {
    methodRefusal: (method, currency, now) => {
      const refused = PRODUCT.methodRefusal(method, currency, now);
      return refused === 'method.wrong_currency' ? null : refused;
    },
  }),
  without('own-minimum-ignored', 'a schedule pays out less than its payee has named', {
    scheduledMinimum: (currency, account) => PRODUCT.scheduledMinimum(currency, { ...account, scheduleMinimum: null }),
  }),
  without('weekends-count', 'a review of working days counts weekends', {
    ...withDeadlines({
      delivered: (now, clocks) => PRODUCT.deadlines.delivered(now, { ...clocks, workingDaysIn: undefined }),
    }),
  }),
  without('holdback-not-kept', 'nothing is kept back until the post has stayed up', {
    liveStepOf: (row, now) => {
      const step = PRODUCT.liveStepOf(row, now);
      return step?.do === 'retain' ? { do: 'clear' } : step;
    },
  }),
  without('unjudged-is-removed', 'a post that no look could judge counts as removed', {
    liveStepOf: (row, now) =>
      PRODUCT.liveStepOf(
        row.post?.state === 'undecided' && !row.post.fault ? { ...row, post: { ...row.post, state: 'failing' } } : row,
        now,
      ),
  }),
  without('silence-hides-a-fault', 'a fault about which the brand says nothing counts as live', {
    liveStepOf: (row, now) => PRODUCT.liveStepOf(row.post ? { ...row, post: { ...row.post, fault: false } } : row, now),
  }),
  without(
    'addendum-moves-nothing',
    'an addendum changes the terms and leaves the clocks that run',
    planning(() => ({ changed: [] })),
  ),
  without('addendum-past-last-day', 'an addendum may move a clock past the last day of the money', {
    planAddendum: (deal, changes, at) =>
      PRODUCT.planAddendum({ ...deal, milestones: deal.milestones.map((m) => ({ ...m, holdEnd: null })) }, changes, at),
  }),
  without('bonus-follows-clocks', 'the time to fund a bonus follows the clocks of the work', {
    planAddendum: (deal, changes, at) =>
      PRODUCT.planAddendum({ ...deal, milestones: deal.milestones.map((m) => ({ ...m, bonus: false })) }, changes, at),
  }),
  without(
    'bonus-waits-for-work',
    'a bonus is taken for work that is to be delivered',
    planning(({ added }) => ({ added: added.map((part) => ({ ...part, bonus: false })) })),
  ),
  without('funded-is-repriced', 'an addendum re-prices a milestone that is funded, without its money', {
    planAddendum: (deal, changes, given) => {
      const repriced = changes.flatMap((c) => (c.kind === 'reprice' ? [c.milestoneId] : []));
      const isPaid = ({ id, state }: { id: string; state: string }) => state === 'funded' && repriced.includes(id);
      const unpaid = deal.milestones.map((m) =>
        isPaid(m) ? { ...m, state: 'awaiting_funding' as const, fundedAt: null, holds: [] } : m,
      );
      const planned = PRODUCT.planAddendum({ ...deal, milestones: unpaid }, changes, given);
      if (!planned.ok) return planned;
      const paid = new Set(deal.milestones.filter(isPaid).map(({ id }) => id));
      const changed = planned.plan.changed.map(({ milestoneId, state, amount, ...times }) =>
        paid.has(milestoneId)
          ? { milestoneId, state: 'funded' as const, ...(amount === undefined ? {} : { amount }) }
          : { milestoneId, state, ...(amount === undefined ? {} : { amount }), ...times },
      );
      return { ok: true, plan: { ...planned.plan, changed } };
    },
  }),
  without(
    'reprice-in-terms-alone',
    'an addendum re-prices the terms, and its milestone costs what it did',
    planning(({ changed }) => ({
      changed: changed.map(({ amount: _unchanged, ...change }) => change),
    })),
  ),
  without(
    'moved-work-stays-late',
    'overdue work that an addendum gives another date stays overdue',
    planning(({ changed }) => ({
      changed: changed.map(({ reopens, ...change }) =>
        reopens
          ? { milestoneId: change.milestoneId, state: 'overdue', ...(change.dueAt && { dueAt: change.dueAt }) }
          : change,
      ),
    })),
  ),
  without(
    'added-work-expires-early',
    'the time to fund added work begins before it may hold money',
    planning(({ added, termsAfter }, { now }) => ({
      added: added.map((part) => ({ ...part, deadlineAt: plus(now, termsAfter.clocks.funding) })),
    })),
  ),
  without('addendum-as-proposed', 'an addendum is applied as it was planned, whatever has happened since', {
    planAddendum: (deal, changes, given) => {
      const known = PROPOSED.get(changes) ?? PRODUCT.planAddendum(deal, changes, given);
      PROPOSED.set(changes, known);
      return known;
    },
  }),
  without('signed-too-late', 'an addendum is signed after the time to sign', {
    addenda: {
      ...PRODUCT.addenda,
      signRefusal: (actor, row, signatures) => PRODUCT.addenda.signRefusal(actor, row, signatures, new Date(0)),
    },
  }),
  without('old-price-funds', 'a payment of the price before an addendum funds its milestone', {
    isLate: (_payment, milestone, now) => PRODUCT.isLate({ price: milestone.amount }, milestone, now),
  }),
  without('early-money-funds', 'money that comes before its milestone may hold it funds it', {
    isLate: (payment, milestone, now) => PRODUCT.isLate(payment, { ...milestone, bonus: true }, now),
  }),
  without(
    'automatic-before-switched-on',
    'what was payable before its brand switched that on is paid without a person',
    withMethods({ becamePayableSince: () => true }),
  ),
  without(
    'automatic-though-off',
    'what is due is paid without a person after that was switched off',
    withMethods({ paysAutomatically: (_payer): _payer is never => true }),
  ),
  without(
    'holder-not-asked',
    "a charge that the bank refuses without the card's holder is not left to the brand",
    withMethods({ needsPayer: () => false }),
  ),
  without('stale-acts', 'an act on an older version of the milestone takes effect', {
    refusalOfSeen: (action, m, viewer, { version }) =>
      PRODUCT.refusalOfSeen(action, m, viewer, { version, seen: version }),
  }),
];
