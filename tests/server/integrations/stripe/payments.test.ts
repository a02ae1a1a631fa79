import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, GOOD_CARD, pay, startHarness, unique, type Harness } from './sandbox-harness.ts';

let h: Harness;
beforeAll(async () => void (h = await startHarness()));
afterAll(() => h.close());

const session = (amount = 106_000, more: Record<string, unknown> = {}) =>
  h.stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://localhost/done?s={CHECKOUT_SESSION_ID}',
    customer_email: 'brand@example.com',
    line_items: [
      { quantity: 2, price_data: { currency: 'eur', unit_amount: amount / 2, product_data: { name: 'Reel' } } },
    ],
    ...more,
  });

describe('a checkout session', () => {
  test('is open, then paid once, with its payment found by one call', async () => {
    const created = await session(106_000, {
      payment_intent_data: { transfer_group: 'g1', metadata: { op_id: 'op-1' } },
      metadata: { op_id: 'op-1' },
    });
    expect(created).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 106_000,
      payment_intent: null,
    });
    await h.command(`pay/${created.id}`, { card: GOOD_CARD });
    const paid = await h.stripe.checkout.sessions.retrieve(created.id, { expand: ['payment_intent.latest_charge'] });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: { status: 'succeeded', latest_charge: { paid: true } },
    });
    const payment = await h.provider.retrievePayment((paid.payment_intent as { id: string }).id);
    expect(payment).toMatchObject({
      status: 'succeeded',
      amountReceived: 106_000,
      settled: { currency: 'EUR', amount: 106_000, fee: 1615, net: 104_385 },
      card: { brand: 'visa', last4: '4242' },
      transferGroup: 'g1',
    });
    expect((await h.reads.findPayments({ transferGroup: 'g1', opId: 'op-1' })).map((p) => p.paymentIntentId)).toEqual([
      payment.paymentIntentId,
    ]);
    expect(await h.command(`pay/${created.id}`, {})).toMatchObject({
      error: { message: expect.stringContaining('no longer open') },
    });
    expect((await h.stripe.checkout.sessions.listLineItems(created.id)).data[0]).toMatchObject({
      quantity: 2,
      amount_total: 106_000,
    });
  });

  test('stays open after a declined card, says why, and takes another card', async () => {
    const { id } = await session();
    const { error } = await h.command(`pay/${id}`, { card: '4000000000009995' });
    expect(error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' });
    const checkout = await h.provider.retrieveCheckout(id);
    expect(checkout.status).toBe('open');
    const declined = await h.provider.retrievePayment(checkout.paymentIntentId ?? '');
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      chargeId: null,
      settled: null,
      failure: { declineCode: 'insufficient_funds' },
    });
    await h.command(`pay/${id}`, { card: GOOD_CARD });
    expect(await h.provider.retrievePayment(checkout.paymentIntentId ?? '')).toMatchObject({
      status: 'succeeded',
      failure: null,
    });
  });

  test('requires authentication for a 3-D Secure card, and ends either way', async () => {
    const { id } = await session();
    expect(await h.command(`pay/${id}`, { card: '4000002500003155', approve: false })).toMatchObject({
      session: { status: 'open' },
      error: { code: 'payment_intent_authentication_failure' },
    });
    expect(await h.command(`pay/${id}`, { card: '4000002760003184', approve: true })).toMatchObject({
      session: { status: 'complete' },
      error: null,
    });
  });

  test('can be expired by hand while open, and expires by the clock', async () => {
    const first = await session();
    expect(await h.provider.expireCheckout(first.id)).toMatchObject({ status: 'expired', url: null });
    await expect(h.provider.expireCheckout(first.id)).rejects.toMatchObject({
      kind: 'invalid',
      provenNotCreated: true,
    });
    const second = await session();
    await h.advance(DAY + 1);
    expect((await h.provider.retrieveCheckout(second.id)).status).toBe('expired');
    expect(await h.command(`pay/${second.id}`, {})).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('is unpaid while a bank debit is under way and learns the outcome when the clock moves', async () => {
    const [good, bad] = [await session(), await session()];
    await h.command(`pay/${good.id}`, { iban: 'AT611904300234573201' });
    await h.command(`pay/${bad.id}`, { iban: 'AT861904300235473202' });
    const started = await h.provider.retrieveCheckout(good.id);
    expect(started).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' });
    expect(await h.provider.retrievePayment(started.paymentIntentId ?? '')).toMatchObject({
      status: 'processing',
      settled: null,
    });
    await h.advance(3 * DAY + 1);
    expect(await h.provider.retrievePayment(started.paymentIntentId ?? '')).toMatchObject({
      status: 'succeeded',
      settled: { fee: 35 },
    });
    expect((await h.provider.retrieveCheckout(good.id)).paymentStatus).toBe('paid');
    const failed = await h.provider.retrieveCheckout(bad.id);
    expect(failed.paymentStatus).toBe('unpaid');
    expect(await h.provider.retrievePayment(failed.paymentIntentId ?? '')).toMatchObject({
      status: 'requires_payment_method',
      chargeId: null,
    });
    const types = (await h.reads.listEvents({ since: new Date(0) })).map(({ type }) => type);
    expect(types).toContain('checkout.session.async_payment_succeeded');
    expect(types).toContain('checkout.session.async_payment_failed');
  });

  test('in setup mode saves a card that can be charged later without the payer', async () => {
    const customer = await h.stripe.customers.create({ email: 'brand@example.com', name: 'Brand' });
    const setup = await h.stripe.checkout.sessions.create({
      mode: 'setup',
      customer: customer.id,
      currency: 'eur',
      success_url: 'http://localhost/saved',
    });
    await h.command(`pay/${setup.id}`, { card: GOOD_CARD });
    const saved = (await h.stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data;
    expect(saved).toHaveLength(1);
    const intent = await h.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'eur',
      customer: customer.id,
      payment_method: saved[0]!.id,
      confirm: true,
      off_session: true,
    });
    expect(intent.status).toBe('succeeded');
    await h.stripe.paymentMethods.detach(saved[0]!.id);
    expect((await h.stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(0);
    expect(await h.stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
    expect(await h.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  });
});

describe('a payment intent', () => {
  const create = (more: Record<string, unknown>) =>
    h.stripe.paymentIntents.create({
      amount: 2000,
      currency: 'eur',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      ...more,
    });

  test('goes from created to confirmed', async () => {
    const intent = await create({});
    expect(intent.status).toBe('requires_payment_method');
    expect(await h.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
      amount_received: 2000,
    });
    await expect(h.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    await expect(h.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  test('keeps its failed charge when the card is declined', async () => {
    await expect(create({ confirm: true, payment_method: 'pm_card_visa_chargeDeclined' })).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
      payment_intent: { status: 'requires_payment_method' },
    });
    const [latest] = (await h.stripe.charges.list({ limit: 1 })).data;
    expect(latest).toMatchObject({
      status: 'failed',
      paid: false,
      failure_code: 'card_declined',
      balance_transaction: null,
    });
  });

  test('held for capture is taken in part or let go', async () => {
    const held = await create({ capture_method: 'manual', confirm: true, payment_method: 'pm_card_visa' });
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 });
    await expect(h.stripe.paymentIntents.capture(held.id, { amount_to_capture: 2001 })).rejects.toMatchObject({
      code: 'amount_too_large',
    });
    expect(await h.stripe.paymentIntents.capture(held.id, { amount_to_capture: 1500 })).toMatchObject({
      status: 'succeeded',
      amount_received: 1500,
    });
    const letGo = await create({ capture_method: 'manual', confirm: true, payment_method: 'pm_card_visa' });
    expect(await h.stripe.paymentIntents.cancel(letGo.id, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'canceled',
    });
  });

  test('off session is declined where the bank requires authentication, which the payer gives when present', async () => {
    await expect(
      create({ confirm: true, off_session: true, payment_method: 'pm_card_authenticationRequired' }),
    ).rejects.toMatchObject({ code: 'authentication_required' });
    const intent = await create({ confirm: true, payment_method: 'pm_card_authenticationRequired' });
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
  });

  test('has no balance transaction yet when capture is asynchronous, and gets one a little later', async () => {
    const slow = await startHarness({ transactionDelaySeconds: 30 });
    try {
      const { payment } = await pay(slow);
      expect(payment).toMatchObject({ status: 'succeeded', balanceTransactionId: null, settled: null });
      await slow.advance(31);
      expect(await slow.provider.retrievePayment(payment.paymentIntentId)).toMatchObject({
        settled: { fee: expect.any(Number) },
        balanceTransactionId: expect.stringMatching(/^txn_/),
      });
    } finally {
      await slow.close();
    }
  });
});

test('lists are newest first, page both ways and filter', async () => {
  const group = unique('listed');
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.unshift((await pay(h, { group })).chargeId);
  const first = await h.stripe.charges.list({ transfer_group: group, limit: 2 });
  expect(first).toMatchObject({ has_more: true, url: '/v1/charges' });
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await h.stripe.charges.list({ transfer_group: group, limit: 2, starting_after: ids[1]! });
  expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
  const back = await h.stripe.charges.list({ transfer_group: group, limit: 2, ending_before: ids[3]! });
  expect(back).toMatchObject({ has_more: true });
  expect(back.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
  const all: string[] = [];
  for await (const charge of h.stripe.charges.list({ transfer_group: group, limit: 2 })) all.push(charge.id);
  expect(all).toEqual(ids);
  await expect(h.stripe.charges.list({ starting_after: 'ch_none' })).rejects.toMatchObject({
    code: 'resource_missing',
  });
  expect((await h.stripe.charges.list({ transfer_group: group, created: { lt: 1 } })).data).toEqual([]);
});
