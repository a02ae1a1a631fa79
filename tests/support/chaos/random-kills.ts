import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import { agree, approve, deliver, fund, stateOf } from '../deal-player.ts';
import type { Victim } from '../killable-stack.ts';
import { PIXEL_PNG } from '../picture.ts';
import { settledBooks, type Chaos } from './kit.ts';

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

const OUTAGES = ['postgres', 'temporal', 'provider', 'provider_clock'] as const;
const AWAY_MS = { least: 2_000, most: 15_000 };
/** Longer than the provider keeps a key. */
const JUMP_S = 25 * 3_600;

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Postgres, Temporal or the provider is away for some seconds, or the provider's clock jumps by a day. */
export const playOutages = (chaos: Chaos, cases: number): Promise<void> =>
  playThrough(chaos, cases, async ({ stack, world }, n) => {
    const outage = OUTAGES[n % OUTAGES.length]!;
    const away = () => later(randomInt(AWAY_MS.least, AWAY_MS.most));
    switch (outage) {
      case 'postgres':
      case 'temporal':
        return stack.killAndRestart(outage, { whileDown: away });
      case 'provider': {
        await world.command('faults', { match: { path: '/v1/*' }, kind: 'reset_before', times: 1_000_000 });
        await away();
        await fetch(`${stack.paymentsUrl}/_sandbox/faults`, {
          method: 'DELETE',
          headers: { 'content-type': 'application/json' },
        });
        return;
      }
      case 'provider_clock':
        await world.command('clock', { advance_seconds: JUMP_S });
    }
  });

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
