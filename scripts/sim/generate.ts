import type { DealAction } from '../../server/features/escrow/rules.ts';
import type { Person } from './viewer.ts';
import { FAULTS } from './engine.ts';
import type { Command, Mishap, PAYERS } from './commands.ts';
import { caseOf, nextOfCase, type ContestAct } from './contests.ts';
import type { DisputeState as ContestState } from '../../server/features/disputes/schema.ts';
import type { Random } from './random.ts';
import { RULING_APPEAL_MS } from '../../server/features/payments/rules.ts';
import { MAX_MORE_DAYS, PAYOUT_MINIMUM } from '../../server/features/policies/rules.ts';
import { SCHEDULES } from '../../server/features/payouts/schedule/rules.ts';
import { owedTotal } from './debts.ts';
import { lastRuling } from './fraud.ts';
import { isUnderWay } from './payouts.ts';
import { DAY, HOUR, nowOf, START, type Sim, type SimMilestone } from './state.ts';

const BRAND_ROLES = { owner: 8, finance: 3, manager: 3, reviewer: 3, admin: 1, viewer: 1 } as const;
const OFFSETS = [-1_000, 0, 0, 0, 1_000, 2 * HOUR, 30 * HOUR] as const;

const brand = (random: Random): Person => ({ side: 'brand', role: random.weighted(BRAND_ROLES) });
const CREATOR: Person = { side: 'creator', role: 'owner' };

function mishap(random: Random, share = 0.25): { mishap?: Mishap } {
  if (!random.chance(share)) return {};
  const kind = random.weighted({ fault: 5, down: 1, crash: 3, pause: 3 });
  if (kind === 'down') return { mishap: { down: true } };
  if (kind === 'fault') return { mishap: { fault: random.pick(FAULTS), write: random.int(1, 2) } };
  const gate = random.int(1, 4);
  return { mishap: kind === 'crash' ? { crash: gate } : { pause: gate } };
}

function act(random: Random, row: SimMilestone, action: DealAction, by: Person): Extract<Command, { do: 'act' }> {
  return {
    do: 'act',
    m: row.seq,
    act: action,
    by,
    ...(random.chance(0.04) ? { stale: true as const } : {}),
    ...(action === 'proposeCancel' ? { permille: random.pick([0, 0, 1, 250, 500, 667, 999, 1_001]) } : {}),
    ...(action === 'releasePart' ? { permille: random.pick([1, 100, 250, 333, 500, 667, 900, 1_000, 1_001]) } : {}),
  };
}

const EXTENDED_OFTEN = 0.3;

/** More days for overdue work, now and then by a person who may not give them; null where nothing is overdue. */
export function moreTime(s: Sim, random: Random): Command | null {
  const late = s.milestones.filter((row) => row.state === 'overdue');
  if (late.length === 0 || !random.chance(EXTENDED_OFTEN)) return null;
  const by = random.chance(0.9) ? brand(random) : CREATOR;
  return { ...act(random, random.pick(late), 'extendWork', by), days: random.int(1, MAX_MORE_DAYS) };
}

const ANY_ACT: readonly DealAction[] = [
  'submit',
  'approve',
  'release',
  'releasePart',
  'requestChanges',
  'extendReview',
  'extendPost',
  'cancel',
  'proposeCancel',
  'acceptCancel',
  'declineCancel',
  'withdrawCancel',
];

const CONTEST_ACTS: Partial<Record<ContestState, Partial<Record<ContestAct, number>>>> = {
  talk: { send: 6, offer: 14, concede: 1, withdraw: 3, open: 3 },
  evidence: { send: 2, offer: 16, concede: 1, withdraw: 2 },
  deciding: { send: 1, offer: 12, concede: 1, withdraw: 1 },
  appeal: { appeal: 10, send: 1 },
  appealed: { send: 1 },
};
const ANY_CONTEST_ACT: readonly ContestAct[] = ['open', 'send', 'offer', 'concede', 'withdraw', 'appeal'];
/** What an offer or a decision gives the creator, in thousandths of what is held. */
const GIVES = [0, 1, 250, 333, 500, 500, 667, 750, 999, 1_000, 1_001] as const;

function contestAct(s: Sim, random: Random, row: SimMilestone, opening: boolean): Command {
  const state = caseOf(s, row.id)?.state;
  const likely = opening ? { open: 1 } : ((state && CONTEST_ACTS[state]) ?? null);
  const kind =
    likely && random.chance(0.95)
      ? random.weighted(likely as Record<ContestAct, number>)
      : random.pick(ANY_CONTEST_ACT);
  return {
    do: 'contest',
    m: row.seq,
    act: kind,
    by: random.chance(0.5) ? brand(random) : CREATOR,
    ...(random.chance(0.04) ? { stale: true as const } : {}),
    ...(kind === 'offer' ? { permille: random.pick(GIVES) } : {}),
    ...(kind === 'open' && random.chance(0.4) ? { permille: random.pick(GIVES) } : {}),
  };
}

/** What a payee names as the least that its schedule pays out: also too little, and more than most deals earn. */
const MINIMA = [PAYOUT_MINIMUM.EUR - 1, PAYOUT_MINIMUM.EUR, 20_000, 100_000] as const;

type Kind = Command['do'] | DealAction | 'any' | 'openContest';
/** What is likely in a state: so often each command, beside those that may come at any time. */
const LIKELY: Partial<Record<SimMilestone['state'], Partial<Record<Kind, number>>>> = {
  awaiting_funding: { fund: 60, until: 8, cancel: 2 },
  funding: { pay: 35, send: 20, fund: 6, closePage: 5, until: 10, cancel: 2 },
  funded: {
    openContest: 4,
    submit: 30,
    releasePart: 14,
    cancel: 9,
    proposeCancel: 2,
    until: 18,
    dispute: 8,
    warn: 1,
    hold: 3,
    terminate: 1,
  },
  delivered: {
    openContest: 9,
    approve: 22,
    release: 5,
    requestChanges: 16,
    extendReview: 6,
    releasePart: 8,
    proposeCancel: 2,
    until: 22,
    dispute: 3,
    hold: 1,
    terminate: 1,
  },
  cancel_requested: {
    acceptCancel: 14,
    declineCancel: 10,
    withdrawCancel: 8,
    until: 18,
    dispute: 3,
    warn: 1,
    hold: 4,
    terminate: 3,
  },
  changes_requested: {
    openContest: 4,
    proposeCancel: 1,
    submit: 30,
    until: 20,
    releasePart: 8,
    dispute: 4,
    warn: 1,
    terminate: 1,
  },
  overdue: {
    openContest: 4,
    proposeCancel: 1,
    submit: 16,
    cancel: 12,
    until: 24,
    releasePart: 6,
    dispute: 4,
    terminate: 1,
  },
  approved: { until: 20, dispute: 6, warn: 2, hold: 3 },
  auto_approved: { until: 20, dispute: 6, warn: 2, hold: 3 },
  clearing: { until: 30, dispute: 6, warn: 2, hold: 3 },
  awaiting_live: { post: 40, until: 24, extendPost: 6, cancel: 4, openContest: 3, dispute: 2, hold: 2, terminate: 1 },
  retention: { post: 30, until: 24, openContest: 3, dispute: 2, hold: 2, terminate: 2 },
  releasing: { wait: 24, until: 20, dispute: 3, ready: 6, reject: 4, sendAgain: 4 },
  refunding: { wait: 24, until: 20, decide: 10, dispute: 8, sendAgain: 4 },
  disputed: { contest: 40, case: 12, until: 12, judge: 8, dispute: 2, warn: 1, hold: 2 },
  settling: { wait: 24, until: 20, decide: 10, ready: 4, reject: 3, dispute: 4, sendAgain: 4 },
  settled_split: { dispute: 4, failRefund: 8, decide: 8, until: 3 },
  released: { dispute: 6, until: 3 },
  refunded: { failRefund: 8, decide: 8, until: 3 },
};
const ALWAYS: Partial<Record<Kind, number>> = {
  turn: 26,
  send: 8,
  lose: 1,
  sweep: 6,
  wait: 4,
  resume: 3,
  any: 3,
  rule: 3,
  close: 3,
  ready: 1,
  reject: 1,
  stop: 1,
};

/** From so long before the last day of the money on, the phases of a dispute are cut. */
const CUT_MS = 6 * DAY;
/** Held money that a side may leave until late, or dispute then. */
const LATE: readonly SimMilestone['state'][] = ['overdue', 'delivered', 'retention'];

/**
 * From when to when a side may act late in money that is held for long: work at the end of the grace period, and a dispute
 * whose phases are cut. The steps on the way stop at other moments. Null: at no time.
 */
function lateTime(s: Sim, row: SimMilestone): [number, number] | null {
  if (!isLong(s, row) || !LATE.includes(row.state) || !row.deadline_at || !row.hold_expires_at) return null;
  const last = row.deadline_at.getTime() - HOUR;
  const first = row.state === 'overdue' ? last - DAY : row.hold_expires_at.getTime() - CUT_MS + HOUR;
  return first < last ? [first, last] : null;
}

/** Half of the longest time that money is held for may pass before the work is due. */
const isLong = (s: Sim, row: SimMilestone): boolean => row.due_at.getTime() - START > 30 * DAY;

/** The next command of a seed: likely in the state of a milestone, and now and then any other. */
export function nextCommand(s: Sim, random: Random): Command {
  const open = s.milestones.filter((m) => !s.rules.isTerminal(m.state));
  const row = random.pick(open.length > 0 && random.chance(0.85) ? open : s.milestones);
  const m = row.seq;
  const signalled = (s.signals.get(row.id)?.length ?? 0) > 0;
  const weights = { ...ALWAYS, ...LIKELY[row.state] } as Record<Kind, number>;
  if (signalled) weights.turn *= 4;
  if (s.stopped) weights.stop = 8;
  if (s.runs.length > 0) weights.resume = 14;
  if (!s.accounts.creator.ready || !s.accounts.agent.ready) weights.ready = 6;
  if (row.holds.length > 0) Object.assign(weights, { rule: 6, close: 6, until: 24 });
  if (s.provider.events.length > s.sent) weights.send = 16;
  if (s.inbox.some((e) => e.state === 'pending' && e.milestoneId === null)) weights.sweep = 60;
  // Money that is held for long: the work comes late.
  const late = lateTime(s, row);
  if (row.state === 'awaiting_funding' && !s.rules.isFundable(s.rules.fundableFromOf(row), nowOf(s)))
    Object.assign(weights, { until: 50, fund: 50 });
  if (row.state === 'funded' && isLong(s, row))
    Object.assign(
      weights,
      { cancel: 2, releasePart: 6 },
      row.due_at.getTime() - s.now > DAY ? { until: 120, submit: 10 } : { until: 60, submit: 10 },
    );
  if (row.state === 'delivered' && isLong(s, row))
    Object.assign(
      weights,
      { requestChanges: 50, until: 40 },
      late && (s.now < late[0] ? { until: 90, approve: 6 } : { until: 6, approve: 60 }),
    );
  if (row.state === 'overdue' && late)
    Object.assign(weights, s.now < late[0] ? { until: 60, submit: 6, cancel: 4 } : { submit: 60, cancel: 4 });
  if (row.state === 'changes_requested' && isLong(s, row)) weights.until = 70;
  if (isLong(s, row)) {
    weights.proposeCancel = 0;
    // Late enough that the phases of a dispute are cut.
    const left = (row.hold_expires_at?.getTime() ?? Infinity) - s.now;
    weights.openContest = ['delivered', 'retention'].includes(row.state) && left < CUT_MS ? 60 : 0;
  }
  if (s.rules.clearsByPost(row)) Object.assign(weights, { post: 24, openContest: row.post?.fault ? 24 : 2 });
  const sent = s.transfers.some((t) => t.state === 'sent' && t.payoutId === null);
  if (sent) weights.payOut = 8;
  if (s.payouts.some(isUnderWay)) weights.payout = 10;
  if (s.payouts.some((p) => p.state === 'in_transit' || p.state === 'paid')) weights.bank = 1;
  if (sent) weights.schedule = 4;
  const { creator, agent } = s.schedules;
  if (creator.nextAt || agent.nextAt) weights.payDue = 8;
  // What waits for a named sum is not paid out by hand.
  if (sent && (creator.minimum ?? agent.minimum)) Object.assign(weights, { payOut: 0, schedule: 1, payDue: 40 });
  if (owedTotal(s) > 0) Object.assign(weights, { payDebts: 8, writeOff: 2 });
  if (s.debtPayments.some((p) => p.state === 'open')) Object.assign(weights, { payDebtPage: 10, payDebts: 1 });
  if (s.debtPayments.some((p) => p.left > 0 && !p.returned)) weights.returnTooMuch = 4;
  if (s.disputes.some((d) => d.milestoneId === row.id && d.state !== 'open')) weights.overturn = 8;
  const isAtBank = s.disputes.some((d) => d.milestoneId === row.id && d.state === 'open');
  if (isAtBank) weights.rule = 14;
  if (isAtBank && s.rules.endsByBank(row.state)) Object.assign(weights, { rule: 60, submit: 8 });
  if (row.holds.includes('fraud_warning') && s.rules.isApproved(row.state)) weights.fraud = 8;
  const isRuled = lastRuling(s, row.id)?.state === 'open';
  if (isRuled) Object.assign(weights, { appealRuling: 6, wait: 24, sweep: 16, close: 1 });
  const dispute = caseOf(s, row.id);
  const ofCase = dispute && nextOfCase(s, dispute);
  if (ofCase && ofCase.at <= s.now) weights.case = 60;
  if (dispute?.state === 'deciding' || dispute?.state === 'appealed') weights.judge = 24;
  const kind = random.weighted(weights);
  switch (kind) {
    case 'contest':
    case 'openContest':
      return contestAct(s, random, row, kind === 'openContest');
    case 'judge':
    case 'terminate':
      return { do: kind, m, staff: random.pick([1, 2] as const), permille: random.pick(GIVES) };
    case 'case':
      return { do: 'case', m };
    case 'fund':
      return { do: 'fund', m, role: random.weighted(BRAND_ROLES), ...mishap(random) };
    case 'pay': {
      const how = random.weighted({ card: 20, declined: 2, refundFails: 4, refundPending: 3, debit: 3, debitFails: 2 });
      return { do: 'pay', m, how: how satisfies keyof typeof PAYERS };
    }
    case 'turn':
      return {
        do: 'turn',
        m,
        ...mishap(random, ['refunding', 'releasing', 'settling'].includes(row.state) ? 0.5 : 0.25),
      };
    case 'resume':
      return { do: 'resume', n: random.int(0, 3) };
    case 'wait':
      if (isRuled) return { do: 'wait', ms: random.pick([26 * HOUR, RULING_APPEAL_MS]) };
      // Longer than the provider keeps a key, after a call that was perhaps not confirmed.
      if (['refunding', 'releasing', 'settling'].includes(row.state))
        return { do: 'wait', ms: random.pick([HOUR, 26 * HOUR, 26 * HOUR, 80 * HOUR]) };
      return { do: 'wait', ms: random.pick([1_000, 60_000, 11 * 60_000, HOUR, 5 * HOUR, 26 * HOUR, 80 * HOUR]) };
    case 'until': {
      if (late && s.now < late[0] && random.chance(0.7)) return { do: 'wait', ms: random.int(...late) - s.now };
      return { do: 'until', m, offset: random.pick(OFFSETS) };
    }
    case 'send':
      return {
        do: 'send',
        n: random.chance(0.7) ? 0 : random.int(0, 5),
        ...(random.chance(0.1) ? { twice: true as const } : {}),
      };
    case 'lose':
    case 'sweep':
      return { do: kind };
    case 'ready':
    case 'reject': {
      const leg = random.pick(['creator', 'agent'] as const);
      const on = kind === 'ready' ? !s.accounts[leg].ready : random.chance(0.4);
      return { do: kind, leg, on };
    }
    case 'dispute':
      return { do: 'dispute', m, inquiry: random.chance(0.25), fraud: random.chance(0.4) };
    case 'rule':
      return { do: 'rule', m, outcome: random.chance(s.rules.endsByBank(row.state) ? 0.4 : 0.65) ? 'won' : 'lost' };
    case 'payDebts':
      return { do: 'payDebts', role: random.weighted(BRAND_ROLES) };
    case 'payDebtPage':
      return { do: 'payDebtPage', how: random.chance(0.9) ? 'card' : 'declined' };
    case 'writeOff':
    case 'returnTooMuch':
      return { do: kind };
    case 'closePage':
      return { do: kind, m, role: random.weighted(BRAND_ROLES), ...mishap(random) };
    case 'overturn':
    case 'fraud':
    case 'appealRuling':
    case 'warn':
    case 'hold':
    case 'failRefund':
    case 'sendAgain':
      return { do: kind, m };
    case 'close':
      return { do: 'close', m, kind: random.pick(['fraud_warning', 'staff_hold'] as const) };
    case 'post': {
      const first = row.post ? {} : { given: 30 };
      const to = random.weighted({
        live: 12,
        failing: 6,
        undecided: 6,
        asked: 6,
        kept: 4,
        ended: 2,
        given: 1,
        ...first,
      });
      return { do: 'post', m, to };
    }
    case 'decide':
      return { do: 'decide', m, decision: random.pick(['send_again', 'paid_by_bank'] as const) };
    case 'payOut':
      return { do: 'payOut', leg: random.pick(['creator', 'agent'] as const) };
    case 'payDue': {
      const leg = random.pick(
        creator.nextAt ? (['creator', 'creator', 'agent'] as const) : (['agent', 'creator'] as const),
      );
      const due = s.schedules[leg].nextAt?.getTime() ?? 0;
      return due > s.now && random.chance(0.8) ? { do: 'wait', ms: due - s.now } : { do: 'payDue', leg };
    }
    case 'payout':
      return { do: 'payout', n: random.int(0, 3), ...mishap(random, 0.5) };
    case 'bank':
      return { do: 'bank', n: random.int(0, 3) };
    case 'schedule': {
      const schedule = random.pick(SCHEDULES);
      const day = schedule === 'weekly' ? random.int(1, 7) : schedule === 'monthly' ? random.int(1, 28) : null;
      const minimum = random.chance(0.5) ? null : random.pick(MINIMA);
      return { do: 'schedule', leg: random.pick(['creator', 'agent'] as const), schedule, day, minimum };
    }
    case 'stop':
      return { do: 'stop', on: !s.stopped };
    case 'any': {
      const action = random.pick(ANY_ACT);
      return act(random, row, action, random.chance(0.5) ? brand(random) : CREATOR);
    }
    case 'submit':
      return act(random, row, 'submit', CREATOR);
    case 'cancel':
    case 'proposeCancel':
    case 'acceptCancel':
    case 'declineCancel':
    case 'withdrawCancel':
      return act(random, row, kind, random.chance(0.6) ? brand(random) : CREATOR);
    default:
      return act(random, row, kind as DealAction, brand(random));
  }
}
