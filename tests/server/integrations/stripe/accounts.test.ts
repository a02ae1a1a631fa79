import { afterAll, beforeAll, expect, test } from 'vitest';
import { onboard, startHarness, unique, type Harness } from './sandbox-harness.ts';

let h: Harness;
beforeAll(async () => void (h = await startHarness()));
afterAll(() => h.close());

const both = { card_payments: { requested: true }, transfers: { requested: true } };
const open = (url: string, init?: RequestInit) =>
  fetch(url.replace('localhost', '127.0.0.1'), { redirect: 'manual', ...init });
const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });

test('an account is made, sent to onboarding, and may then be paid', async () => {
  const opId = unique('account');
  const { accountId } = await h.provider.createConnectedAccount({
    opId,
    idempotencyKey: opId,
    country: 'FR',
    businessType: 'individual',
    email: 'ana@example.com',
  });
  expect(await h.provider.retrieveAccount(accountId)).toMatchObject({
    payoutsEnabled: false,
    transfersActive: false,
    detailsSubmitted: false,
    banks: [],
  });
  expect((await h.provider.findConnectedAccount(opId, new Date(0)))?.accountId).toBe(accountId);
  const link = await h.provider.createOnboardingLink({
    accountId,
    refreshUrl: 'http://localhost/again',
    returnUrl: 'http://localhost/back',
  });
  expect((await open(link.url)).status).toBe(200);
  const sent = await open(
    link.url,
    form({ outcome: 'complete', name: 'Ana Lima', number: 'DE89 3704 0044 0532 0130 00', all_currencies: 'yes' }),
  );
  expect([sent.status, sent.headers.get('location')]).toEqual([303, 'http://localhost/back']);
  expect(await h.provider.retrieveAccount(accountId)).toMatchObject({
    payoutsEnabled: true,
    transfersActive: true,
    requirementsDue: [],
    banks: expect.arrayContaining([
      { currency: 'EUR', last4: '3000', bankId: expect.any(String), externalId: expect.stringMatching(/^ba_/) },
    ]),
    defaultCurrency: 'EUR',
  });
  const used = await open(link.url);
  expect([used.status, used.headers.get('location')]).toEqual([303, 'http://localhost/again']);
});

test('an onboarding link is good for five minutes', async () => {
  const opId = unique('account');
  const { accountId } = await h.provider.createConnectedAccount({
    opId,
    idempotencyKey: opId,
    country: 'ES',
    businessType: 'individual',
    email: 'ana@example.com',
  });
  const link = await h.provider.createOnboardingLink({
    accountId,
    refreshUrl: 'http://localhost/again',
    returnUrl: 'http://localhost/back',
  });
  await h.advance(301);
  expect((await open(link.url)).headers.get('location')).toBe('http://localhost/again');
});

test.each([
  [
    'incomplete',
    {
      transfersActive: false,
      requirementsDue: ['individual.verification.document'],
      disabledReason: 'requirements.past_due',
    },
  ],
  [
    'pending',
    {
      transfersActive: false,
      pendingVerification: ['individual.verification.document'],
      disabledReason: 'requirements.pending_verification',
    },
  ],
  ['rejected', { transfersActive: false, payoutsEnabled: false, disabledReason: 'rejected.other' }],
])('onboarding left %s shows what is missing', async (outcome, expected) => {
  expect(await h.provider.retrieveAccount(await onboard(h, { outcome }))).toMatchObject(expected);
});

test('a company has to send its own documents and keeps its name; facts of the other kind of holder are refused, and the kind stays once the form was sent', async () => {
  const opId = unique('account');
  const { accountId } = await h.provider.createConnectedAccount({
    opId,
    idempotencyKey: opId,
    country: 'FR',
    businessType: 'company',
    email: 'office@example.com',
  });
  expect((await h.provider.retrieveAccount(accountId)).requirementsDue).toEqual(
    expect.arrayContaining(['company.name', 'company.tax_id', 'representative.first_name']),
  );
  const link = await h.provider.createOnboardingLink({
    accountId,
    refreshUrl: 'http://localhost/again',
    returnUrl: 'http://localhost/back',
  });
  expect(await (await open(link.url)).text()).toContain('Name of the company');
  await open(link.url, form({ outcome: 'complete', name: 'Vidal Talent SARL', number: 'FR1420041010050500013M02606' }));
  expect(await h.stripe.accounts.retrieve(accountId)).toMatchObject({
    business_type: 'company',
    company: { name: 'Vidal Talent SARL' },
    external_accounts: { data: [{ account_holder_name: 'Vidal Talent SARL', account_holder_type: 'company' }] },
  });
  await expect(h.stripe.accounts.update(accountId, { business_type: 'individual' })).rejects.toThrow('business_type');
  await expect(
    h.stripe.accounts.create({
      type: 'express',
      country: 'FR',
      capabilities: both,
      business_type: 'company',
      individual: { first_name: 'Ana' },
    }),
  ).rejects.toThrow('`individual`');
  await expect(
    h.stripe.accounts.create({
      type: 'express',
      country: 'FR',
      capabilities: both,
      business_type: 'individual',
      company: { name: 'Ana SARL' },
    }),
  ).rejects.toThrow('`company`');
  const untold = await h.stripe.accounts.create({ type: 'express', country: 'FR', capabilities: both });
  expect(untold.requirements?.currently_due).toContain('business_type');
});

test('a request for transfers alone is refused, as is a country that cannot be paid', async () => {
  await expect(
    h.stripe.accounts.create({ type: 'express', capabilities: { transfers: { requested: true } } }),
  ).rejects.toThrow('without the `card_payments` capability');
  await expect(h.stripe.accounts.create({ type: 'express', country: 'KP', capabilities: both })).rejects.toMatchObject({
    code: 'country_unsupported',
  });
  await expect(
    h.stripe.accounts.create({ type: 'express', controller: { fees: { payer: 'application' } } }),
  ).rejects.toThrow('only specify one');
});

test('an account is updated, listed, rejected and, when empty, deleted', async () => {
  const account = await h.stripe.accounts.create({
    type: 'express',
    country: 'IT',
    capabilities: both,
    metadata: { op_id: 'x' },
  });
  const updated = await h.stripe.accounts.update(account.id, {
    metadata: { op_id: '', kind: 'creator' },
    settings: { payouts: { schedule: { interval: 'manual' } } },
  });
  expect(updated).toMatchObject({
    metadata: { kind: 'creator' },
    settings: { payouts: { schedule: { interval: 'manual' } } },
  });
  expect(updated.metadata).not.toHaveProperty('op_id');
  expect((await h.stripe.accounts.listCapabilities(account.id)).data.map(({ id, status }) => [id, status])).toEqual([
    ['card_payments', 'inactive'],
    ['transfers', 'inactive'],
  ]);
  expect((await h.stripe.accounts.list({ limit: 1 })).data[0]?.id).toBe(account.id);
  await expect(h.stripe.accounts.createLoginLink(account.id)).rejects.toThrow('not completed onboarding');
  expect(await h.stripe.accounts.reject(account.id, { reason: 'fraud' })).toMatchObject({
    requirements: { disabled_reason: 'rejected.fraud' },
  });
  expect(await h.stripe.accounts.del(account.id)).toMatchObject({ deleted: true });
  await expect(h.provider.retrieveAccount(account.id)).rejects.toMatchObject({ kind: 'not_found' });
});
