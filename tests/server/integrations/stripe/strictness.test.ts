import { afterAll, beforeAll, expect, test } from 'vitest';
import { onboard, pay, startHarness, type Harness } from './sandbox-harness.ts';

let h: Harness;
let account: string;
let charge: string;
beforeAll(async () => {
  h = await startHarness();
  account = await onboard(h);
  charge = (await pay(h)).chargeId;
});
afterAll(() => h.close());

const intent = 'currency=eur&amount=1000';
const checkout = (line: string) =>
  `mode=payment&success_url=http://localhost/ok&line_items[0][quantity]=1&line_items[0][price_data][product_data][name]=x&${line}`;
const price = (currency: string, amount: number | string) =>
  checkout(`line_items[0][price_data][currency]=${currency}&line_items[0][price_data][unit_amount]=${amount}`);

/** What is sent, and the code and parameter of the refusal. */
const refusals: [
  name: string,
  method: string,
  path: string,
  form: string,
  status: number,
  code: string | undefined,
  param: string | undefined,
][] = [
  ['an unknown parameter', 'POST', '/v1/payment_intents', `${intent}&colour=red`, 400, 'parameter_unknown', 'colour'],
  [
    'an unknown nested parameter',
    'POST',
    '/v1/checkout/sessions',
    `${price('eur', 1000)}&payment_intent_data[colour]=red`,
    400,
    'parameter_unknown',
    'payment_intent_data[colour]',
  ],
  ['an unknown query parameter', 'GET', '/v1/transfers?metadata[op_id]=x', '', 400, 'parameter_unknown', 'metadata'],
  ['a missing amount', 'POST', '/v1/payment_intents', 'currency=eur', 400, 'parameter_missing', 'amount'],
  [
    'a missing quantity',
    'POST',
    '/v1/checkout/sessions',
    price('eur', 1000).replace('line_items[0][quantity]=1&', ''),
    400,
    'parameter_missing',
    'line_items[0][quantity]',
  ],
  [
    'no lines',
    'POST',
    '/v1/checkout/sessions',
    'mode=payment&success_url=http://localhost/ok',
    400,
    'parameter_missing',
    'line_items',
  ],
  ['no success address', 'POST', '/v1/checkout/sessions', 'mode=payment', 400, 'parameter_missing', 'success_url'],
  [
    'an amount with decimals',
    'POST',
    '/v1/payment_intents',
    'currency=eur&amount=10.5',
    400,
    'parameter_invalid_integer',
    'amount',
  ],
  [
    'an amount in words',
    'POST',
    '/v1/payment_intents',
    'currency=eur&amount=ten',
    400,
    'parameter_invalid_integer',
    'amount',
  ],
  [
    'an amount of zero',
    'POST',
    '/v1/payment_intents',
    'currency=eur&amount=0',
    400,
    'parameter_invalid_integer',
    'amount',
  ],
  [
    'a negative amount',
    'POST',
    '/v1/payment_intents',
    'currency=eur&amount=-1',
    400,
    'parameter_invalid_integer',
    'amount',
  ],
  [
    'an amount of 10^15',
    'POST',
    '/v1/payment_intents',
    'currency=eur&amount=1000000000000000',
    400,
    'parameter_invalid_integer',
    'amount',
  ],
  [
    'one above the largest amount',
    'POST',
    '/v1/payment_intents',
    'currency=eur&amount=100000000',
    400,
    'amount_too_large',
    'amount',
  ],
  [
    'less than the smallest charge',
    'POST',
    '/v1/payment_intents',
    'currency=eur&amount=49',
    400,
    'amount_too_small',
    'amount',
  ],
  [
    'less than the smallest charge in yen',
    'POST',
    '/v1/payment_intents',
    'currency=jpy&amount=49',
    400,
    'amount_too_small',
    'amount',
  ],
  [
    'dinars not in tens',
    'POST',
    '/v1/payment_intents',
    'currency=kwd&amount=1005',
    400,
    'parameter_invalid_integer',
    'amount',
  ],
  [
    'a checkout total of zero',
    'POST',
    '/v1/checkout/sessions',
    price('eur', 0),
    400,
    'parameter_invalid_integer',
    'line_items',
  ],
  [
    'a negative line',
    'POST',
    '/v1/checkout/sessions',
    price('eur', -5),
    400,
    'parameter_invalid_integer',
    'line_items[0][price_data][unit_amount]',
  ],
  ['a currency that is none', 'POST', '/v1/payment_intents', 'currency=xyz&amount=1000', 400, undefined, 'currency'],
  [
    'two currencies in one checkout',
    'POST',
    '/v1/checkout/sessions',
    `${price('eur', 1000)}&line_items[1][quantity]=1&line_items[1][price_data][currency]=usd&line_items[1][price_data][unit_amount]=1000&line_items[1][price_data][product_data][name]=y`,
    400,
    undefined,
    'line_items[1][price_data][currency]',
  ],
  [
    'a mode that is none',
    'POST',
    '/v1/checkout/sessions',
    price('eur', 1000).replace('mode=payment', 'mode=gift'),
    400,
    undefined,
    'mode',
  ],
  [
    'a locale that is not offered',
    'POST',
    '/v1/checkout/sessions',
    `${price('eur', 1000)}&locale=ar`,
    400,
    undefined,
    'locale',
  ],
  [
    'an address that is none',
    'POST',
    '/v1/checkout/sessions',
    price('eur', 1000).replace('http://localhost/ok', 'nowhere'),
    400,
    'url_invalid',
    'success_url',
  ],
  [
    'an e-mail that is none',
    'POST',
    '/v1/checkout/sessions',
    `${price('eur', 1000)}&customer_email=me`,
    400,
    'email_invalid',
    'customer_email',
  ],
  [
    'a session that lives too short',
    'POST',
    '/v1/checkout/sessions',
    `${price('eur', 1000)}&expires_at=${Math.floor(Date.now() / 1000) + 600}`,
    400,
    undefined,
    'expires_at',
  ],
  [
    'a session that lives too long',
    'POST',
    '/v1/checkout/sessions',
    `${price('eur', 1000)}&expires_at=${Math.floor(Date.now() / 1000) + 200_000}`,
    400,
    undefined,
    'expires_at',
  ],
  [
    'an empty text',
    'POST',
    '/v1/payment_intents',
    `${intent}&description=`,
    400,
    'parameter_invalid_empty',
    'description',
  ],
  [
    'a truth value that is none',
    'POST',
    '/v1/payment_intents',
    `${intent}&confirm=yes`,
    400,
    'parameter_invalid_boolean',
    'confirm',
  ],
  [
    'metadata that is too long',
    'POST',
    '/v1/payment_intents',
    `${intent}&metadata[k]=${'v'.repeat(501)}`,
    400,
    undefined,
    'metadata[k]',
  ],
  [
    'metadata with too many keys',
    'POST',
    '/v1/payment_intents',
    `${intent}&${Array.from({ length: 51 }, (_, i) => `metadata[k${i}]=v`).join('&')}`,
    400,
    undefined,
    'metadata',
  ],
  [
    'confirming without a method',
    'POST',
    '/v1/payment_intents',
    `${intent}&confirm=true`,
    400,
    'parameter_missing',
    'payment_method',
  ],
  [
    'confirming where a redirect may come, with nowhere to return',
    'POST',
    '/v1/payment_intents',
    `${intent}&confirm=true&payment_method=pm_card_visa`,
    400,
    undefined,
    'return_url',
  ],
  ['a limit of zero', 'GET', '/v1/charges?limit=0', '', 400, 'parameter_invalid_integer', 'limit'],
  ['a limit above a hundred', 'GET', '/v1/charges?limit=101', '', 400, 'parameter_invalid_integer', 'limit'],
  ['a field that cannot be expanded', 'GET', '/v1/charges?expand[]=data.colour', '', 400, undefined, 'expand'],
  ['a payment that does not exist', 'GET', '/v1/payment_intents/pi_none', '', 404, 'resource_missing', 'intent'],
  ['a charge that does not exist', 'POST', '/v1/refunds', 'charge=ch_none', 404, 'resource_missing', 'charge'],
  ['a refund of nothing named', 'POST', '/v1/refunds', 'amount=5', 400, 'parameter_missing', 'charge'],
  ['a refund of zero', 'POST', '/v1/refunds', 'charge=CHARGE&amount=0', 400, 'parameter_invalid_integer', 'amount'],
  [
    'a transfer of zero',
    'POST',
    '/v1/transfers',
    'currency=eur&amount=0&destination=ACCOUNT',
    400,
    'parameter_invalid_integer',
    'amount',
  ],
  [
    'a transfer without an amount',
    'POST',
    '/v1/transfers',
    'currency=eur&destination=ACCOUNT',
    400,
    'parameter_missing',
    'amount',
  ],
  [
    'a transfer from a charge that does not exist',
    'POST',
    '/v1/transfers',
    'currency=eur&amount=5&destination=ACCOUNT&source_transaction=ch_none',
    404,
    'resource_missing',
    'source_transaction',
  ],
  ['an account that does not exist', 'GET', '/v1/accounts/acct_none', '', 403, 'account_invalid', undefined],
  [
    'a link without a way back',
    'POST',
    '/v1/account_links',
    'account=ACCOUNT&type=account_onboarding&refresh_url=http://localhost',
    400,
    'parameter_missing',
    'return_url',
  ],
  [
    'a bank account that is no test account',
    'POST',
    '/v1/accounts/ACCOUNT/external_accounts',
    'external_account[object]=bank_account&external_account[country]=FR&external_account[currency]=eur&external_account[account_number]=hello',
    400,
    'account_number_invalid',
    'external_account[account_number]',
  ],
  ['an address of the API that is none', 'GET', '/v1/wishes', '', 404, undefined, undefined],
  [
    'a body that contradicts itself',
    'POST',
    '/v1/payment_intents',
    'amount=5&amount[a]=6&currency=eur',
    400,
    undefined,
    undefined,
  ],
  ['a broken percent sign', 'POST', '/v1/payment_intents', 'amount=%zz&currency=eur', 400, undefined, undefined],
];

test.each(refusals)('%s is refused', async (_name, method, path, form, status, code, param) => {
  const fill = (text: string) => text.replace('ACCOUNT', account).replace('CHARGE', charge);
  const answer = await h.raw(method, fill(path), fill(form));
  expect({ status: answer.status, code: answer.body.error?.code, param: answer.body.error?.param }).toEqual({
    status,
    code,
    param,
  });
  expect(answer.body.error.type).toBe('invalid_request_error');
  expect(answer.headers.get('request-id')).toMatch(/^req_/);
});

test('the largest amount, the smallest, and a name that looks like a prototype’s are taken', async () => {
  for (const form of [
    'currency=eur&amount=99999999',
    'currency=eur&amount=50',
    'currency=kwd&amount=150',
    `${intent}&metadata[__proto__]=x&metadata[constructor]=y`,
  ]) {
    expect((await h.raw('POST', '/v1/payment_intents', form)).status).toBe(200);
  }
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('the key is checked before anything else', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer sk_test_other', 'Bearer sk_live_harness']) {
    const answer = await h.raw('GET', '/v1/balance', '', { authorization });
    expect([answer.status, answer.body.error.type]).toEqual([401, 'invalid_request_error']);
  }
  const basic = `Basic ${Buffer.from('sk_test_harness:').toString('base64')}`;
  expect((await h.raw('GET', '/v1/balance', '', { authorization: basic })).status).toBe(200);
});

test('the platform’s endpoints are not open to a connected account', async () => {
  const answer = await h.raw('POST', '/v1/transfers', 'currency=eur&amount=5&destination=x', {
    'stripe-account': account,
  });
  expect(answer.status).toBe(400);
  expect((await h.raw('GET', '/v1/balance', '', { 'stripe-account': 'acct_none' })).status).toBe(403);
});

test('commands are refused from other hosts and without JSON, so that no web page can give them', async () => {
  const bare = await fetch(`${h.sandbox.apiBase}/_sandbox/reset`, { method: 'POST', body: '{}' });
  expect(bare.status).toBe(415);
  const status = await new Promise<number>((resolve) => {
    void import('node:http').then(({ request }) =>
      request(`${h.sandbox.apiBase}/_sandbox/clock`, { headers: { host: 'evil.example' } }, (answer) =>
        resolve(answer.statusCode ?? 0),
      ).end(),
    );
  });
  expect(status).toBe(403);
});
