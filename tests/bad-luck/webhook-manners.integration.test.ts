import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../scripts/sim/random.ts';
import { steppedClock, type SteppedClock } from '../../server/core/clock.ts';
import { newId } from '../../server/core/ids.ts';
import type { SystemContext } from '../../server/context.ts';
import { receiveWebhook } from '../../server/features/payments/webhooks/webhooks.ts';
import { chosenBy, noteFigures, shareOf } from '../support/chaos/chosen.ts';
import { differencesUnder } from '../support/chaos/provider-deals.ts';
import {
  EVENT_TYPES,
  MANNERS,
  scenesOf,
  type Manner,
  type RawEvent,
  type SceneType,
} from '../support/chaos/webhook-scenes.ts';
import { createMoneyWorld, type MoneyWorld } from '../server/features/escrow/deal-kit.ts';
import { services } from '../support/services.ts';

/*
 * Twelve ways in which an event of the provider arrives, for eight kinds of events: each has one effect, and the books agree
 * with the provider's. `npm run chaos -- --faults` plays all of them.
 */

const CASES = EVENT_TYPES.flatMap((type) =>
  (Object.keys(MANNERS) as Manner[]).map((manner): { type: SceneType; manner: Manner } => ({ type, manner })),
);
const SHARE = shareOf('faults', 30);
const cases = chosenBy(SHARE.seed, CASES, SHARE.count);

let world: MoneyWorld;
const clock: SteppedClock = steppedClock(new Date());
/** How far both clocks are ahead of the real time, on which the provider's goes on. */
let aheadMs = 0;
const keepPace = (): void => clock.set(new Date(Date.now() + aheadMs));
const seen = new Set<string>();

beforeAll(async () => {
  world = await createMoneyWorld('webhook_manners', {
    timeoutMs: 20_000,
    sandbox: { PAYMENTS_SETTLEMENT_SECONDS: '0' },
  });
});
afterAll(() => world?.close());

/** Events that the provider has made since the last look, oldest first. */
async function freshEvents(account: string | null): Promise<RawEvent[]> {
  const answer = await fetch(`${world.sandbox.url}/v1/events?limit=100`, {
    headers: {
      authorization: `Bearer ${services().secrets.STRIPE_SECRET_KEY}`,
      ...(account ? { 'stripe-account': account } : {}),
    },
  });
  const { data } = (await answer.json()) as { data: RawEvent[] };
  const fresh = data.filter(({ id }) => !seen.has(id)).toReversed();
  for (const { id } of fresh) seen.add(id);
  return account ? fresh.map((event) => ({ ...event, account })) : fresh;
}

const { webhooks } = new Stripe('sk_test_sign');
const webhookCtx = (): SystemContext => ({
  ...world.system(clock),
  db: world.app,
  actor: { kind: 'system', name: 'webhook' },
});
function send(
  event: RawEvent,
  { secret, ageS = 0, altered = false }: { secret?: string; ageS?: number; altered?: boolean } = {},
): Promise<boolean> {
  const payload = JSON.stringify(event);
  const own = services().secrets.STRIPE_WEBHOOK_SECRET;
  const signature = webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? own,
    timestamp: Math.floor(Date.now() / 1_000) - ageS,
  });
  return receiveWebhook(webhookCtx(), altered ? payload.replace('evt_', 'evt-') : payload, signature, own);
}

test(`${cases.length} arrivals of an event of the provider: each has one effect and the books agree`, async () => {
  const advance = async (ms: number): Promise<void> => {
    aheadMs += ms;
    keepPace();
    await world.command('clock', { advance_seconds: ms / 1_000 });
  };
  const scenes = scenesOf(world, clock, advance);
  const random = new Random(SHARE.seed);
  const wrong: string[] = [];
  for (const { type, manner } of cases) {
    await freshEvents(null);
    keepPace();
    const scene = await scenes[type]();
    const events = [...(await freshEvents(null)), ...(scene.account ? await freshEvents(scene.account) : [])];
    const event = events.findLast((one) => one.type === type);
    if (!event) {
      wrong.push(`${type}: the provider reported nothing`);
      continue;
    }
    const shuffle = <T>(list: readonly T[]): T[] =>
      list
        .map((one) => ({ one, at: random.next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one);
    await MANNERS[manner]({ events, event, send, scene, advance, shuffle, newId });
    await scene.work();
    await scene.work();
    const effects = await scene.effects();
    if (effects !== 1) wrong.push(`${type}, ${manner}: ${effects} effects`);
  }
  noteFigures({ webhooks: cases.length, webhooksWrong: wrong.length });
  expect(wrong).toEqual([]);
  expect(await differencesUnder(world, clock)).toEqual([]);
}, 600_000);
