import { eventually } from '../../../scripts/lib/persona-client.ts';
import { Random } from '../../../scripts/sim/random.ts';
import type { Victim } from '../killable-stack.ts';
import { agreed, brief, liveCampaign, sign } from '../negotiation.ts';
import { milestone, type TestDeal } from '../../server/features/escrow/deal-kit.ts';
import { approve, POINTS, STEPS, VARIANTS, type Played, type Point, type Stage, type Step } from './failpoint-steps.ts';
import { dealIn, eventsOf, inState, personOf, settledBooks, type Chaos, type Person } from './kit.ts';

/*
 * A process is ended at a named point between the claim of an act, its call and its confirmation: 13 steps of a deal with
 * four points each. For a step that calls no provider the call is the delivery of its command to Temporal. Where several
 * acts come through the points of one step, each of them is played.
 */

export interface Case {
  /** Its number among all, from 1. */
  n: number;
  step: string;
  variant?: Step['variant'];
  point: Point;
  victim: Victim;
  /** A kill with -9, or the stop signal of a deploy. */
  manner: 'kill' | 'stop';
}

/** Every case: -9 at each of four processes and the stop signal at two, at each of 52 points, and the same for each variant. */
export const CASES: readonly Case[] = [...STEPS, ...VARIANTS]
  .flatMap(({ name: step, variant }) =>
    POINTS.flatMap((point) => {
      const at = variant ? { step, variant, point } : { step, point };
      return [
        ...(['api', 'worker', 'temporal', 'postgres'] as const).map((victim) => ({
          ...at,
          victim,
          manner: 'kill' as const,
        })),
        ...(['api', 'worker'] as const).map((victim) => ({ ...at, victim, manner: 'stop' as const })),
      ];
    }),
  )
  .map((one, i) => ({ n: i + 1, ...one }));

/** So many of them in an order that follows from the seed; each point once before any comes again. */
export function casesOf(seed: number, count: number): Case[] {
  const random = new Random(seed);
  const shuffled = CASES.map((one) => ({ one, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
  const rounds = new Map<string, number>();
  const inRounds = shuffled.map((one) => {
    const name = `${one.step} ${one.variant} ${one.point}`;
    const round = rounds.get(name) ?? 0;
    rounds.set(name, round + 1);
    return { one, round };
  });
  return inRounds
    .toSorted((a, b) => a.round - b.round)
    .slice(0, count)
    .map(({ one }) => one);
}

export interface CaseResult extends Case {
  hit: boolean;
  /** Until the deal was there, the point was reached and the process was back. */
  preparedMs: number;
  hitMs: number | null;
  backMs: number | null;
  /** From the return of the process to the settled deal. */
  settledMs: number | null;
  wrong: string[];
}

const NOT_BEGUN = { hit: false, preparedMs: 0, hitMs: null, backMs: null, settledMs: null } as const;

/*
 * Bounds for what hangs, not for a slow machine: `npm run chaos` prints the slowest settling beside its bar of a minute.
 */
const HIT_MS = 180_000;
const SETTLE_MS = 300_000;

/** Cases that may still be settling while the next process is ended: most of that time is a wait for an activity's time-out. */
const SIDE_BY_SIDE = 6;
/** Deals for so many cases are made at once, while every process runs: one that is made meanwhile waits for its return. */
const MADE_TOGETHER = 24;
const MADE_SIDE_BY_SIDE = 4;

const stepOf = (one: Case): Step =>
  [...STEPS, ...VARIANTS].find(({ name, variant }) => name === one.step && variant === one.variant)!;
const DISPUTE_OPENED = 'charge.dispute.created';
const CHANGES = 'changes_requested';
/** Of the terms that its deals are made with. */
const ROUNDS = 2;
const isDispute = (step: string): boolean => step.startsWith('charge.dispute.');

/** What decides whether a deal suits a step. */
interface Suiting {
  stage: Stage;
  isPayees: boolean;
  /** Of a brand whose bank disputes, and has not yet disputed this charge. */
  isDisputable: boolean;
  rounds: number;
}
const suits = (step: Step, { stage, isPayees, isDisputable, rounds }: Suiting): boolean =>
  step.from.includes(stage) &&
  isPayees === (step.paidOut ?? false) &&
  isDisputable === (step.name === DISPUTE_OPENED) &&
  (step.name !== CHANGES || rounds > 0);
const roundsAfter = (step: Step, rounds: number): number => (step.name === CHANGES ? rounds - 1 : rounds);

/** Deals that wait for their next step. */
class Pool {
  readonly #chaos: Chaos;
  readonly #free: Played[] = [];
  constructor(chaos: Chaos) {
    this.#chaos = chaos;
  }

  #suiting({ stage, creatorPerson, brandPerson, cardDispute, rounds }: Played): Suiting {
    return {
      stage,
      rounds,
      isPayees: creatorPerson !== this.#chaos.creator,
      // A charge is disputed once; its brand pays nothing else meanwhile, so that it is a brand of its own.
      isDisputable: cardDispute === undefined && brandPerson !== this.#chaos.brand,
    };
  }

  giveBack(deal: Played): void {
    if (deal.stage !== 'over') this.#free.push(deal);
  }

  /** Makes the deals that these cases need beside the free ones and those that come back from cases before them. */
  async prepare(steps: readonly Step[]): Promise<void> {
    const free = this.#free.map((deal) => this.#suiting(deal));
    const missing: Step[] = [];
    const underWay: Suiting[] = [];
    for (const step of steps) {
      const back = underWay.length > SIDE_BY_SIDE ? underWay.shift() : undefined;
      if (back) free.push(back);
      const at = free.findIndex((deal) => suits(step, deal));
      const deal = at >= 0 ? free.splice(at, 1)[0]! : suitingOf(step);
      if (at < 0) missing.push(step);
      underWay.push({
        ...deal,
        stage: step.to,
        isDisputable: false,
        rounds: roundsAfter(step, deal.rounds),
      });
    }
    // Its deal is made with its creator, just before.
    const left = missing.filter((step) => !step.paidOut).values();
    await Promise.all(
      Array.from({ length: MADE_SIDE_BY_SIDE }, async () => {
        for (const step of left) this.#free.push(await this.#make(step));
      }),
    );
  }

  async #make(step: Step): Promise<Played> {
    const payer = isDispute(step.name) ? await personOf(this.#chaos, 'brand', 'Disputing Café') : this.#chaos.brand;
    // A payout takes all that a creator has, so that two payouts of one creator could not be distinguished.
    const payee = step.paidOut ? await personOf(this.#chaos, 'creator', 'Paid Creator') : this.#chaos.creator;
    return create(this.#chaos, step.from[0]!, payee, payer);
  }

  /** One in a stage from which the step leads on: a free one, or a new one that is brought there. */
  async take(step: Step): Promise<Played> {
    const at = this.#free.findIndex((deal) => suits(step, this.#suiting(deal)));
    return at >= 0 ? this.#free.splice(at, 1)[0]! : this.#make(step);
  }
}

const suitingOf = (step: Step): Suiting => ({
  stage: step.from[0]!,
  isPayees: step.paidOut ?? false,
  isDisputable: step.name === DISPUTE_OPENED,
  rounds: roundsAt(step.from[0]!),
});
/** Of a deal that is made at this stage. */
const roundsAt = (stage: Stage): number => (stage === CHANGES ? ROUNDS - 1 : ROUNDS);

async function create(chaos: Chaos, stage: Stage, person: Person, brand: Person): Promise<Played> {
  const { world } = chaos;
  if (stage === 'half_signed') {
    const milestones = brief()
      .milestones!.slice(0, 1)
      .map((m) => ({ ...m, amount: 40_000 }));
    const campaignId = await liveCampaign(world, brand.actor, {
      slots: 1,
      milestones,
      deliverables: brief().deliverables!.slice(0, 1),
    });
    const { contractId } = await agreed(world, brand.actor, person.actor, campaignId);
    await sign(world, brand.actor, contractId);
    const { id } = await world.owner
      .selectFrom('milestones')
      .select('id')
      .where('contract_id', '=', contractId)
      .executeTakeFirstOrThrow();
    const parties = { brand: brand.actor, creator: person.actor, agency: null };
    return {
      ...parties,
      contractId,
      milestoneId: id,
      milestoneIds: [id],
      stage,
      creatorPerson: person,
      brandPerson: brand,
      rounds: ROUNDS,
    };
  }
  const of = (work: Parameters<typeof dealIn>[1]) => dealIn(chaos, work, { creator: person, payer: brand });
  const played = (deal: TestDeal): Played => ({
    ...deal,
    stage,
    creatorPerson: person,
    brandPerson: brand,
    rounds: roundsAt(stage),
  });
  switch (stage) {
    case 'paying': {
      const deal = played(await of('awaiting_funding'));
      await STEPS.find(({ name }) => name === 'checkout')!.act(chaos, deal);
      return deal;
    }
    case 'contested': {
      const deal = played(await of('funded'));
      const opened = STEPS.find(({ name }) => name === 'charge.dispute.created')!;
      await opened.act(chaos, deal);
      await eventually('the card dispute', () => opened.settled(chaos, deal), SETTLE_MS);
      return deal;
    }
    case 'released': {
      const deal = played(await of('delivered'));
      await approve(chaos, deal);
      await inState(chaos, deal, ['released']);
      return deal;
    }
    case 'over':
      throw new Error('no step begins there');
    default:
      return played(await of(stage));
  }
}

interface Playing {
  chaos: Chaos;
  pool: Pool;
  random: Random;
  /** Longest time in which a process stays away, in milliseconds. */
  awayMs: number;
  /** The last end of each process, until it is back. */
  returning: Map<Victim, Promise<void>>;
}

/** Ends a process at the point of the case; resolves with the check of what follows. */
async function playCase(
  { chaos, pool, random, awayMs, returning }: Playing,
  one: Case,
): Promise<() => Promise<CaseResult>> {
  const { stack } = chaos;
  const began = Date.now();
  const step = stepOf(one);
  const name = `${one.step}.${one.point}`;
  // What a deal is prepared with is reported by webhooks, which the provider repeats after a minute.
  await returning.get('api');
  const deal = await pool.take(step);
  await step.prepare?.(chaos, deal);
  // Postgres may be the one that was ended.
  const count = async (): Promise<number> => {
    const counted = async () => ({ n: await (step.count?.(chaos, deal) ?? eventsOf(chaos, deal, step.event)) });
    return (await eventually(`the count of ${step.event}`, counted)).n;
  };
  const before = await count();
  const away = Math.floor(random.next() * awayMs);
  const preparedMs = Date.now() - began;
  const result: CaseResult = { ...NOT_BEGUN, ...one, preparedMs, wrong: [] };
  await returning.get(one.victim);
  const armed = Date.now();
  stack.arm(name);
  const acting = step.act(chaos, deal).then(
    () => null,
    (error: unknown) => String(error),
  );
  const holder = await eventually(name, async () => stack.waitingAt(name), HIT_MS).catch(() => null);
  if (holder === null) {
    stack.disarm(name);
    result.wrong.push('the point was never reached');
  } else {
    result.hit = true;
    result.hitMs = Date.now() - armed;
    const release = async () => stack.disarm(name);
    returning.set(
      one.victim,
      one.manner === 'stop'
        ? stack.stopAndRestart(one.victim, { whileEnding: () => later(100).then(release) })
        : stack.killAndRestart(one.victim, {
            async whileDown() {
              await release();
              await later(away);
            },
          }),
    );
    // Deals are prepared with it.
    if (one.victim === 'postgres') await returning.get('postgres');
  }
  const back = returning.get(one.victim);
  return async () => {
    await back;
    const since = Date.now();
    result.backMs = since - armed - (result.hitMs ?? 0);
    const refused = await acting;
    if (refused) result.wrong.push(refused);
    const done = await eventually(name, () => step.settled(chaos, deal), SETTLE_MS).then(
      () => true,
      () => false,
    );
    result.settledMs = Date.now() - since;
    if (!done) result.wrong.push(`not settled: ${(await milestone(chaos.world, deal.milestoneId)).state}`);
    const added = (await count()) - before;
    if (added !== 1) result.wrong.push(`${step.event} ${added} times`);
    deal.stage = step.to;
    deal.rounds = roundsAfter(step, deal.rounds);
    if (result.wrong.length === 0) pool.giveBack(deal);
    return result;
  };
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Plays the cases one after another; what one leaves behind settles while the next ones run, so that its time counts from
 * the last return of a process; none begins after `until`. At the end the books are compared with the provider's.
 */
export async function playFailpoints(
  chaos: Chaos,
  cases: readonly Case[],
  {
    seed,
    awayMs,
    until = Infinity,
    report,
  }: { seed: number; awayMs: number; until?: number; report?: (result: CaseResult) => void },
): Promise<{ results: CaseResult[]; breaches: string[] }> {
  const playing: Playing = {
    chaos,
    pool: new Pool(chaos),
    random: new Random(seed),
    awayMs,
    returning: new Map(),
  };
  const results: CaseResult[] = [];
  const open = new Set<Promise<void>>();
  for (const [i, one] of cases.entries()) {
    if (Date.now() > until) break;
    if (i % MADE_TOGETHER === 0) {
      await Promise.all(playing.returning.values());
      await playing.pool.prepare(cases.slice(i, i + MADE_TOGETHER).map(stepOf));
    }
    const fault = (error: unknown): CaseResult => ({ ...NOT_BEGUN, ...one, wrong: [String(error)] });
    const settle = await playCase(playing, one).catch((error: unknown) => async () => fault(error));
    const work: Promise<void> = settle()
      .catch(fault)
      .then((result) => {
        results.push(result);
        report?.(result);
      })
      .finally(() => open.delete(work));
    open.add(work);
    if (open.size >= SIDE_BY_SIDE) await Promise.race(open);
  }
  await Promise.all(open);
  return { results, breaches: await settledBooks(chaos) };
}
