import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type SystemContext } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { settleDebtPayments } from '../../../../server/features/payments/debts/confirm.ts';
import { sweepWebhooks } from '../../../../server/features/payments/webhooks/sweep.ts';
import { applyProviderEvent } from '../../../../server/features/payments/webhooks/webhooks.ts';
import { claimOperation } from '../../../../server/features/provider-calls/operations.ts';
import { createOrg } from '../../../support/people.ts';
import { eventsArrived, openWebhookInbox, type WebhookInbox } from '../../../support/webhook-inbox.ts';
import { createMoneyWorld, openDeal, payAtProvider, type MoneyWorld } from '../escrow/deal-kit.ts';

let inbox: WebhookInbox;
let world: MoneyWorld;
beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('webhook_sweep', { webhookTarget: inbox.url });
  inbox.serve(world);
});
afterAll(async () => {
  await world.close();
  await inbox.close();
});

type Payments = SystemContext['integrations']['payments'];
/** The worker, some of whose calls to the provider go another way. */
function workerWith(calls: Partial<Payments>): SystemContext {
  const ctx = world.system();
  const payments = new Proxy(ctx.integrations.payments, {
    get: (real, name) => Reflect.get(name in calls ? calls : real, name) as unknown,
  });
  return { ...ctx, integrations: { ...ctx.integrations, payments } };
}
const stateOf = async (id: string) =>
  (await world.owner.selectFrom('psp_events').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

test('events that fail in every round keep no newer one waiting, however many there are', async () => {
  const POISONED = 230;
  const at = Date.now() - 3_600_000;
  const event = (n: number, object: string) => ({
    id: `evt_sweep_${n}`,
    type: 'transfer.reversed',
    object_id: object,
    payload: JSON.stringify({ metadata: {} }),
    // Some at the same moment: the id decides.
    received_at: new Date(at + Math.floor(n / 3) * 1_000),
  });
  await world.owner
    .insertInto('psp_events')
    .values([
      ...Array.from({ length: POISONED }, (_, n) => event(n, 'tr_poisoned')),
      event(POISONED + 3, 'tr_of_nobody'),
    ])
    .execute();
  const real = world.integrations.payments;
  let tries = 0;
  await sweepWebhooks(
    workerWith({
      retrieveTransfer: (id) => {
        if (id !== 'tr_poisoned') return real.retrieveTransfer(id);
        tries += 1;
        return Promise.reject(new Error('a fault of ours'));
      },
    }),
  );
  expect(await stateOf(`evt_sweep_${POISONED + 3}`), 'the newest one').toBe('applied');
  expect(tries, 'each of the others is tried once in a round').toBe(POISONED);
  await world.owner.deleteFrom('psp_events').where('object_id', '=', 'tr_poisoned').execute();
});

test('the payment of one debt that cannot be read keeps no other from being settled', async () => {
  const brand = await createOrg(world, 'brand', 'Café Lumen');
  const ended = new Date(Date.now() - 3_600_000);
  const payment = (session: string | null, currency: 'EUR' | 'GBP') => {
    const id = newId();
    return {
      id,
      brand_org: brand.orgId,
      currency,
      amount: 5_000,
      op_id: `debt:${id}`,
      state: session === null ? ('claimed' as const) : ('open' as const),
      session_id: session,
      session_url: null,
      created_by: brand.userId,
      created_at: ended,
      expires_at: ended,
    };
  };
  const [gone, other] = [payment('cs_gone', 'EUR'), payment(null, 'GBP')];
  for (const one of [gone, other]) {
    const { op_id: opId, amount, currency } = one;
    await withTx(world.system(), (tx) =>
      claimOperation(tx, { opId, kind: 'checkout', orgId: brand.orgId, amount, currency }),
    );
    await world.owner.insertInto('debt_payments').values(one).execute();
  }
  await settleDebtPayments(world.system());
  const states = await world.owner
    .selectFrom('debt_payments')
    .select(['id', 'state'])
    .where('id', 'in', [gone.id, other.id])
    .execute();
  expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [gone.id, 'open'],
      [other.id, 'expired'],
    ]),
  );
});

test('a dispute that one worker has brought to its end is not set back by another, which read it before', async () => {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  const { charge_id: charge } = await world.owner
    .selectFrom('payments')
    .select('charge_id')
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  const arrived = () => eventsArrived(world);
  const { id: dispute } = await world.command<{ id: string }>('disputes', { charge, reason: 'product_not_received' });
  await arrived();
  const { id: event } = await world.owner
    .selectFrom('psp_events')
    .select('id')
    .where('type', '=', 'charge.dispute.funds_withdrawn')
    .where('object_id', '=', dispute)
    .executeTakeFirstOrThrow();
  const milestone = () =>
    world.owner.selectFrom('milestones').select(['holds']).where('id', '=', deal.milestoneId).executeTakeFirstOrThrow();
  const books = () =>
    world.owner.selectFrom('card_disputes').select(['state', 'withdrawn']).where('id', '=', dispute).execute();
  const real = world.integrations.payments;
  await applyProviderEvent(
    workerWith({
      async retrieveDispute(id) {
        const older = await real.retrieveDispute(id);
        await world.command(`disputes/${dispute}`, { outcome: 'won' });
        await arrived();
        await sweepWebhooks(world.system());
        expect(await books()).toEqual([{ state: 'won', withdrawn: 0 }]);
        return older;
      },
    }),
    event,
  );
  expect(await books()).toEqual([{ state: 'won', withdrawn: 0 }]);
  expect(await milestone()).toEqual({ holds: [] });
  await sweepWebhooks(world.system());
  expect(await stateOf(event)).toBe('applied');
  expect(await milestone()).toEqual({ holds: [] });
});
