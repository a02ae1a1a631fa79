import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeOnboarding } from '../../scripts/lib/hosted-pages.ts';
import { createPersona, eventually, type PersonaClient } from '../../scripts/lib/persona-client.ts';
import { agree, approve, deliver, fund, stateOf } from '../support/deal-player.ts';
import { startKillableStack, type KillableStack, type Victim } from '../support/killable-stack.ts';
import { PIXEL_PNG } from '../support/picture.ts';

const CASES = Number(process.env['CHAOS_CASES'] ?? 10);
/** Several deals run in parallel, so that each kill interrupts a step. */
const SIDE_BY_SIDE = 3;
const PRICE = 45_000;

let stack: KillableStack;
let brand: PersonaClient;
let creator: PersonaClient;

beforeAll(async () => {
  stack = await startKillableStack();
  brand = createPersona({ url: stack.url, mailboxUrl: stack.mailboxUrl, name: 'Chaos Café' });
  creator = createPersona({ url: stack.url, mailboxUrl: stack.mailboxUrl, name: 'Calm Creator' });
  await brand.signUp('business');
  await creator.signUp('influencer');
  await brand.prove();
  await creator.prove();
  await brand.api.orgs.saveBilling.mutate({
    legalName: 'Chaos Café SARL',
    country: 'FR',
    taxId: null,
    address: '',
    invoiceEmail: null,
    poNumber: null,
  });
  const onboarding = await creator.api.payouts.startOnboarding.mutate({ country: 'FR' });
  await completeOnboarding(onboarding.url);
  await eventually(
    'the payout account',
    async () => (await creator.api.payouts.refreshAccount.mutate()).state === 'enabled',
  );
}, 180_000);

afterAll(async () => stack?.stop(), 60_000);

async function playDeal(): Promise<string> {
  const deal = await agree(brand, creator, PRICE);
  await fund(brand, deal);
  await deliver(creator, deal, 'work.png', 'image/png', PIXEL_PNG);
  await approve(brand, deal);
  await stateOf(creator, deal.contractId, ['released'], 180_000);
  return deal.contractId;
}

test(
  `${CASES} random kills of API, worker, Temporal and Postgres: every deal ends released, once, and all books agree`,
  async () => {
    const victims: Victim[] = ['api', 'worker', 'temporal', 'postgres'];
    const killed: string[] = [];
    const finished: string[] = [];
    let over = false;
    const failures: unknown[] = [];
    const players = Array.from({ length: SIDE_BY_SIDE }, async () => {
      while (!over) {
        try {
          finished.push(await playDeal());
        } catch (error) {
          failures.push(error);
          over = true;
        }
      }
    });
    for (let n = 0; n < CASES && !over; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, randomInt(200, 2_500)));
      const victim = victims[n % victims.length]!;
      killed.push(victim);
      await stack.killAndRestart(victim);
    }
    over = true;
    await Promise.all(players);
    expect(failures).toEqual([]);
    expect(killed).toHaveLength(CASES);
    expect(finished.length).toBeGreaterThanOrEqual(SIDE_BY_SIDE);
    for (const contractId of finished) {
      const deal = await brand.api.escrow.deal.query({ contractId });
      expect(deal.balances).toEqual({ funded: PRICE, held: 0, released: PRICE, refunded: 0, disputed: 0 });
      expect(deal.timeline.filter((e) => e.type === 'released')).toHaveLength(1);
    }
    expect(
      await eventually(
        'the books to agree',
        async () => {
          const breaches = await stack.checkMoney();
          return breaches.length === 0 ? ['none'] : null;
        },
        60_000,
      ).catch(() => stack.checkMoney()),
    ).toEqual(['none']);
  },
  Math.max(20, CASES) * 60_000,
);
