import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createStripeProvider,
  ProviderError,
  type PaymentProvider,
  type ProviderErrorKind,
} from '../../../../server/integrations/stripe/provider.ts';
import { bankOf, onboard, pay, SECRET_KEY, startHarness, unique, type Harness } from './sandbox-harness.ts';

let h: Harness;
let account: string;
beforeAll(async () => {
  h = await startHarness();
  account = await onboard(h);
  await h.provider.createTopUp({
    opId: 'float',
    idempotencyKey: 'float',
    amount: 10_000_000,
    currency: 'EUR',
    description: 'float',
  });
  await pay(h, { amount: 1_000_000, card: '4000000000000077' });
});
afterAll(() => h.close());
afterEach(() =>
  fetch(`${h.sandbox.apiBase}/_sandbox/faults`, { method: 'DELETE', headers: { 'content-type': 'application/json' } }),
);

interface Write {
  path: string;
  /** `key` differs from `opId` only when a call is tried anew. */
  act(provider: PaymentProvider, opId: string, key: string): Promise<unknown>;
  find(opId: string): Promise<unknown>;
}
const writes: Record<string, () => Promise<Write>> = {
  async transfer() {
    const { chargeId, group } = await pay(h, { amount: 50_000 });
    return {
      path: '/v1/transfers',
      act: (provider, opId, idempotencyKey) =>
        provider.createTransfer({
          opId,
          idempotencyKey,
          amount: 30_000,
          currency: 'EUR',
          destination: account,
          sourceCharge: chargeId,
          transferGroup: group,
        }),
      find: (opId) => h.provider.findTransfer(opId, group),
    };
  },
  async refund() {
    const { chargeId } = await pay(h, { amount: 50_000 });
    return {
      path: '/v1/refunds',
      act: (provider, opId, idempotencyKey) =>
        provider.createRefund({ opId, idempotencyKey, chargeId, amount: 30_000 }),
      find: (opId) => h.provider.findRefund(opId, chargeId),
    };
  },
  async payout() {
    const { chargeId, group } = await pay(h, { amount: 50_000, card: '4000000000000077' });
    await h.provider.createTransfer({
      opId: unique('t'),
      idempotencyKey: unique('t'),
      amount: 50_000,
      currency: 'EUR',
      destination: account,
      sourceCharge: chargeId,
      transferGroup: group,
    });
    const destination = await bankOf(h, account, 'EUR');
    return {
      path: '/v1/payouts',
      act: (provider, opId, idempotencyKey) =>
        provider.createPayout({ opId, idempotencyKey, accountId: account, amount: 1000, currency: 'EUR', destination }),
      find: (opId) => h.provider.findPayout(opId, account, new Date(0)),
    };
  },
  async topUp() {
    return {
      path: '/v1/topups',
      act: (provider, opId, idempotencyKey) =>
        provider.createTopUp({ opId, idempotencyKey, amount: 500, currency: 'EUR', description: 'x' }),
      find: (opId) => h.provider.findTopUp(opId, new Date(0)),
    };
  },
  async account() {
    return {
      path: '/v1/accounts',
      act: (provider, opId, idempotencyKey) =>
        provider.createConnectedAccount({
          opId,
          idempotencyKey,
          country: 'FR',
          businessType: 'individual',
          email: 'a@example.com',
        }),
      find: (opId) => h.provider.findConnectedAccount(opId, new Date(0)),
    };
  },
  async checkout() {
    return {
      path: '/v1/checkout/sessions',
      act: (provider, opId, idempotencyKey) =>
        provider.createCheckout({
          opId,
          idempotencyKey,
          currency: 'EUR',
          amount: 1000,
          lines: [{ label: 'x', amount: 1000 }],
          customerEmail: 'a@example.com',
          successUrl: 'http://localhost',
          cancelUrl: 'http://localhost',
          transferGroup: 'g',
          locale: 'ar',
        }),
      find: (opId) => h.provider.findCheckout(opId, new Date(0)),
    };
  },
};

/** How long a caller waits for an answer that never comes. On a busy machine the shortest may end before the call has arrived. */
const CALL_TIMEOUTS_MS = [150, 1_000, 8_000];

/** The result of the call under the fault; a caller that gives up does so once the provider has met it. */
async function resultUnder(act: (provider: PaymentProvider) => Promise<unknown>, kind: string): Promise<unknown> {
  const answer = (provider: PaymentProvider) =>
    act(provider).then(
      () => null,
      (reason: unknown) => reason,
    );
  if (!kind.startsWith('timeout')) return answer(h.provider);
  for (const timeoutMs of CALL_TIMEOUTS_MS) {
    const error = await answer(createStripeProvider({ secretKey: SECRET_KEY, apiBase: h.sandbox.apiBase, timeoutMs }));
    if (await metBy(Date.now() + timeoutMs)) return error;
  }
  throw new Error('the call never arrived');
}

async function metBy(end: number): Promise<boolean> {
  for (;;) {
    const waiting = (await (await fetch(`${h.sandbox.apiBase}/_sandbox/faults`)).json()) as unknown[];
    if (waiting.length === 0) return true;
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Fault → the caller's error, whether the object exists afterwards, whether repeating under the same key is enough. */
const faults: [kind: string, answer: ProviderErrorKind, proven: boolean, exists: boolean, sameKeyHeals: boolean][] = [
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
  test.each(faults.filter(([kind]) => name === 'transfer' || !kind.startsWith('reset')))(
    '%s: reported as %s, looked up, and never done twice',
    async (kind, answer, proven, exists, sameKeyHeals) => {
      const { path, act, find } = await writes[name]!();
      const opId = unique(name);
      // The SDK repeats once, under the same key, after a reset; so the fault must outlast that.
      await h.command('faults', { match: { method: 'POST', path }, kind, times: kind.startsWith('reset') ? 2 : 1 });
      const error = await resultUnder((provider) => act(provider, opId, `${opId}:a1`), kind);
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ kind: answer, provenNotCreated: proven });
      expect((await find(opId)) !== null).toBe(exists);
      if (sameKeyHeals) await act(h.provider, opId, `${opId}:a1`);
      else {
        await expect(act(h.provider, opId, `${opId}:a1`)).rejects.toMatchObject({ kind: 'unknown_outcome' });
        if (!exists) await act(h.provider, opId, `${opId}:a2`);
      }
      const objects = (await h.command(`books?op_id=${opId}`)).by_op_id[opId];
      expect(objects).toHaveLength(1);
      expect(await find(opId)).not.toBeNull();
    },
  );
});

test('an ordered refusal comes with the chosen status and words, and is kept under its key', async () => {
  await h.command('faults', {
    match: { op_id: 'chosen' },
    kind: 'error',
    status: 400,
    error: { code: 'balance_insufficient', message: 'not today' },
  });
  const act = (key: string) =>
    h.provider.createTopUp({ opId: 'chosen', idempotencyKey: key, amount: 5, currency: 'EUR', description: 'x' });
  await expect(act('c1')).rejects.toMatchObject({
    kind: 'invalid',
    code: 'balance_insufficient',
    message: 'not today',
    provenNotCreated: true,
  });
  await expect(act('c1')).rejects.toMatchObject({ code: 'balance_insufficient' });
  await expect(act('c2')).resolves.toBeDefined();
});

test('a fault applies as often as requested, to what it names, and reads are distinguished from writes', async () => {
  await h.command('faults', { match: { method: 'GET', path: '/v1/balance*' }, kind: '500_before', times: 2 });
  await expect(h.provider.balance()).rejects.toMatchObject({ kind: 'unavailable', provenNotCreated: true });
  await expect(h.provider.newestBalanceLine()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(h.provider.balance()).resolves.toBeDefined();
  expect(await h.command('faults', { kind: 'gremlin' })).toMatchObject({ error: expect.stringContaining('kind') });
});

test('a provider that is not there is unavailable, and nothing was created', async () => {
  const unreachable = createStripeProvider({ secretKey: SECRET_KEY, apiBase: 'http://127.0.0.1:1' });
  await expect(
    unreachable.createTopUp({ opId: 'x', idempotencyKey: 'x', amount: 5, currency: 'EUR', description: 'x' }),
  ).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'ECONNREFUSED',
    provenNotCreated: true,
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
