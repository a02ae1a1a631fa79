import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RETRY_STEPS } from '../../../../server/integrations/stripe/sandbox/engine/webhooks.ts';
import { eventually, onboard, pay, startHarness, startReceiver, type Harness } from './sandbox-harness.ts';

const SECRET = 'whsec_platform';
const CONNECT_SECRET = 'whsec_connect';

let h: Harness;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
  h = await startHarness({
    // No settlement, so that no balance.available mixes in.
    settlementSeconds: 0,
    webhooks: {
      platform: { url: `${receiver.url}/webhooks/stripe`, secret: SECRET },
      connect: { url: `${receiver.url}/webhooks/stripe-connect`, secret: CONNECT_SECRET },
    },
  });
});
afterEach(async () => {
  await h.close();
  await receiver.close();
});

const events = (path = '/webhooks/stripe') =>
  receiver.received.filter((r) => r.path === path).map((r) => JSON.parse(r.body) as Stripe.Event);
const verify = (index: number, secret = SECRET) => {
  const { body, headers } = receiver.received[index]!;
  return h.provider.verifyWebhook(body, headers['stripe-signature'] as string, secret);
};
const idle = () => eventually(async () => (await h.command('webhooks')).waiting === 0);

test('events arrive in order, signed so that the SDK and the provider accept them', async () => {
  const { payment } = await pay(h, { opId: 'op-7' });
  await idle();
  expect(events().map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'checkout.session.completed']);
  expect(verify(0)).toMatchObject({
    type: 'payment_intent.succeeded',
    objectId: payment.paymentIntentId,
    objectType: 'payment_intent',
    metadata: { op_id: 'op-7' },
  });
  expect(() => verify(0, CONNECT_SECRET)).toThrow('not signed by the provider');
  const { body, headers } = receiver.received[0]!;
  expect(new Stripe('sk_test_x').webhooks.constructEvent(body, headers['stripe-signature'] as string, SECRET).id).toBe(
    events()[0]!.id,
  );
  expect(() => h.provider.verifyWebhook(`${body} `, headers['stripe-signature'] as string, SECRET)).toThrow();
  expect(() => h.provider.verifyWebhook(body, '', SECRET)).toThrow();
});

test('events of connected accounts go to their own endpoint and name the account', async () => {
  const account = await onboard(h);
  await idle();
  const connect = events('/webhooks/stripe-connect');
  expect(connect.map(({ type }) => type)).toContain('account.updated');
  expect(connect.every((event) => event.account === account)).toBe(true);
  const index = receiver.received.findIndex(({ path }) => path === '/webhooks/stripe-connect');
  expect(verify(index, CONNECT_SECRET)).toMatchObject({ account });
  expect(
    (await h.reads.listEvents({ since: new Date(0), accountId: account, types: ['account.updated'] }))[0],
  ).toMatchObject({ account });
});

test('a refused event is tried again with growing pauses and given up after three days', async () => {
  receiver.answer(500);
  await pay(h);
  await eventually(() => receiver.received.length >= 2);
  receiver.answer(200);
  expect(await h.stripe.events.list({ delivery_success: false })).toMatchObject({
    data: [{ pending_webhooks: 1 }, { pending_webhooks: 1 }],
  });
  await h.advance(2);
  await idle();
  expect(receiver.received.length).toBe(4);

  receiver.answer(500);
  const seen = () => receiver.received.length;
  const start = seen();
  await pay(h);
  await eventually(() => seen() === start + 2);
  await eventually(async () => (await h.command('webhooks')).in_flight === 0);
  let attempts = 1;
  for (; (await h.command('webhooks')).waiting > 0; attempts += 1) {
    const before = seen();
    await h.advance(RETRY_STEPS[attempts - 1] ?? 43_200);
    await eventually(() => seen() === before + 2);
    await eventually(async () => (await h.command('webhooks')).in_flight === 0);
  }
  expect(attempts).toBe(13);
});

describe('on command', () => {
  test('events come twice', async () => {
    await h.command('webhooks', { mode: 'duplicate', copies: 3, remaining: 1 });
    await pay(h);
    await idle();
    expect(events().filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(3);
    expect(events().filter(({ type }) => type === 'checkout.session.completed')).toHaveLength(1);
    expect(await h.command('webhooks')).toMatchObject({ mode: 'normal' });
  });

  test('events come in another order', async () => {
    await h.command('webhooks', { mode: 'reorder', seed: 0, window_ms: 100 });
    await pay(h);
    await idle();
    expect(events().map(({ type }) => type)).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
  });

  test('events come late by the clock', async () => {
    await h.command('webhooks', {
      mode: 'delay',
      delay_seconds: 3 * 86_400 - 3600,
      types: ['payment_intent.succeeded'],
    });
    await pay(h);
    await eventually(() => receiver.received.length === 1);
    expect(events().map(({ type }) => type)).toEqual(['checkout.session.completed']);
    await h.advance(3 * 86_400);
    await eventually(() => events().some(({ type }) => type === 'payment_intent.succeeded'));
  });

  test('events are lost, can be listed, and come when flushed', async () => {
    await h.command('webhooks', { mode: 'drop' });
    await pay(h);
    await eventually(async () => (await h.command('webhooks')).waiting === 2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(receiver.received).toHaveLength(0);
    expect((await h.reads.listEvents({ since: new Date(0) })).map(({ type }) => type)).toContain(
      'checkout.session.completed',
    );
    expect(await h.command('webhooks/flush', {})).toEqual({ delivered: 2, failed: 0 });
    expect(receiver.received).toHaveLength(2);
  });

  test('one event is sent again: genuine, forged, altered, unsigned or too old', async () => {
    await pay(h);
    await idle();
    const [event] = events();
    const again = async (signature: string) => {
      const before = receiver.received.length;
      expect(await h.command(`events/${event!.id}/resend`, { signature, copies: 2 })).toEqual({ answers: [200, 200] });
      expect(receiver.received.length).toBe(before + 2);
      return () => verify(before);
    };
    expect((await again('valid'))().id).toBe(event!.id);
    for (const spoiled of ['wrong_secret', 'tampered', 'stale'])
      expect(await again(spoiled)).toThrow('not signed by the provider');
    expect(await again('unsigned')).toThrow();
  });

  test('an event can come before the answer to the call that caused it', async () => {
    await h.command('faults', { match: { path: '/v1/topups' }, kind: 'delay_after', delay_ms: 400 });
    let answered = false;
    const call = h.provider
      .createTopUp({ opId: 'late', idempotencyKey: 'late', amount: 5, currency: 'EUR', description: 'x' })
      .then(() => (answered = true));
    await eventually(() => events().some(({ type }) => type === 'topup.succeeded'));
    expect(answered).toBe(false);
    await call;
  });
});
