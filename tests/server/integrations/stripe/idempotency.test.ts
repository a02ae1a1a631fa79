import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, pay, startHarness, unique, type Harness } from './sandbox-harness.ts';

let h: Harness;
beforeAll(async () => void (h = await startHarness()));
afterAll(() => h.close());

const topUp = (key: string, form = 'currency=eur&amount=1000') =>
  h.raw('POST', '/v1/topups', form, { 'idempotency-key': key });
const count = async (): Promise<number> => (await h.stripe.topups.list({ limit: 100 })).data.length;

test('the same call under the same key has one effect and one answer', async () => {
  const key = unique('key');
  const before = await count();
  const first = await topUp(key);
  const again = await topUp(key);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'));
  expect(await count()).toBe(before + 1);
});

test('other parameters or another path under the same key are refused', async () => {
  const key = unique('key');
  await topUp(key);
  const other = await topUp(key, 'currency=eur&amount=1001');
  expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error']);
  const elsewhere = await h.raw('POST', '/v1/payment_intents', 'currency=eur&amount=1000', { 'idempotency-key': key });
  expect(elsewhere.body.error.type).toBe('idempotency_error');
  await expect(
    h.provider.createTopUp({ opId: 'x', idempotencyKey: key, amount: 5, currency: 'EUR', description: 'x' }),
  ).rejects.toMatchObject({ kind: 'idempotency', provenNotCreated: false });
});

test('a refusal of the parameters does not use the key up, a refusal of the state does', async () => {
  const key = unique('key');
  expect((await topUp(key, 'currency=eur&amount=0')).status).toBe(400);
  expect((await topUp(key)).status).toBe(200);

  const { chargeId } = await pay(h, { amount: 1000 });
  const refund = (k: string, amount: number) =>
    h.raw('POST', '/v1/refunds', `charge=${chargeId}&amount=${amount}`, { 'idempotency-key': k });
  const stuck = unique('key');
  expect((await refund(stuck, 1001)).status).toBe(400);
  const repeated = await refund(stuck, 1001);
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([400, 'true']);
});

test('a 500 is kept and repeated, whether or not it had an effect', async () => {
  for (const kind of ['500_before', '500_after']) {
    const key = unique('key');
    const before = await count();
    await h.command('faults', { match: { method: 'POST', path: '/v1/topups' }, kind });
    expect((await topUp(key)).status).toBe(500);
    const again = await topUp(key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([500, 'true']);
    expect(await count()).toBe(before + (kind === '500_after' ? 1 : 0));
  }
});

test('two calls at once under one key: one works, the other is refused as locked', async () => {
  const key = unique('key');
  const before = await count();
  await h.command('faults', { match: { path: '/v1/topups' }, kind: 'delay', delay_ms: 150 });
  const answers = await Promise.all([topUp(key), topUp(key), topUp(key)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('idempotency_key_in_use');
  expect(await count()).toBe(before + 1);
  expect((await topUp(key)).status).toBe(200);
});

test('a key is forgotten after a day: the call then happens again', async () => {
  const key = unique('key');
  const before = await count();
  await topUp(key);
  await h.advance(DAY - 60);
  expect((await topUp(key)).headers.get('idempotent-replayed')).toBe('true');
  await h.advance(120);
  expect((await topUp(key)).headers.get('idempotent-replayed')).toBeNull();
  expect(await count()).toBe(before + 2);
});

test('keys are separate by account, bounded in length, and ignored when reading', async () => {
  expect((await topUp('k'.repeat(256))).status).toBe(400);
  expect((await topUp('k'.repeat(255))).status).toBe(200);
  const read = await h.raw('GET', '/v1/balance', '', { 'idempotency-key': 'k'.repeat(255) });
  expect(read.status).toBe(200);
});
