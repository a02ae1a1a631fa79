import { begin } from './begin.ts';
import { Breach } from './books.ts';
import { amendmentOf, bonusOf, hasAddedNow, hasBonus } from './addenda.ts';
import { dueAutomatic } from './automatic.ts';
import { automaticallyPaid, paysAutomatically } from './automatic-play.ts';
import { exchangeOf, exchangesBanks } from './bank-accounts.ts';
import { changeOf, changesDeals } from './changes-play.ts';
import { execute, nextOf, type Command, type Outcome } from './commands.ts';
import { moreTime, nextCommand } from './generate.ts';
import { judge, judgeEnd, newMemory, remember, type Memory } from './judge.ts';
import { caseOf } from './contests.ts';
import { paysTogether, together } from './joint.ts';
import { byHandOf, isByHand, lastDecision } from './parked.ts';
import { Random } from './random.ts';
import { PRODUCT, type Rules } from './rules.ts';
import { holdOf, holdsSides } from './on-hold.ts';
import { withdrawalOf, withdrawsDisputes } from './withdrawals.ts';
import { isUnderWay, notOver } from './payouts.ts';
import { saved, savesMethods } from './saved-play.ts';
import { dealOfSeed, FLOAT, type Deal } from './deal.ts';
import type { Addendum } from './addendum-row.ts';
import { changesSettings, settingsOf } from './settings.ts';
import { DAY, HOUR, IDS, milestoneIdOf, START, type Sim } from './state.ts';
import { hasSuspense, inSuspense, lastSuspense, suspendedOf } from './suspense.ts';
import { openMilestones } from './workflow.ts';

/** Why a simulation failed: a broken invariant, or an error of the code itself. */
export interface Failure {
  invariant: string;
  message: string;
  /** Index of the command after which it was found. */
  at: number;
}
export interface Played {
  seed: number;
  deal: Deal;
  commands: Command[];
  outcomes: Outcome[];
  failure: Failure | null;
  sim: Sim;
}

export interface PlayOptions {
  rules?: Rules;
  ops: number;
  start?: number;
  /** Some deals begin with a float that does not suffice for their card disputes. The product plays without them. */
  scarce?: boolean;
  /** Called after each command of the seed. */
  after?: (s: Sim, command: Command, outcome: Outcome) => void;
}

const failureOf = (error: unknown, at: number): Failure =>
  error instanceof Breach
    ? { invariant: error.invariant, message: error.message, at }
    : { invariant: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error), at };

function oneStep(s: Sim, memory: Memory, command: Command): Outcome {
  remember(s, memory);
  const outcome = execute(s, command);
  judge(s, memory, command, outcome);
  return outcome;
}

function opened(rules: Rules, deal: Deal, start: number): Sim {
  const s = begin(rules, deal, start);
  openMilestones(s);
  return s;
}

const SCARCE_EVERY = 3;
/** So many deals are amended, so many of their commands do it. */
const AMENDED_DEALS = 0.3;
const AMENDED_OFTEN = 0.12;
const AMENDMENTS = 5_126;
const JOINT = 8_303_765;
/** So many deals have a brand that gives overdue work more time. */
const EXTENDED_DEALS = 0.4;
const EXTENSIONS = 6_171_049;
const BY_HAND = 2_750_159;
const SUSPENSE = 4_256_233;
const BONUSES = 3_141_593;
const BANKS = 7_368_787;
const METHODS = 9_591_223;
const CHANGES = 5_882_353;
const AUTOMATIC = 1_324_717;
const SETTINGS = 8_191_919;
const HOLDS = 4_669_201;
const WITHDRAWALS = 7_778_777;

/** One command that was carried out. */
export interface Step {
  s: Sim;
  command: Command;
  outcome: Outcome;
}

/** Plays a seed step by step: the deal and every command follow from it; afterwards everything comes to rest. */
export function* playing(
  seed: number,
  { rules = PRODUCT, ops, start = START, scarce = false }: Omit<PlayOptions, 'after'>,
): Generator<Step, Played> {
  const { deal, random } = dealOfSeed(seed);
  if (scarce && seed % SCARCE_EVERY === 0) deal.float = deal.amounts[0]!;
  // From streams of their own: deals without what one of them adds play as they would without these streams.
  const amending = new Random(AMENDMENTS + seed);
  const isAmended = amending.chance(AMENDED_DEALS);
  const joining = new Random(JOINT + seed);
  const extending = new Random(EXTENSIONS + seed);
  const isExtended = extending.chance(EXTENDED_DEALS);
  const dashboard = new Random(BY_HAND + seed);
  const atDashboard = isByHand(dashboard);
  const parking = new Random(SUSPENSE + seed);
  const rewarding = new Random(BONUSES + seed);
  const isRewarded = hasBonus(rewarding);
  const isParking = hasSuspense(parking);
  const exchanging = new Random(BANKS + seed);
  const isExchanging = exchangesBanks(exchanging);
  const saving = new Random(METHODS + seed);
  const isSaving = savesMethods(saving);
  const changing = new Random(CHANGES + seed);
  const isChanged = changesDeals(changing);
  const automatic = new Random(AUTOMATIC + seed);
  const isAutomatic = isSaving && paysAutomatically(automatic);
  const setting = new Random(SETTINGS + seed);
  const isSetting = changesSettings(setting);
  const holding = new Random(HOLDS + seed);
  const isHeld = holdsSides(holding);
  const withdrawing = new Random(WITHDRAWALS + seed);
  const isWithdrawing = withdrawsDisputes(withdrawing);
  const s = opened(rules, deal, start);
  const isJoint = paysTogether(s, joining) || deal.second !== undefined;
  const played: Played = { seed, deal, commands: [], outcomes: [], failure: null, sim: s };
  const memory = newMemory(s);
  try {
    while (played.commands.length < ops) {
      const more = isExtended ? moreTime(s, extending) : null;
      const next =
        more ?? (isAmended && amending.chance(AMENDED_OFTEN) ? amendmentOf(s, amending) : nextCommand(s, random));
      const paid = isJoint ? together(s, joining, next) : next;
      const usual = isSaving ? saved(s, saving, paid) : paid;
      const own =
        (isRewarded && bonusOf(s, rewarding)) ||
        (isChanged && changeOf(s, changing)) ||
        (isAutomatic && automaticallyPaid(s, automatic)) ||
        (isSetting && settingsOf(s, setting)) ||
        (isHeld && holdOf(s, holding)) ||
        (isWithdrawing && withdrawalOf(s, withdrawing)) ||
        (atDashboard && byHandOf(s, dashboard)) ||
        (isExchanging && exchangeOf(s, exchanging));
      const command = own || (isParking ? inSuspense(s, parking, usual) : usual);
      played.commands.push(command);
      const outcome = oneStep(s, memory, command);
      played.outcomes.push(outcome);
      yield { s, command, outcome };
    }
    yield* settle(s, memory);
    judgeEnd(s);
  } catch (error) {
    played.failure = failureOf(error, played.commands.length);
  }
  return played;
}

/** The same at once. */
export function playSeed(seed: number, { after, ...options }: PlayOptions): Played {
  const steps = playing(seed, { scarce: true, ...options });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    after?.(step.value.s, step.value.command, step.value.outcome);
  }
}

/** Plays a list of commands on the deal of a seed; commands that no longer apply do nothing. */
export function replay(
  deal: Deal,
  commands: readonly Command[],
  rules: Rules = PRODUCT,
  after: PlayOptions['after'] = () => {},
): Failure | null {
  let at = 0;
  try {
    const s = opened(rules, deal, START);
    const memory = newMemory(s);
    for (const command of commands) {
      at += 1;
      after(s, command, oneStep(s, memory, command));
    }
    for (const { command, outcome } of settle(s, memory)) after(s, command, outcome);
    judgeEnd(s);
    return null;
  } catch (error) {
    return failureOf(error, at);
  }
}

const TURNS_AT_ONCE = 20;
const STEPS_TO_REST = 400;

/** Lets everything come to rest: nothing goes wrong any more, staff decide what waits for them, and the clock goes on. */
function* settle(s: Sim, memory: Memory): Generator<Step, void> {
  function* step(command: Command): Generator<Step, void> {
    yield { s, command, outcome: oneStep(s, memory, command) };
  }
  if (s.stopped) yield* step({ do: 'stop', on: false });
  if (s.deal.float < FLOAT) yield* step({ do: 'topUp' });
  if (s.converts) yield* step({ do: 'settlesIn', other: false });
  while (s.runs.length > 0) yield* step({ do: 'resume', n: 0 });
  for (const leg of ['creator', 'agent'] as const) {
    yield* step({ do: 'reject', leg, on: false });
    yield* step({ do: 'ready', leg, on: true });
  }
  for (let n = 0; n < STEPS_TO_REST; n += 1) {
    while (s.provider.events.length > s.sent) yield* step({ do: 'send', n: 0 });
    yield* step({ do: 'sweep' });
    if (s.debtPayments.some((p) => p.left > 0 && !p.returned)) yield* step({ do: 'returnTooMuch' });
    for (const [i, { state }] of s.methods.entries())
      if (state === 'removing') yield* step({ do: 'followMethod', n: i });
    for (const { milestoneId } of dueAutomatic(s))
      yield* step({ do: 'fundAutomatically', m: s.milestones.findIndex(({ id }) => id === milestoneId) + 1 });
    for (const { contractId } of s.addenda.filter(isToFollow(s)))
      if (!hasAddedNow(s))
        yield* step({ do: 'followAddendum', ...(contractId === IDS.second ? { second: true as const } : {}) });
    for (let waits = lastDecision(s); waits; waits = lastDecision(s)) yield* step(waits);
    for (let waits = lastSuspense(s); waits; waits = lastSuspense(s)) yield* step(waits);
    for (const { seq } of s.milestones) {
      for (const kind of ['fraud_warning', 'staff_hold'] as const) yield* step({ do: 'close', m: seq, kind });
      yield* step({ do: 'rule', m: seq, outcome: 'won' });
      yield* step({ do: 'decide', m: seq, decision: 'paid_by_bank' });
      for (let turns = 0; turns < TURNS_AT_ONCE && isBusy(s, seq); turns += 1) {
        if (caseOf(s, milestoneIdOf(seq))) yield* step({ do: 'case', m: seq });
        yield* step({ do: 'turn', m: seq });
      }
    }
    // A bank may have returned what was paid before. A key of yesterday is replaced by the first look, and used by the second.
    for (const p of notOver(s))
      for (let looks = 0; looks < (p.state === 'claimed' ? 2 : n === 0 || isUnderWay(p) ? 1 : 0); looks += 1)
        yield* step({ do: 'payout', n: notOver(s).indexOf(p) });
    if (s.provider.events.length > s.sent) continue;
    const next = nextTime(s);
    if (next === null) return;
    yield* step({ do: 'wait', ms: Math.max(1_000, next - s.now) });
  }
}

/** Signed, or not signed in time. */
const isToFollow =
  (s: Sim) =>
  (a: Addendum): boolean =>
    !a.ended && (a.state === 'signed' || a.deadlineAt.getTime() <= s.now);

function isBusy(s: Sim, seq: number): boolean {
  const next = nextOf(s, s.milestones[seq - 1]!);
  return next !== null && next <= s.now;
}

/** When something happens by itself again; null once all is at rest. */
function nextTime(s: Sim): number | null {
  const times = s.milestones.flatMap((row) => nextOf(s, row) ?? []);
  // Money that is settling, and a bank, take days.
  if (s.payouts.some(isUnderWay)) times.push(s.now + DAY);
  for (const d of s.parkedDecisions) if (d.state === 'open' && d.effectiveAt) times.push(d.effectiveAt.getTime());
  for (const a of s.addenda) if (!a.ended) times.push(a.state === 'signed' ? s.now : a.deadlineAt.getTime());
  if (times.length > 0) return Math.min(...times);
  const open =
    s.debtPayments.some((p) => p.state === 'open') ||
    s.payments.some((p) => s.rules.isActive(p.state)) ||
    s.refunds.some((r) => r.state === 'pending' || r.state === 'failed') ||
    s.inbox.some((e) => e.state === 'pending') ||
    suspendedOf(s).length > 0 ||
    dueAutomatic(s).length > 0 ||
    s.parked.some((c) => c.outcome === null);
  return open ? s.now + HOUR : null;
}
