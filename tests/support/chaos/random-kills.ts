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

/** Kills at random moments while whole deals are played through the public interface: each ends released, once. */
export async function playRandomKills(chaos: Chaos, cases: number): Promise<void> {
  const killed: string[] = [];
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
    await new Promise((resolve) => setTimeout(resolve, randomInt(200, 2_500)));
    const victim = VICTIMS[n % VICTIMS.length]!;
    killed.push(victim);
    await chaos.stack.killAndRestart(victim);
  }
  over = true;
  await Promise.all(players);
  expect(failures).toEqual([]);
  expect(killed).toHaveLength(cases);
  expect(finished.length).toBeGreaterThanOrEqual(SIDE_BY_SIDE);
  for (const contractId of finished) {
    const deal = await chaos.brand.client.api.escrow.deal.query({ contractId });
    expect(deal.balances).toEqual({ funded: PRICE, held: 0, released: PRICE, refunded: 0, disputed: 0 });
    expect(deal.timeline.filter((e) => e.type === 'released')).toHaveLength(1);
  }
  expect(await settledBooks(chaos)).toEqual([]);
}
