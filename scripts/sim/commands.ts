import { maySendAgain } from '../../server/features/operations/rules.ts';
import { LAST_CALL_MS } from '../../server/features/provider-calls/rules.ts';
import { perform, type Act } from './acts.ts';
import { disputeOrWarn, isClosed, isDecided, isOnlyReport } from './banks.ts';
import { aboutAddendum, isAboutAddendum, type AboutAddendum } from './addenda.ts';
import { dueAutomatic, fundAutomatically, setAutoFund, type AutomaticAct } from './automatic.ts';
import { exchange, type BankExchange } from './bank-accounts.ts';
import type { Person } from './viewer.ts';
import { keepsOf } from './cancel-requests.ts';
import { openContest } from './contest-moves.ts';
import { caseOf, contest, judgeContest, nextOfCase, turnCase, type ContestAct } from './contests.ts';
import { receive, sweep } from './disputes.ts';
import { closePage, pay } from './funding.ts';
import { topUp } from './guarantee.ts';
import { changePost, type PostChange } from './live.ts';
import { milestoneOf, openCase, signal } from './moves.ts';
import { advancePayout, mayFail, payOut, payoutOf, payScheduled, saveSchedule } from './payouts.ts';
import { payDebts, returnTooMuch, writeOff } from './debts.ts';
import { appealRuling, confirmFraud } from './fraud.ts';
import { decisionOf, refundsOf } from './finish.ts';
import { byHand, type ByHand } from './parked.ts';
import { isRefusedAct, suspendSide, type HoldAct } from './on-hold.ts';
import { play } from './runs.ts';
import { outcomeOf, refusalIn, underway, type Mishap, type Outcome } from './underway.ts';
import { areThere, bankDisputeOf, leadOf } from './joint.ts';
import type { Schedule } from '../../server/features/payouts/schedule/rules.ts';
import type { Leg } from './payout-row.ts';
import { answerBank, detach, removeMethod, saveMethod, type MethodAct } from './saved-methods.ts';
import { FLOAT } from './deal.ts';
import { milestoneIdOf, nowOf, type Sim, type SimMilestone } from './state.ts';
import { changeSettings, type SettingsAct } from './settings.ts';
import { suspense, type Suspense } from './suspense.ts';
import { terminate } from './termination.ts';
import { nextTimeOf, turn } from './workflow.ts';

export type { Mishap, Outcome };

export const PAYERS = {
  card: { card: '4242424242424242' },
  declined: { card: '4000000000000002' },
  refundFails: { card: '4000000000005126' },
  refundPending: { card: '4000000000007726' },
  debit: { iban: 'AT611904300234573201' },
  debitFails: { iban: 'AT861904300235473202' },
} as const;

/** One command of a simulation; `m` counts milestones from 1; `second`: of the second contract. */
export type Command =
  | { do: 'fund'; m: number; also?: number[]; role: Person['role']; method?: number; mishap?: Mishap }
  | { do: 'removeMethod'; n: number; role: Person['role']; mishap?: Mishap }
  | { do: 'followMethod'; n: number; mishap?: Mishap }
  | { do: 'pay'; m: number; how: keyof typeof PAYERS }
  | { do: 'closePage'; m: number; role: Person['role']; mishap?: Mishap }
  | { do: 'act'; m: number; act: Act['action']; by: Person; stale?: true; permille?: number; days?: number }
  | { do: 'contest'; m: number; act: ContestAct; by: Person; stale?: true; permille?: number }
  | { do: 'judge'; m: number; staff: 1 | 2; permille: number }
  | { do: 'terminate'; m: number; staff: 1 | 2; permille: number }
  | { do: 'case'; m: number }
  | { do: 'turn'; m: number; mishap?: Mishap }
  | { do: 'resume'; n: number }
  | { do: 'wait'; ms: number }
  | { do: 'until'; m: number; offset: number }
  | { do: 'send'; n: number; twice?: true }
  | { do: 'lose' }
  | { do: 'sweep' }
  | { do: 'ready'; leg: 'creator' | 'agent'; on: boolean }
  | { do: 'reject'; leg: 'creator' | 'agent'; on: boolean }
  | { do: 'dispute'; m: number; inquiry: boolean; fraud: boolean }
  | { do: 'rule'; m: number; outcome: 'won' | 'lost' }
  | { do: 'overturn'; m: number }
  | { do: 'fraud'; m: number }
  | { do: 'appealRuling'; m: number }
  | { do: 'payDebts'; role: Person['role'] }
  | { do: 'payDebtPage'; how: 'card' | 'declined' }
  | { do: 'writeOff' }
  | { do: 'returnTooMuch' }
  | { do: 'warn'; m: number }
  | { do: 'hold'; m: number }
  | { do: 'close'; m: number; kind: 'fraud_warning' | 'staff_hold' }
  | { do: 'failRefund'; m: number }
  | { do: 'decide'; m: number; decision: 'send_again' | 'paid_by_bank' }
  | { do: 'sendAgain'; m: number }
  | { do: 'payOut'; leg: Leg }
  | { do: 'payout'; n: number; mishap?: Mishap }
  | { do: 'bank'; n: number }
  | { do: 'schedule'; leg: Leg; schedule: Schedule; day: number | null; minimum: number | null }
  | { do: 'payDue'; leg: Leg }
  | { do: 'post'; m: number; to: PostChange }
  | { do: 'stop'; on: boolean }
  | { do: 'topUp' }
  | AboutAddendum
  | AutomaticAct
  | SettingsAct
  | HoldAct
  | BankExchange
  | MethodAct
  | ByHand
  | Suspense;

const NOTHING: Outcome = 'nothing';
const waiting = (s: Sim): number => s.provider.events.length - s.sent;

/** Moves the clock of both; nothing else happens but what the provider does by itself. */
export function advance(s: Sim, toMs: number): void {
  s.now = Math.max(s.now, toMs);
  // A process that stands still for longer than any call takes is gone, and with it what it was about to do.
  s.runs = s.runs.filter((run) => s.now - run.since < LAST_CALL_MS);
  s.provider.advanceTo(s.now);
}

/** The amount of a part: a share of what is held in thousandths, in the currency's steps; above 1000 it is too much. */
export function partOf(
  s: Pick<Sim, 'rules'>,
  held: number,
  permille: number,
  currency: Sim['deal']['currency'],
): number {
  if (permille === 1_000) return held;
  const step = s.rules.stepOf(currency);
  return Math.floor((held * permille) / 1_000 / step) * step;
}

/** What is disputed: all that an open dispute is about, or a share of what is held. */
function disputedOf(s: Sim, milestoneId: string, permille: number): number {
  const { currency, ...row } = milestoneOf(s, milestoneId);
  return openContest(s, milestoneId)?.amount ?? partOf(s, s.rules.restOf(row), permille, currency);
}

/** When the workflow of a milestone or of its dispute acts next; null: never. */
export function nextOf(s: Sim, row: SimMilestone): number | null {
  const dispute = caseOf(s, row.id);
  const times = [nextTimeOf(s, row), dispute && (nextOfCase(s, dispute)?.at ?? null)].filter(
    (t) => typeof t === 'number',
  );
  return times.length > 0 ? Math.min(...times) : null;
}

/** Carries out a command on the model. */
export function execute(s: Sim, c: Command): Outcome {
  if (!areThere(s, c) || isRefusedAct(s, c)) return NOTHING;
  if (isAboutAddendum(c)) return aboutAddendum(s, c);
  switch (c.do) {
    case 'fund':
      return refusalIn(
        underway(s, pay(s, [c.m, ...(c.also ?? [])].map(milestoneIdOf), c.role, c.method), `fund ${c.m}`, c.mishap),
      );
    case 'pay': {
      const line = s.payments.findLast((p) => p.milestoneId === milestoneIdOf(c.m));
      const payment = line && leadOf(s, line);
      const sessionId = payment && (payment.sessionId ?? s.provider.findCheckout(payment.opId)?.sessionId);
      if (!sessionId) return NOTHING;
      s.provider.pay(sessionId, PAYERS[c.how]);
      return 'done';
    }
    case 'closePage':
      if (!s.payments.some((p) => p.milestoneId === milestoneIdOf(c.m))) return NOTHING;
      return refusalIn(underway(s, closePage(s, milestoneIdOf(c.m), c.role), `close ${c.m}`, c.mishap));
    case 'act': {
      const row = milestoneOf(s, milestoneIdOf(c.m));
      const refused = perform(s, {
        person: c.by,
        action: c.act,
        milestoneId: row.id,
        seen: row.version - (c.stale ? 1 : 0),
        amount: (c.act === 'proposeCancel' ? keepsOf : partOf)(s, s.rules.restOf(row), c.permille ?? 0, row.currency),
        ...(c.days === undefined ? {} : { days: c.days }),
      });
      return refused ?? 'done';
    }
    case 'contest': {
      const id = milestoneIdOf(c.m);
      const last = s.contests.findLast((one) => one.milestoneId === id);
      if (c.act !== 'open' && !last) return NOTHING;
      const amount =
        c.act === 'open'
          ? disputedOf(s, id, c.permille ?? 1_000)
          : keepsOf(s, last?.amount ?? 0, c.permille ?? 0, s.deal.currency);
      return contest(s, id, { act: c.act, by: c.by, stale: c.stale ?? false, amount }) ?? 'done';
    }
    case 'judge': {
      const id = milestoneIdOf(c.m);
      const open = openContest(s, id);
      if (!open) return NOTHING;
      return judgeContest(s, id, keepsOf(s, open.amount, c.permille, s.deal.currency), c.staff) ?? 'done';
    }
    case 'terminate': {
      const row = milestoneOf(s, milestoneIdOf(c.m));
      return terminate(s, row, keepsOf(s, s.rules.restOf(row), c.permille, row.currency), c.staff) ?? 'done';
    }
    case 'case':
      return turnCase(s, milestoneIdOf(c.m)) ?? NOTHING;
    case 'turn':
      return outcomeOf(underway(s, turn(s, milestoneIdOf(c.m)), `turn ${c.m}`, c.mishap));
    case 'resume': {
      if (s.runs.length === 0) return NOTHING;
      const [run] = s.runs.splice(c.n % s.runs.length, 1);
      const ended = play(run!.steps, null);
      return run!.what.startsWith('turn') ? outcomeOf(ended) : refusalIn(ended);
    }
    case 'wait':
      advance(s, s.now + c.ms);
      return 'done';
    case 'until': {
      const next = nextOf(s, milestoneOf(s, milestoneIdOf(c.m)));
      if (next === null || next + c.offset <= s.now) return NOTHING;
      advance(s, next + c.offset);
      return 'done';
    }
    case 'send': {
      if (waiting(s) === 0) return NOTHING;
      // Out of its order: the others move up.
      const [e] = s.provider.events.splice(s.sent + (c.n % waiting(s)), 1);
      s.provider.events.splice(s.sent, 0, e!);
      s.sent += 1;
      for (let i = 0; i < (c.twice ? 2 : 1); i += 1) receive(s, s.provider.event(e!.id));
      return 'done';
    }
    case 'lose':
      if (waiting(s) === 0 || isOnlyReport(s, s.provider.events[s.sent]!)) return NOTHING;
      s.sent += 1;
      return 'done';
    case 'sweep':
      sweep(s);
      return 'done';
    case 'ready':
      s.accounts[c.leg].ready = c.on;
      if (c.on)
        for (const m of s.milestones)
          if (s.transfers.some((t) => t.milestoneId === m.id && t.state !== 'sent'))
            signal(s, m.id, 'payout_account_ready');
      return 'done';
    case 'reject':
      s.provider.setActive(s.accounts[c.leg].id, !c.on);
      return 'done';
    case 'dispute':
    case 'warn':
      return disputeOrWarn(s, c);
    case 'rule': {
      const open = s.disputes.find((d) => d.milestoneId === milestoneIdOf(c.m) && d.state === 'open');
      if (!open || isClosed(s, open.id)) return NOTHING;
      s.provider.closeDispute(bankDisputeOf(open.id), c.outcome);
      return 'done';
    }
    case 'overturn': {
      // A bank gives back what it took for good, or takes it again.
      const decided = s.disputes.findLast((d) => d.milestoneId === milestoneIdOf(c.m) && isDecided(s, d.id));
      if (!decided) return NOTHING;
      s.provider.closeDispute(bankDisputeOf(decided.id), isDecided(s, decided.id) === 'won' ? 'lost' : 'won');
      return 'done';
    }
    case 'fraud':
      return confirmFraud(s, milestoneOf(s, milestoneIdOf(c.m))) ? 'done' : NOTHING;
    case 'appealRuling':
      return appealRuling(s, milestoneIdOf(c.m)) ?? 'done';
    case 'payDebts':
      return payDebts(s, c.role) ?? 'done';
    case 'payDebtPage': {
      const page = s.debtPayments.findLast((p) => p.state === 'open');
      if (!page || s.converts) return NOTHING;
      s.provider.pay(page.sessionId, PAYERS[c.how]);
      return 'done';
    }
    case 'writeOff':
      return writeOff(s) ? 'done' : NOTHING;
    case 'returnTooMuch':
      return returnTooMuch(s) ? 'done' : NOTHING;
    case 'hold': {
      const row = milestoneOf(s, milestoneIdOf(c.m));
      if (!s.rules.holdsInEscrow(row.state) || openCase(s, row, 'staff_hold')) return NOTHING;
      const key = `${row.id}:${s.cases.filter((k) => k.kind === 'staff_hold' && k.milestoneId === row.id).length + 1}`;
      s.cases.push({ kind: 'staff_hold', key, milestoneId: row.id, open: true });
      signal(s, row.id, 'hold_asked');
      return 'done';
    }
    case 'close': {
      const id = milestoneIdOf(c.m);
      const found = s.cases.filter((one) => one.open && one.kind === c.kind && one.milestoneId === id);
      if (found.length === 0) return NOTHING;
      for (const one of found) one.open = false;
      signal(s, id, 'hold_cleared');
      return 'done';
    }
    case 'failRefund': {
      const done = refundsOf(s, milestoneIdOf(c.m)).find((r) => r.providerId !== null && r.state === 'done');
      if (!done || s.provider.world.get('refund', done.providerId!).status !== 'succeeded') return NOTHING;
      s.provider.failRefund(done.providerId!);
      return 'done';
    }
    case 'decide': {
      const failed = refundsOf(s, milestoneIdOf(c.m)).find((r) => r.state === 'failed' && decisionOf(s, r) === null);
      if (!failed) return NOTHING;
      s.refundDecisions.set(`${failed.opId}:${s.operations.get(failed.opId)!.attempt}`, c.decision);
      signal(s, failed.milestoneId, 'refund');
      return 'done';
    }
    case 'sendAgain': {
      const op = [...s.operations.values()].find(
        (o) =>
          /^(xfer|refund):/.test(o.op_id) &&
          o.op_id.includes(milestoneIdOf(c.m)) &&
          !s.sendAgain.has(`${o.op_id}:${o.attempt}`) &&
          maySendAgain({ kind: o.op_id.startsWith('xfer') ? 'transfer' : 'refund', ...o }, nowOf(s)),
      );
      if (!op) return NOTHING;
      s.sendAgain.set(`${op.op_id}:${op.attempt}`, nowOf(s));
      signal(s, milestoneIdOf(c.m), 'operator_asked_to_look_again');
      return 'done';
    }
    case 'payOut':
    case 'schedule':
    case 'payDue':
      if (c.leg === 'agent' && s.deal.commissionBps === 0) return NOTHING;
      if (c.do === 'payOut') return payOut(s, c.leg) ?? 'done';
      if (c.do === 'payDue') return payScheduled(s, c.leg) ? 'done' : NOTHING;
      return saveSchedule(s, c.leg, c) ?? 'done';
    case 'payout': {
      const payout = payoutOf(s, c.n);
      return payout
        ? outcomeOf(underway(s, advancePayout(s, payout.id), `turn payout ${payout.id}`, c.mishap))
        : NOTHING;
    }
    case 'bank': {
      const payout = payoutOf(s, c.n);
      if (!payout?.providerId || !mayFail(s, payout.providerId)) return NOTHING;
      s.provider.failPayout(payout.providerId);
      return 'done';
    }
    case 'saveMethod':
      saveMethod(s, c.how);
      return 'done';
    case 'removeMethod':
      if (!s.methods[c.n]) return NOTHING;
      return refusalIn(underway(s, removeMethod(s, c.n, c.role), `remove ${c.n}`, c.mishap));
    case 'followMethod':
      if (s.methods[c.n]?.state !== 'removing') return NOTHING;
      return refusalIn(underway(s, detach(s, s.methods[c.n]!), `follow ${c.n}`, c.mishap));
    case 'answerBank':
      return answerBank(s, c) ? 'done' : NOTHING;
    case 'exchangeBank':
    case 'readAccount':
      return exchange(s, c);
    case 'setDefault':
      if (!s.methods[c.n]) return NOTHING;
      return changeSettings(s, c) ?? 'done';
    case 'suspend':
      return suspendSide(s, c) ?? 'done';
    case 'saveLimits':
      return changeSettings(s, c) ?? 'done';
    case 'autoFund':
      return setAutoFund(s, c) ?? 'done';
    case 'fundAutomatically': {
      const id = milestoneIdOf(c.m);
      if (!dueAutomatic(s).some(({ milestoneId }) => milestoneId === id)) return NOTHING;
      return outcomeOf(underway(s, fundAutomatically(s, id), `turn automatic payment ${c.m}`, c.mishap));
    }
    case 'post':
      return changePost(s, milestoneIdOf(c.m), c.to) ? 'done' : NOTHING;
    case 'stop':
      s.stopped = c.on;
      return 'done';
    case 'topUp':
      topUp(s, FLOAT);
      return 'done';
    case 'refundByHand':
    case 'reverse':
    case 'decideParked':
    case 'appealParked':
      return byHand(s, c);
    case 'settlesIn':
    case 'decideSuspense':
      return suspense(s, c);
  }
}
