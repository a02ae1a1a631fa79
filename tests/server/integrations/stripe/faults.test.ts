import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createStripeProvider, ProviderError, type ProviderErrorKind } from '../../../../server/integrations/stripe/provider.ts';
import { onboard, pay, SECRET_KEY, startHarness, unique, type Harness } from './sandbox-harness.ts';

let h: Harness;
let account: string;
/** Gives up quickly, so that a lost answer does not cost a second. */
let hasty: ReturnType<typeof createStripeProvider>;
beforeAll(async () => {
  h = await startHarness();
  account = await onboard(h);
  hasty = createStripeProvider({ secretKey: SECRET_KEY, apiBase: h.sandbox.apiBase, timeoutMs: 150 });
  await h.provider.createTopUp({ opId: 'float', idempotencyKey: 'float', amount: 10_000_000, currency: 'EUR', description: 'float' });
  await pay(h, { amount: 1_000_000, card: '4000000000000077' });
});
afterAll(() => h.close());
afterEach(() => fetch(`${h.sandbox.apiBase}/_sandbox/faults`, { method: 'DELETE', headers: { 'content-type': 'application/json' } }));

interface Write {
  path: string;
  /** `key` differs from `opId` only when a call is tried anew. */
  act(opId: string, key: string): Promise<unknown>;
  find(opId: string): Promise<unknown>;
}
const writes: Record<string, () => Promise<Write>> = {
  async transfer() {
    const { chargeId, group } = await pay(h, { amount: 50_000 });
    return {
      path: '/v1/transfers',
      act: (opId, idempotencyKey) => hasty.createTransfer({ opId, idempotencyKey, amount: 30_000, currency: 'EUR', destination: account, sourceCharge: chargeId, transferGroup: group }),
      find: (opId) => h.provider.findTransfer(opId, group),
    };
  },
  async refund() {
    const { chargeId } = await pay(h, { amount: 50_000 });
    return {
      path: '/v1/refunds',
      act: (opId, idempotencyKey) => hasty.createRefund({ opId, idempotencyKey, chargeId, amount: 30_000 }),
      find: (opId) => h.provider.findRefund(opId, chargeId),
    };
  },
  async payout() {
    const { chargeId, group } = await pay(h, { amount: 50_000, card: '4000000000000077' });
    await h.provider.createTransfer({ opId: unique('t'), idempotencyKey: unique('t'), amount: 50_000, currency: 'EUR', destination: account, sourceCharge: chargeId, transferGroup: group });
    return {
      path: '/v1/payouts',
      act: (opId, idempotencyKey) => hasty.createPayout({ opId, idempotencyKey, accountId: account, amount: 1000, currency: 'EUR' }),
      find: (opId) => h.provider.findPayout(opId, account, new Date(0)),
    };
  },
  async topUp() {
    return {
      path: '/v1/topups',
      act: (opId, idempotencyKey) => hasty.createTopUp({ opId, idempotencyKey, amount: 500, currency: 'EUR', description: 'x' }),
      find: (opId) => h.provider.findTopUp(opId, new Date(0)),
    };
  },
  async account() {
    return {
      path: '/v1/accounts',
      act: (opId, idempotencyKey) => hasty.createConnectedAccount({ opId, idempotencyKey, country: 'FR', businessType: 'individual', email: 'a@example.com' }),
      find: (opId) => h.provider.findConnectedAccount(opId, new Date(0)),
    };
  },
  async checkout() {
    return {
      path: '/v1/checkout/sessions',
      act: (opId, idempotencyKey) =>
        hasty.createCheckout({
          opId, idempotencyKey, currency: 'EUR', amount: 1000, lines: [{ label: 'x', amount: 1000 }], customerEmail: 'a@example.com',
          successUrl: 'http://localhost', cancelUrl: 'http://localhost', transferGroup: 'g', locale: 'ar',
        }),
      find: (opId) => h.provider.findCheckout(opId, new Date(0)),
    };
  },
};

/** Fault → what the caller is told, whether the thing exists afterwards, whether repeating under the same key is enough. */
const faults: [kind: string, told: ProviderErrorKind, proven: boolean, exists: boolean, sameKeyHeals: boolean][] = [
  ['timeout_before', 'unknown_outcome', false, false, true],
  ['timeout_after', 'unknown_outcome', false, true, true],
  ['reset_before', 'unknown_outcome', false, false, true],
  ['reset_after', 'unknown_outcome', false, true, true],
  ['500_before', 'unknown_outcome', false, false, false],
  ['500_after', 'unknown_outcome', false, true, false],
  ['429', 'rate_limited', true, false, true],
  ['409', 'conflict', false, false, true],
];

describe.each(Object.keys(writes))('%s', (name) => {
  // The SDK rests half a second before it repeats after a reset, so one kind of write has to do for those.
  test.each(faults.filter(([kind]) => name === 'transfer' || !kind.startsWith('reset')))('%s: told %s, looked up, and never done twice', async (kind, told, proven, exists, sameKeyHeals) => {
    const { path, act, find } = await writes[name]!();
    const opId = unique(name);
    // The SDK repeats once, under the same key, after a reset; so the fault must outlast that.
    await h.command('faults', { match: { method: 'POST', path }, kind, times: kind.startsWith('reset') ? 2 : 1 });
    const error = await act(opId, `${opId}:a1`).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind: told, provenNotCreated: proven });
    expect((await find(opId)) !== null).toBe(exists);
    if (sameKeyHeals) await act(opId, `${opId}:a1`);
    else {
      await expect(act(opId, `${opId}:a1`)).rejects.toMatchObject({ kind: 'unknown_outcome' });
      if (!exists) await act(opId, `${opId}:a2`);
    }
    const objects = (await h.command(`books?op_id=${opId}`)).by_op_id[opId];
    expect(objects).toHaveLength(1);
    expect(await find(opId)).not.toBeNull();
  });
});

test('an ordered refusal comes with the chosen status and words, and is kept under its key', async () => {
  await h.command('faults', { match: { op_id: 'chosen' }, kind: 'error', status: 400, error: { code: 'balance_insufficient', message: 'not today' } });
  const act = (key: string) => h.provider.createTopUp({ opId: 'chosen', idempotencyKey: key, amount: 5, currency: 'EUR', description: 'x' });
  await expect(act('c1')).rejects.toMatchObject({ kind: 'invalid', code: 'balance_insufficient', message: 'not today', provenNotCreated: true });
  await expect(act('c1')).rejects.toMatchObject({ code: 'balance_insufficient' });
  await expect(act('c2')).resolves.toBeDefined();
});

test('a fault applies as often as asked, to what it names, and reads are told apart from writes', async () => {
  await h.command('faults', { match: { method: 'GET', path: '/v1/balance*' }, kind: '500_before', times: 2 });
  await expect(h.provider.balance()).rejects.toMatchObject({ kind: 'unavailable', provenNotCreated: true });
  await expect(h.provider.listBalanceTransactions({ from: new Date() })).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(h.provider.balance()).resolves.toBeDefined();
  expect(await h.command('faults', { kind: 'gremlin' })).toMatchObject({ error: expect.stringContaining('kind') });
});

test('a provider that is not there is unavailable, and nothing was created', async () => {
  const nobody = createStripeProvider({ secretKey: SECRET_KEY, apiBase: 'http://127.0.0.1:1' });
  await expect(nobody.createTopUp({ opId: 'x', idempotencyKey: 'x', amount: 5, currency: 'EUR', description: 'x' })).rejects.toMatchObject({
    kind: 'unavailable', code: 'ECONNREFUSED', provenNotCreated: true,
  });
});

test('a delayed answer still arrives', async () => {
  for (const kind of ['delay', 'delay_after']) {
    await h.command('faults', { match: { path: '/v1/topups' }, kind, delay_ms: 60 });
    const opId = unique('slow');
    const started = Date.now();
    await h.provider.createTopUp({ opId, idempotencyKey: opId, amount: 5, currency: 'EUR', description: 'x' });
    expect(Date.now() - started).toBeGreaterThanOrEqual(55);
  }
});
