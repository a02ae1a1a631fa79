import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPersona, eventually, type PersonaClient } from '../../scripts/lib/persona-client.ts';
import { completeOnboarding } from '../../scripts/lib/hosted-pages.ts';
import { agree, approve, deliver, fund, stateOf } from '../support/deal-player.ts';
import { startKillableStack, type KillableStack } from '../support/killable-stack.ts';
import { PIXEL_PNG } from '../support/picture.ts';

let stack: KillableStack;
let brand: PersonaClient;
let creator: PersonaClient;

beforeAll(async () => {
  stack = await startKillableStack();
  brand = createPersona({ url: stack.url, mailboxUrl: stack.mailboxUrl, name: 'Lasting Café' });
  creator = createPersona({ url: stack.url, mailboxUrl: stack.mailboxUrl, name: 'Lasting Creator' });
  await brand.signUp('business');
  await creator.signUp('influencer');
  await brand.prove();
  await creator.prove();
  await brand.api.orgs.saveBilling.mutate({
    legalName: 'Lasting Café SARL',
    country: 'FR',
    taxId: null,
    address: '',
    invoiceEmail: null,
    poNumber: null,
  });
  const onboarding = await creator.api.payouts.startOnboarding.mutate({ country: 'FR' });
  await completeOnboarding(onboarding.url);
  await eventually(
    'the payout account',
    async () => (await creator.api.payouts.refreshAccount.mutate()).state === 'enabled',
  );
}, 240_000);
afterAll(async () => stack?.stop(), 60_000);

test('Temporal that lost all its data is prepared by the worker, and every deal goes on', async () => {
  const under = await agree(brand, creator, 45_000);
  await fund(brand, under);
  await deliver(creator, under, 'work.png', 'image/png', PIXEL_PNG);
  await stack.loseTemporalData();
  // What is requested now finds neither namespace attributes nor workflows there.
  await approve(brand, under);
  await stateOf(creator, under.contractId, ['released'], 180_000);
  // A new deal goes all its way.
  const next = await agree(brand, creator, 20_000);
  await fund(brand, next);
  expect(
    await eventually('no command to wait', async () => (await stack.waitingCommands()) === 0 && ['none'], 120_000),
  ).toEqual(['none']);
  expect(await stack.hasSchedule('moneyCheck')).toBe(true);
}, 420_000);
