import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CURRENCY_CODES, type Currency } from '../../server/core/money.ts';
import { notePlayed, unitsToPlay, untilAt } from '../../scripts/lib/played.ts';
import { rangesOf } from '../../scripts/lib/runs.ts';
import { coveringSeeds } from '../../scripts/sim/covering.ts';
import { playing, type Played } from '../../scripts/sim/play.ts';
import { EngineProvider } from '../../scripts/sim/provider.ts';
import { dealOfSeed } from '../../scripts/sim/deal.ts';
import { START } from '../../scripts/sim/state.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import { SHIPPED_CLOCKS } from '../../server/features/policies/rules.ts';
import { createTestWorld, type TestWorld } from '../support/people.ts';
import { Comparison } from '../support/sim-compare.ts';
import { gatedProvider, storedAccount } from '../support/sim-provider.ts';
import { ProductPlayer } from '../support/sim-product.ts';

/*
 * The seeds of `npm run sim`, played through the services on Postgres beside the model: after every command rows, timeline
 * and postings of both are the same. `npm run sim -- --real` plays more of them.
 */

const asked = process.env['SIM_SEEDS'];
const OPS = Number(process.env['SIM_OPS'] ?? 30);
const SEEDS = asked ? unitsToPlay(Number(asked)) : coveringSeeds(400, OPS, 36);
const SEEDS_OF_A_DATABASE = 50;
const NO_LIMIT = Object.fromEntries(CURRENCY_CODES.map((code) => [code, Number.MAX_SAFE_INTEGER])) as Record<
  Currency,
  number
>;

let world: TestWorld;
let engines: EngineProvider[];
let engine: EngineProvider;

async function openWorld(): Promise<void> {
  world = await createTestWorld('sim', {
    releaseStepUpAbove: NO_LIMIT,
    signStepUpAbove: NO_LIMIT,
    feeLossCap: NO_LIMIT,
  });
  // The lengths of clocks are as wide as in other tests; a bank account is as long too new for payouts as in production.
  await sql`update clock_policies set ranges = jsonb_set(ranges, '{clearing,fallback}', to_jsonb(${SHIPPED_CLOCKS.clearing.fallback}::text))
    where name = 'test'`.execute(world.owner);
  world.integrations.payments = gatedProvider(
    () => engine,
    (accountId) => storedAccount(world, engine, accountId),
  );
  engines = [];
}

/** The money check over the database and all engines together. */
async function alarms(): Promise<string[]> {
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  const now = new Date(START + 400 * 86_400_000);
  const breaches = await checkMoney(world.worker, {
    now,
    retries: { times: 0, pauseMs: 0 },
    provider: {
      balance: async () =>
        CURRENCY_CODES.map((currency) => ({
          currency,
          available: engines.reduce((sum, one) => sum + one.balance(currency), 0),
          pending: 0,
        })),
      listBalanceLines: async ({ from, to }) =>
        engines
          .flatMap((one) => one.lines())
          .filter((line) => line.createdAt >= from && (!to || line.createdAt < to))
          .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
      newestBalanceLine: async () => engines.flatMap((one) => one.lines()).at(-1)?.id ?? null,
    },
  });
  // What a lost dispute holds waits for a person, with all that is open about it.
  const lost = new Set(
    (await world.owner.selectFrom('card_disputes').select('milestone_id').where('state', '=', 'lost').execute()).map(
      (d) => d.milestone_id,
    ),
  );
  return breaches
    .filter(({ detail }) => ![...lost].some((id) => detail.includes(id)))
    .map(({ invariant, detail }) => `${invariant}: ${detail}`);
}

async function play(seed: number): Promise<Played> {
  engine = new EngineProvider(START);
  engines.push(engine);
  const product = await ProductPlayer.open(world, dealOfSeed(seed).deal, engine);
  const steps = playing(seed, { ops: OPS });
  let comparison: Comparison | null = null;
  for (let n = 1; ; n += 1) {
    const step = steps.next();
    if (step.done) return step.value;
    const { s, command, outcome } = step.value;
    comparison ??= await Comparison.begin(product);
    const where = `seed ${seed}, command ${n}: ${JSON.stringify(command)}`;
    const came = outcome === 'nothing' ? outcome : await product.execute(s, command);
    expect(`${where} → ${came}`).toBe(`${where} → ${outcome}`);
    const differences = outcome === 'nothing' ? [] : await comparison.differences(s);
    expect(`${where}\n${differences.join('\n')}`).toBe(`${where}\n`);
  }
}

beforeAll(openWorld);
afterAll(() => world.close());

async function anotherWorld(): Promise<void> {
  await world.close();
  await openWorld();
}

/** A failed comparison in full: its message is shortened. */
const wordsOf = (error: unknown): string =>
  error instanceof Error
    ? 'actual' in error && typeof error.actual === 'string'
      ? error.actual
      : error.message
    : String(error);

/** What differs when these seeds are played one after another in one database; after a difference they go on in another. */
async function differencesOf(seeds: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  let together: number[] = [];
  const check = async (): Promise<void> => {
    const alarmed = await alarms();
    for (const seed of together) notePlayed(seed, alarmed.length === 0);
    if (alarmed.length > 0) found.push(`after the seeds ${rangesOf(together)}: ${alarmed.join('; ')}`);
    together = [];
    await anotherWorld();
  };
  for (const seed of seeds) {
    try {
      expect((await play(seed)).failure).toBeNull();
      together.push(seed);
    } catch (error) {
      notePlayed(seed, false);
      found.push(wordsOf(error));
      // The seeds before it are checked with it: the books no longer show whose a difference is.
      await check();
    }
  }
  if (together.length > 0) await check();
  return found;
}

test(
  `${SEEDS.length} seeds play the same through the services as in the model, and the money check finds nothing`,
  async () => {
    const until = untilAt();
    const found: string[] = [];
    for (let n = 0; n < SEEDS.length && Date.now() < until; n += SEEDS_OF_A_DATABASE) {
      const differences = await differencesOf(SEEDS.slice(n, n + SEEDS_OF_A_DATABASE));
      if (asked) for (const one of differences) process.stdout.write(`${one}\n`);
      found.push(...differences);
    }
    expect(found).toEqual([]);
  },
  Math.max(30, SEEDS.length / 10) * 60_000,
);
