import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SystemContext } from '../../server/context.ts';
import { steppedClock } from '../../server/core/clock.ts';
import { newId } from '../../server/core/ids.ts';
import { dealFor } from '../../server/features/escrow/deals/deal.ts';
import { refund } from '../../server/features/escrow/refund/refund.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import { documentPdf } from '../../server/features/documents/pdf.ts';
import { documentNumber } from '../../server/features/documents/rules.ts';
import { accountingCsv } from '../../server/features/documents/service.ts';
import { status } from '../../server/features/payments/checkout/status.ts';
import { applyProviderEvent, receiveWebhook } from '../../server/features/payments/webhooks/webhooks.ts';
import { workflowId } from '../../workflows/contracts.ts';
import {
  createMoneyWorld,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
} from '../server/features/escrow/deal-kit.ts';
import { services } from '../support/services.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('bad_webhooks');
});
afterAll(() => world?.close());

const { webhooks } = new Stripe('sk_test_sign');
const webhookCtx = (): SystemContext => ({
  ...world.system(),
  db: world.app,
  actor: { kind: 'system', name: 'webhook' },
});

interface EventInput {
  type?: string;
  id?: string;
  account?: string;
  object?: Record<string, unknown>;
}
/** An event in the provider's format. */
const event = ({ type = 'payment_intent.succeeded', id = `evt_${newId()}`, account, object = {} }: EventInput) =>
  JSON.stringify({
    id,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    ...(account ? { account } : {}),
    data: { object: { id: 'pi_1', object: 'payment_intent', metadata: {}, ...object } },
  });

function send(payload: string, options: { secret?: string; age?: number; sent?: string } = {}): Promise<boolean> {
  const secret = options.secret ?? services().secrets.STRIPE_WEBHOOK_SECRET;
  const signature = webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - (options.age ?? 0),
  });
  return receiveWebhook(webhookCtx(), options.sent ?? payload, signature, services().secrets.STRIPE_WEBHOOK_SECRET);
}
const stored = (id: string) =>
  world.owner
    .selectFrom('psp_events')
    .select(['state', 'reason', 'milestone_id', 'org_id'])
    .where('id', '=', id)
    .executeTakeFirst();
const commands = (workflowId: string) =>
  world.owner
    .selectFrom('workflow_outbox')
    .select(['kind', 'payload'])
    .where('workflow_id', '=', workflowId)
    .where('kind', '=', 'signal')
    .execute();

describe('a signature', () => {
  test('is good for five minutes and not a second longer', async () => {
    const [fresh, old] = [`evt_${newId()}`, `evt_${newId()}`];
    expect(await send(event({ id: fresh }), { age: 297 })).toBe(true);
    expect(await send(event({ id: old }), { age: 301 })).toBe(false);
    expect([await stored(fresh), await stored(old)]).toEqual([
      expect.objectContaining({ state: 'ignored' }),
      undefined,
    ]);
  });

  test('covers every byte, and is made with the secret of its own endpoint', async () => {
    const payload = event({});
    const altered = payload.replace('succeeded', 'succeedee');
    expect(altered).toHaveLength(payload.length);
    expect(await send(payload, { sent: altered })).toBe(false);
    expect(await send(payload, { sent: `${payload} ` })).toBe(false);
    for (const secret of [
      services().secrets.STRIPE_CONNECT_WEBHOOK_SECRET,
      'whsec_other',
      services().secrets.STRIPE_SECRET_KEY,
    ])
      expect(await send(payload, { secret })).toBe(false);
    for (const header of [
      '',
      't=1',
      'v1=',
      `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
      `t=${'9'.repeat(400)},v1=x`,
    ]) {
      expect(await receiveWebhook(webhookCtx(), payload, header, services().secrets.STRIPE_WEBHOOK_SECRET)).toBe(false);
    }
    expect(await send(payload)).toBe(true);
  });
});

describe('an event', () => {
  test('about an unknown object is stored with the reason and changes nothing', async () => {
    const strangers: [string, EventInput][] = [
      ['no names at all', {}],
      ['names of another program', { object: { metadata: { milestone_id: 'order-77', payment_id: '12' } } }],
      ['half a name', { object: { metadata: { milestone_id: newId() } } }],
      [
        'a page of somebody else',
        { type: 'checkout.session.expired', object: { metadata: { payment_id: 'x', milestone_id: 'y' } } },
      ],
      ['a kind that did not exist yet', { type: 'moon_landing.succeeded' }],
    ];
    const before = (await world.owner.selectFrom('workflow_outbox').select('id').execute()).length;
    for (const [what, input] of strangers) {
      const id = `evt_${newId()}`;
      expect([what, await send(event({ ...input, id }))]).toEqual([what, true]);
      expect([what, await stored(id)]).toEqual([
        what,
        { state: 'ignored', reason: expect.stringMatching(/\w+/) as unknown, milestone_id: null, org_id: null },
      ]);
    }
    expect((await world.owner.selectFrom('workflow_outbox').select('id').execute()).length).toBe(before);
  });

  test('about money that no call of ours moved is never ignored: the worker reads it at the provider', async () => {
    const strange: [string, EventInput][] = [
      ['a payout of somebody else', { type: 'payout.paid', object: { metadata: { payout_id: 'po_internal' } } }],
      [
        'a refund of somebody else',
        { type: 'refund.updated', object: { metadata: { milestone_id: `x'; drop table refunds; --` } } },
      ],
    ];
    for (const [what, input] of strange) {
      const id = `evt_${newId()}`;
      expect([what, await send(event({ ...input, id }))]).toEqual([what, true]);
      expect([what, await stored(id)]).toEqual([
        what,
        { state: 'pending', reason: null, milestone_id: null, org_id: null },
      ]);
    }
  });

  test('about a payment that looks like ours and is not is settled by the sweep', async () => {
    const id = `evt_${newId()}`;
    await send(event({ id, object: { metadata: { milestone_id: newId(), payment_id: newId() } } }));
    await applyProviderEvent(world.system(), id);
    expect(await stored(id)).toMatchObject({ state: 'ignored', reason: 'no payment of ours' });
  });

  test("of a payee's own account never changes our payments, whatever its metadata says", async () => {
    const deal = await openDeal(world);
    const { paymentId } = await payAtProvider(world, deal);
    const id = `evt_${newId()}`;
    for (const type of [
      'payment_intent.succeeded',
      'payment_intent.payment_failed',
      'checkout.session.expired',
      'refund.updated',
    ]) {
      expect(
        await send(
          event({
            id: `${id}${type}`,
            type,
            account: 'acct_thief',
            object: { id: 'pi_thief', metadata: { milestone_id: deal.milestoneId, payment_id: paymentId } },
          }),
        ),
      ).toBe(true);
      expect(await stored(`${id}${type}`)).toMatchObject({
        state: 'ignored',
        reason: 'of a connected account',
        milestone_id: null,
      });
    }
    expect(
      (await commands(`escrow/${deal.milestoneId}`)).filter((c) => JSON.stringify(c.payload).includes('payment"')),
    ).toEqual([]);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
  });

  test('of an unknown account is ignored; of one of ours it signals its workflow', async () => {
    const deal = await openDeal(world);
    const { provider_account_id: account } = await world.owner
      .selectFrom('payout_accounts')
      .select('provider_account_id')
      .where('org_id', '=', deal.creator.orgId)
      .executeTakeFirstOrThrow();
    const [strange, ours] = [`evt_${newId()}`, `evt_${newId()}`];
    await send(
      event({
        id: strange,
        type: 'account.updated',
        account: 'acct_nobody',
        object: { id: 'acct_nobody', object: 'account' },
      }),
    );
    await send(
      event({
        id: ours,
        type: 'account.external_account.updated',
        account: account!,
        object: { id: 'ba_1', object: 'bank_account' },
      }),
    );
    for (const id of [strange, ours]) await applyProviderEvent(world.system(), id);
    expect(await stored(strange)).toMatchObject({ state: 'ignored', reason: 'no account of ours' });
    expect(await stored(ours)).toMatchObject({ state: 'applied' });
    expect(await commands(workflowId('payoutAccountWatch', deal.creator.orgId))).toHaveLength(1);
  });

  test('twice, twenty times at once and after polling found the money is one payment', async () => {
    const deal = await openDeal(world);
    const { paymentId, sessionId } = await payAtProvider(world, deal);
    const { paymentIntentId, metadata } = await world.integrations.payments.retrieveCheckout(sessionId);
    const payload = (id: string) => event({ id, object: { id: paymentIntentId, metadata } });
    const [early, late] = [`evt_${newId()}`, `evt_${newId()}`];
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => send(payload(early)))))).toEqual(new Set([true]));
    const signals = () =>
      world.owner
        .selectFrom('workflow_outbox')
        .select('id')
        .where('workflow_id', '=', `escrow/${deal.milestoneId}`)
        .where('dedupe_key', 'like', `%${paymentId}%`)
        .execute();
    expect(await signals()).toHaveLength(1);
    await Promise.all(Array.from({ length: 5 }, () => confirmFunding(world.system(), deal)));
    await send(payload(late));
    await applyProviderEvent(world.system(), late);
    expect([(await stored(early))?.state, (await stored(late))?.state]).toEqual(['applied', 'applied']);
    expect(await signals()).toHaveLength(1);
    const { timeline, balances } = await dealFor(world.as(deal.brand), deal);
    expect(timeline.filter((e) => e.type === 'funded')).toHaveLength(1);
    expect(balances).toMatchObject({ funded: 40_000, held: 40_000 });
  });

  test('that is older than our state moves nothing backwards', async () => {
    const deal = await openDeal(world);
    const { paymentId, sessionId } = await payAtProvider(world, deal);
    await confirmFunding(world.system(), deal);
    const { paymentIntentId, metadata } = await world.integrations.payments.retrieveCheckout(sessionId);
    for (const type of [
      'payment_intent.processing',
      'payment_intent.payment_failed',
      'payment_intent.canceled',
      'checkout.session.expired',
    ]) {
      const id = `evt_${newId()}`;
      await send(event({ id, type, object: { id: paymentIntentId, metadata } }));
      expect(await confirmFunding(world.system(), deal)).toBe('no payment under way');
      await applyProviderEvent(world.system(), id);
      expect([type, (await stored(id))?.state]).toEqual([type, 'applied']);
    }
    expect((await milestone(world, deal.milestoneId)).state).toBe('funded');
    expect(
      await world.owner.selectFrom('payments').select('state').where('id', '=', paymentId).executeTakeFirst(),
    ).toEqual({ state: 'paid' });
  });

  test('that is forged under a valid signature has no effect: the object is read at the provider', async () => {
    const deal = await openDeal(world);
    const clock = steppedClock(new Date());
    const { paymentId, sessionId } = await payAtProvider(world, deal, { card: '4000000000000002' });
    const { paymentIntentId, metadata } = await world.integrations.payments.retrieveCheckout(sessionId);
    await send(event({ object: { id: paymentIntentId, metadata, status: 'succeeded', amount_received: 42_400 } }));
    expect(await confirmFunding(world.system(clock), deal)).toContain('not paid yet');
    expect((await dealFor(world.as(deal.brand), deal)).balances.funded).toBe(0);
    await world.command(`pay/${sessionId}`, { card: '4242424242424242' });
    expect(await confirmFunding(world.system(clock), deal)).toBe('funded');
    expect(paymentId).toBeTruthy();
  });
});

test('money that succeeds after the milestone was void goes back in full, with fee and tax', async () => {
  const clock = steppedClock(new Date());
  const deal = await openDeal(world, { clock, clocks: { funding: 'PT1H' } });
  const { paymentId, sessionId } = await payAtProvider(world, deal, { clock });
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
  await world.owner
    .updateTable('milestones')
    .set({ state: 'void', deadline_at: null })
    .where('id', '=', deal.milestoneId)
    .execute();
  const { paymentIntentId, metadata } = await world.integrations.payments.retrieveCheckout(sessionId);
  await send(event({ object: { id: paymentIntentId, metadata } }));
  expect(await Promise.all([1, 2, 3].map(() => confirmFunding(world.system(), deal)))).toContain(
    'paid too late: refunded',
  );
  expect(await refund(world.system(), deal)).toBe('refunded');
  const { amount } = await world.owner
    .selectFrom('refunds')
    .select('amount')
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  expect(amount).toBe(42_400);
  expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({
    funded: 40_000,
    held: 0,
    refunded: 40_000,
  });
  expect((await milestone(world, deal.milestoneId)).state).toBe('void');

  // A receipt for what was charged and a credit note of all of it that names the receipt; no fee was earned, so none is invoiced.
  const documents = await world.owner
    .selectFrom('documents')
    .selectAll()
    .where('milestone_id', '=', deal.milestoneId)
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .execute();
  const [receipt] = documents;
  expect(documents.map((p) => [p.kind, p.amount, (p.data as { reason?: string }).reason])).toEqual([
    ['receipt', 42_400, 'late_payment'],
    ['credit_note', 42_400, 'late_payment'],
  ]);
  expect(documents[1]!.data).toMatchObject({
    paymentId,
    corrects: documentNumber('receipt', receipt!.year, receipt!.number),
  });
  expect((await status(world.as(deal.brand), { paymentId })).receipt).toMatchObject({ id: receipt!.id });
  for (const { id: documentId } of documents)
    expect(
      (await documentPdf(world.as(deal.brand), { documentId, locale: 'en' })).bytes.subarray(0, 5).toString(),
    ).toBe('%PDF-');
  // Its books have the money that went out and came back, and no cost that is taken back without having been invoiced.
  const booked = async (list?: 'payments') => {
    const { stream } = accountingCsv(world.as(deal.brand), { month: null, format: 'xero', ...(list ? { list } : {}) });
    return (await text(stream)).trim().split('\r\n').slice(1);
  };
  expect(await booked('payments')).toHaveLength(2);
  expect(await booked()).toEqual([]);
});

test("after all of it the books and the provider's agree", async () => {
  await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
  // The void above was arranged without its event.
  const found = (
    await checkMoney(world.worker, {
      booksUrl: `${world.sandbox.url}/_sandbox/books`,
      provider: world.integrations.payments,
    })
  ).filter((b) => b.invariant !== 'deal.events-replay');
  expect(found).toEqual([]);
});
