import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCALES, type Locale } from '../../../../server/core/locale.ts';
import { onboard, startHarness, unique, type Harness } from './sandbox-harness.ts';

let h: Harness;
beforeAll(async () => void (h = await startHarness()));
afterAll(() => h.close());

const checkout = (locale: Locale = 'en', currency: 'EUR' | 'KWD' = 'EUR') => {
  const opId = unique('page');
  return h.provider.createCheckout({
    opId,
    idempotencyKey: opId,
    currency,
    amount: 106_000,
    lines: [{ label: '<b>"Reel" & more</b>', amount: 106_000 }],
    customerEmail: 'ana@example.com',
    successUrl: 'http://localhost/done?s={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://localhost/back',
    transferGroup: 'g',
    locale,
  });
};
const open = (url: string, init?: RequestInit) =>
  fetch(url.replace('localhost', '127.0.0.1'), { redirect: 'manual', ...init });
const send = (url: string, fields: Record<string, string>) =>
  open(url, {
    method: 'POST',
    body: new URLSearchParams({
      method: 'card',
      expiry: '12/40',
      cvc: '123',
      name: 'Ana',
      email: 'ana@example.com',
      ...fields,
    }),
  });

test('the page shows the lines, escaped, with stable field names, and lets only its own script run', async () => {
  const { url } = await checkout();
  const answer = await open(url);
  const html = await answer.text();
  expect(html).toContain('&lt;b&gt;&quot;Reel&quot; &amp; more&lt;/b&gt;');
  expect(html).toContain('no real money');
  for (const name of ['cardnumber', 'expiry', 'cvc', 'email', 'name']) expect(html).toContain(`name="${name}"`);
  expect(html).toMatch(/<button class="main" type="submit">Pay €1,060\.00<\/button>/);
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'nonce-/);
});

test('a payment leads back with the session’s id; a second submit leads there too', async () => {
  const { url, sessionId } = await checkout();
  const done = `http://localhost/done?s=${sessionId}`;
  for (let i = 0; i < 2; i += 1) {
    const answer = await send(url, { cardnumber: '4242 4242 4242 4242' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, done]);
  }
  expect(await (await open(url)).text()).toContain(done);
  expect((await h.reads.findPayments({ transferGroup: 'g' })).length).toBeGreaterThan(0);
});

test.each([
  [{ cardnumber: '4000000000000002' }, 'Your card was declined'],
  [{ cardnumber: '4000000000009995' }, 'insufficient funds'],
  [{ cardnumber: '4111111111111111' }, 'one of the test card numbers'],
  [{ cardnumber: '1234' }, 'one of the test card numbers'],
  [{ cardnumber: '4242424242424242', expiry: '01/20' }, 'expiry date in the future'],
  [{ cardnumber: '4242424242424242', cvc: 'x' }, 'CVC of three or four digits'],
  [{ method: 'bank_debit', iban: 'FR00' }, 'one of the test accounts'],
] as [Record<string, string>, string][])(
  '%o is answered with words and leaves the page open',
  async (fields, words) => {
    const { url, sessionId } = await checkout();
    const answer = await send(url, fields);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words);
    expect((await h.provider.retrieveCheckout(sessionId)).status).toBe('open');
  },
);

test('the bank’s page approves or fails', async () => {
  const { url, sessionId } = await checkout();
  const challenge = (await send(url, { cardnumber: '4000002500003155' })).headers.get('location')!;
  expect(challenge).toContain('/3ds/pi_');
  expect(await (await open(challenge)).text()).toContain('is this you?');
  const failed = await open(challenge, { method: 'POST', body: new URLSearchParams({ answer: 'fail' }) });
  expect(failed.headers.get('location')).toBe(`${url}?declined=1`);
  await send(url, { cardnumber: '4000002500003155' });
  const approved = await open(challenge, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) });
  expect(approved.headers.get('location')).toBe(`http://localhost/done?s=${sessionId}`);
});

test.each(LOCALES)('the page speaks %s', async (locale) => {
  const { url } = await checkout(locale, 'KWD');
  const html = await (await open(url, { headers: { 'accept-language': locale } })).text();
  expect(html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`);
  expect(html).toMatch(/106[.,]000/);
});

test('unknown and expired pages say so', async () => {
  expect((await open(`${h.sandbox.apiBase}/pay/cs_none`)).status).toBe(404);
  const { url, sessionId } = await checkout();
  await h.provider.expireCheckout(sessionId);
  expect(await (await open(url)).text()).toContain('expired');
});

test('a payee’s dashboard shows the balance and renews the bank details', async () => {
  const account = await onboard(h);
  const { url } = await h.stripe.accounts.createLoginLink(account);
  expect(await (await open(url)).text()).toContain('2606');
  expect(
    await (await open(url, { method: 'POST', body: new URLSearchParams({ number: 'DE89370400440532013000' }) })).text(),
  ).toContain('3000');
  expect(await h.provider.retrieveAccount(account)).toMatchObject({
    banks: expect.arrayContaining([
      { currency: 'EUR', last4: '3000', bankId: expect.any(String), externalId: expect.stringMatching(/^ba_/) },
    ]),
    payoutsEnabled: true,
  });
});
