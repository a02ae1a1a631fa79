import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from '../../../scripts/lib/persona-client.ts';
import type { TestDeal } from '../../server/features/escrow/deal-kit.ts';
import { agree, approve, deliver, fund, stateOf } from '../deal-player.ts';
import type { Victim } from '../killable-stack.ts';
import { PIXEL_PNG } from '../picture.ts';
import { dealIn, eventsOf, forgetFaults, inState, settledBooks, type Chaos } from './kit.ts';

/** Several deals run in parallel, so that each kill interrupts a step. */
const SIDE_BY_SIDE = 3;
const PRICE = 45_000;
const VICTIMS: readonly Victim[] = ['api', 'worker', 'temporal', 'postgres'];

async function playDeal({ brand, creator }: Chaos): Promise<string> {
  const deal = await agree(brand.client, creator.client, PRICE);
  await fund(brand.client, deal);
  await deliver(creator.client, deal, 'work.png', 'image/png', PIXEL_PNG);
  await approve(brand.client, deal);
  await stateOf(creator.client, deal.contractId, ['released'], 180_000);
  return deal.contractId;
}

type Harm = (chaos: Chaos, n: number) => Promise<void>;

const kill: Harm = (chaos, n) => chaos.stack.killAndRestart(VICTIMS[n % VICTIMS.length]!);

/** Kills at random moments while whole deals are played through the public interface: each ends released, once. */
export const playRandomKills = (chaos: Chaos, cases: number): Promise<void> => playThrough(chaos, cases, kill);

const OUTAGES = ['postgres', 'temporal', 'provider'] as const;
const AWAY_MS = { least: 2_000, most: 15_000 };
/** Longer than the provider keeps a key. */
const JUMP_S = 25 * 3_600;

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const outage: Harm = async ({ stack, world }, n) => {
  const victim = OUTAGES[n % OUTAGES.length]!;
  const away = () => later(randomInt(AWAY_MS.least, AWAY_MS.most));
  if (victim !== 'provider') return stack.killAndRestart(victim, { whileDown: away });
  await world.command('faults', { match: { path: '/v1/*' }, kind: 'reset_before', times: 1_000_000 });
  await away();
  await forgetFaults(stack);
};

/** Of so many cases, how many are jumps of the provider's clock: one in four. */
export const jumpsOf = (cases: number): number => Math.floor(cases / 4);

/**
 * Postgres, Temporal or the provider is away for some seconds while whole deals are played; then the provider's clock jumps by
 * a day, again and again, while its answers are lost: each deal ends released, once.
 */
export async function playOutages(chaos: Chaos, cases: number): Promise<void> {
  await playThrough(chaos, cases - jumpsOf(cases), outage);
  await playJumps(chaos, jumpsOf(cases));
  expect(await settledBooks(chaos)).toEqual([]);
}

/** Transfers are made, their answers are lost, and the provider has forgotten their keys before they are looked up. */
async function playJumps(chaos: Chaos, jumps: number): Promise<void> {
  const { stack, world, brand } = chaos;
  const transfersOf = async ({ milestoneId }: TestDeal): Promise<number> => {
    const op = `xfer:${milestoneId}:creator`;
    const { by_op_id: made } = await world.command<{ by_op_id: Record<string, unknown[]> }>(
      `books?op_id=${encodeURIComponent(op)}`,
    );
    return made[op]?.length ?? 0;
  };
  const isUnknown = async ({ milestoneId }: TestDeal): Promise<boolean> =>
    (
      await world.owner
        .selectFrom('operations')
        .select('state')
        .where('op_id', '=', `xfer:${milestoneId}:creator`)
        .executeTakeFirst()
    )?.state === 'unknown';
  // All are paid before the first jump: a page of a provider whose clock is ahead would have ended when it is opened.
  const rounds: TestDeal[][] = [];
  for (let n = 0; n < jumps; n += 1)
    rounds.push(await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => dealIn(chaos, 'delivered'))));
  for (const deals of rounds) {
    const transfers = (method: string, kind: string) =>
      world.command('faults', { match: { method, path: '/v1/transfers' }, kind, times: 1_000_000 });
    await transfers('POST', 'reset_after');
    await transfers('GET', '500_before');
    for (const deal of deals) await approve(brand.client, deal);
    for (const deal of deals) await eventually('the transfer without an answer', () => isUnknown(deal), 120_000);
    await world.command('clock', { advance_seconds: JUMP_S });
    await forgetFaults(stack);
    for (const deal of deals) await inState(chaos, deal, ['released']);
  }
  for (const deal of rounds.flat()) {
    expect(await transfersOf(deal)).toBe(1);
    expect(await eventsOf(chaos, deal, 'released')).toBe(1);
  }
}

async function playThrough(chaos: Chaos, cases: number, harm: Harm): Promise<void> {
  let harmed = 0;
  const finished: string[] = [];
  let over = false;
  const failures: unknown[] = [];
  const players = Array.from({ length: SIDE_BY_SIDE }, async () => {
    while (!over) {
      try {
        finished.push(await playDeal(chaos));
      } catch (error) {
        failures.push(error);
        over = true;
      }
    }
  });
  for (let n = 0; n < cases && !over; n += 1) {
    await later(randomInt(200, 2_500));
    await harm(chaos, n);
    harmed += 1;
  }
  over = true;
  await Promise.all(players);
  expect(failures).toEqual([]);
  expect(harmed).toBe(cases);
  expect(finished.length).toBeGreaterThanOrEqual(SIDE_BY_SIDE);
  for (const contractId of finished) {
    const deal = await chaos.brand.client.api.escrow.deal.query({ contractId });
    expect(deal.balances).toEqual({ funded: PRICE, held: 0, released: PRICE, refunded: 0, disputed: 0 });
    expect(deal.timeline.filter((e) => e.type === 'released')).toHaveLength(1);
  }
  expect(await settledBooks(chaos)).toEqual([]);
}
