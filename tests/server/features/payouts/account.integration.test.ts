import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeOnboarding } from '../../../../scripts/lib/hosted-pages.ts';
import { withTx, type OrgActor, type OrgKind } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import type { Currency } from '../../../../server/core/money.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { postAll } from '../../../../server/features/ledger/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { ensureFloat } from '../../../../server/features/payments/float.ts';
import { refreshAccount, startOnboarding } from '../../../../server/features/payouts/account.ts';
import { advancePayout } from '../../../../server/features/payouts/delivery.ts';
import { payoutDetail } from '../../../../server/features/payouts/detail.ts';
import { accountFix, bankFor, type BusinessType } from '../../../../server/features/payouts/rules.ts';
import { payOut, payoutOverview } from '../../../../server/features/payouts/service.ts';
import { insertPayout } from '../../../support/payouts.ts';
import { createOrg, prove } from '../../../support/people.ts';
import { services } from '../../../support/services.ts';
import { createMoneyWorld, deliver, milestone, openDeal, payAtProvider, type MoneyWorld } from '../escrow/deal-kit.ts';

const DAY = 24 * 3_600_000;

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('payout_account', { float: false });
});
afterAll(() => world?.close());

/** What a payee is paid to in a currency, as it is stored. */
const bankOf = (who: OrgActor, currency: Currency) =>
  world.owner
    .selectFrom('payout_banks as b')
    .innerJoin('payout_accounts as a', 'a.org_id', 'b.org_id')
    .select(['a.provider_account_id', 'b.last4', 'b.bank_id', 'b.changed_at'])
    .where('b.org_id', '=', who.orgId)
    .where('b.currency', '=', currency)
    .executeTakeFirstOrThrow();

/** Puts money into the books of a payee's account at the provider, or takes it out. */
const wallet = ({ orgId: org }: OrgActor, currency: Currency, amount: number) => {
  const [debit, credit] = [Math.max(amount, 0), Math.max(-amount, 0)];
  return withTx(world.system(), (tx) =>
    postAll(tx, [
      {
        kind: 'transfer_sent',
        opId: `test:${newId()}`,
        legs: [
          { code: 'M_CONNECTED', scope: org, org, currency, debit, credit },
          { code: 'M_EARNED', scope: org, org, currency, debit: credit, credit: debit },
        ],
      },
    ]),
  );
};

/** What the provider received. */
async function atProvider(who: OrgActor): Promise<{ business_type: string }> {
  const { provider_account_id } = await world.owner
    .selectFrom('payout_accounts')
    .select('provider_account_id')
    .where('org_id', '=', who.orgId)
    .executeTakeFirstOrThrow();
  const answer = await fetch(`${world.sandbox.url}/v1/accounts/${provider_account_id}`, {
    headers: { authorization: `Bearer ${services().secrets.STRIPE_SECRET_KEY}` },
  });
  return (await answer.json()) as { business_type: string };
}

test.each<[OrgKind, BusinessType | undefined, BusinessType]>([
  ['creator', undefined, 'individual'],
  ['creator', 'company', 'company'],
  ['agency', undefined, 'company'],
  ['agency', 'individual', 'individual'],
])(
  'a payee is registered at the provider by its kind and choice: %s, choosing %s, is a %s',
  async (kind, chosen, expected) => {
    const who = await createOrg(world, kind, 'Vidal');
    await prove(world, who);
    expect((await payoutOverview(world.as(who))).account).toMatchObject({
      state: 'none',
      businessType: kind === 'agency' ? 'company' : 'individual',
    });
    const { account } = await startOnboarding(world.as(who), {
      country: 'FR',
      ...(chosen ? { businessType: chosen } : {}),
    });
    expect(account.businessType).toBe(expected);
    expect(await atProvider(who)).toMatchObject({ business_type: expected });
  },
);

test('an account that was made although its answer was lost is shown as the provider has it, whatever was requested since', async () => {
  const who = await createOrg(world, 'creator', 'Atelier Nord');
  await prove(world, who);
  await world.command('faults', {
    match: { method: 'POST', path: '/v1/accounts' },
    kind: 'timeout_after',
    times: 1,
    delay_ms: 2_500,
  });
  await expect(startOnboarding(world.as(who), { country: 'FR', businessType: 'company' })).rejects.toMatchObject({
    code: 'payment.provider_unavailable',
  });
  await world.owner
    .updateTable('payout_accounts')
    .set({ schedule_minimum: 30_000 })
    .where('org_id', '=', who.orgId)
    .execute();
  await startOnboarding(world.as(who), { country: 'GB', businessType: 'individual' });
  expect((await payoutOverview(world.as(who))).schedule, '€300 are no £300').toMatchObject({ minimum: null });
  expect(await atProvider(who)).toMatchObject({ business_type: 'company' });
  expect(await refreshAccount(world.as(who))).toMatchObject({
    state: 'started',
    businessType: 'company',
    country: 'FR',
    currency: 'EUR',
  });
});

test('until the provider has made the account its type can be corrected, and a later visit without one keeps it', async () => {
  const who = await createOrg(world, 'creator', 'Studio Laurent');
  await prove(world, who);
  await world.command('faults', { match: { method: 'POST', path: '/v1/accounts' }, kind: '500_before', times: 10 });
  await expect(startOnboarding(world.as(who), { country: 'FR', businessType: 'individual' })).rejects.toMatchObject({
    code: 'payment.provider_unavailable',
  });
  await fetch(`${world.sandbox.url}/_sandbox/faults`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
  });
  expect((await startOnboarding(world.as(who), { country: 'FR', businessType: 'company' })).account.businessType).toBe(
    'company',
  );
  expect((await startOnboarding(world.as(who), { country: 'FR' })).account.businessType).toBe('company');
  expect(await atProvider(who)).toMatchObject({ business_type: 'company' });
});

test('a country the provider does not pay out to is refused by its name, and another one may be chosen', async () => {
  const who = await createOrg(world, 'creator', 'Lin Xiaoyu');
  await prove(world, who);
  await expect(startOnboarding(world.as(who), { country: 'CN', businessType: 'company' })).rejects.toMatchObject({
    code: 'input.invalid',
    data: { field: 'country', problem: 'country_unsupported' },
  });
  expect((await payoutOverview(world.as(who))).account).toMatchObject({
    state: 'none',
    country: 'CN',
    businessType: 'company',
  });
  expect((await startOnboarding(world.as(who), { country: 'FR', businessType: 'individual' })).account).toMatchObject({
    state: 'started',
    country: 'FR',
    businessType: 'individual',
  });
});

test('the country of a payout account is never guessed: the profile’s is proposed, and none where it has none', async () => {
  const [kim, noCountry] = [await createOrg(world, 'creator', 'Kim'), await createOrg(world, 'creator', 'No country')];
  await world.owner.updateTable('orgs').set({ country: 'IT' }).where('id', '=', kim.orgId).execute();
  await world.owner.updateTable('orgs').set({ country: null }).where('id', '=', noCountry.orgId).execute();
  expect((await payoutOverview(world.as(kim))).account).toMatchObject({ state: 'none', country: 'IT' });
  expect((await payoutOverview(world.as(noCountry))).account).toMatchObject({ state: 'none', country: null });
});

test('an account that the provider restricts pays nothing out, says what is missing, and pays again once it is there', async () => {
  const who = await createOrg(world, 'creator', 'Rue des Arts');
  await prove(world, who);
  await completeOnboarding((await startOnboarding(world.as(who), { country: 'FR' })).url);
  expect(await refreshAccount(world.as(who))).toMatchObject({ state: 'enabled', requirements: [] });
  const { provider_account_id } = await world.owner
    .selectFrom('payout_accounts')
    .select('provider_account_id')
    .where('org_id', '=', who.orgId)
    .executeTakeFirstOrThrow();
  const answer = (outcome: string) => world.command(`accounts/${provider_account_id}`, { outcome });
  await answer('incomplete');
  const restricted = await refreshAccount(world.as(who));
  expect(restricted.state).toBe('restricted');
  expect(restricted.requirements.length).toBeGreaterThan(0);
  expect(accountFix(restricted)).toBe('complete');
  await expect(payOut(world.as(who), { currency: 'EUR' })).rejects.toMatchObject({ code: 'payout.account_restricted' });
  expect((await payoutOverview(world.as(who))).perCurrency).toMatchObject([
    { can: { payOut: 'payout.account_restricted' } },
  ]);
  await answer('rejected');
  const rejected = await refreshAccount(world.as(who));
  expect([rejected.state, accountFix(rejected)]).toEqual(['disabled', 'contact_us']);
  await answer('complete');
  expect(await refreshAccount(world.as(who))).toMatchObject({ state: 'enabled', requirements: [] });
});

test('a payout that was requested before another bank account was entered does not go to it: it waits as any to a new one, −1 s it has not left, at 0 it has', async () => {
  const clock = steppedClock(new Date());
  const deal = await openDeal(world, { account: false, clock });
  const me = () => world.as(deal.creator, { clock });
  await prove(world, deal.creator);
  await completeOnboarding((await startOnboarding(me(), { country: 'FR' })).url);
  expect(await refreshAccount(me())).toMatchObject({ state: 'enabled' });
  await ensureFloat(world.system(), 'EUR', 1_000_000);
  await payAtProvider(world, deal, { clock });
  await confirmFunding(world.system(clock), deal);
  await deliver(world, deal, { clock });
  await approve(world.as(deal.brand, { clock }), {
    milestoneId: deal.milestoneId,
    version: (await milestone(world, deal.milestoneId)).version,
  });
  expect(await release(world.system(clock), deal)).toBe('released');
  await world.command('clock', { advance_seconds: 8 * 86_400 });
  const { settings } = world.integrations;
  const policy = settings.clockPolicy;
  settings.clockPolicy = 'standard';
  try {
    clock.advance(4 * DAY);
    const { id: payoutId } = await payOut(me(), { currency: 'EUR' });
    const account = () => bankOf(deal.creator, 'EUR');
    const before = await account();
    // No webhook has come, and the account has not been read since.
    await world.command(`accounts/${before.provider_account_id}`, {
      outcome: 'complete',
      number: 'FR7612345987654321007000',
    });
    clock.advance(1_000);
    const advance = () => advancePayout(world.system(clock), { payoutId });
    expect(await advance()).toMatchObject({
      state: 'claimed',
      coolingUntil: new Date(clock.now().getTime() + 3 * DAY),
    });
    const after = await account();
    expect(after.last4).not.toBe(before.last4);
    expect(after.changed_at).toEqual(clock.now());
    const { account: shown, payouts, earnings } = await payoutOverview(me());
    const coolingUntil = bankFor(shown, 'EUR')?.coolingUntil;
    expect(coolingUntil).toEqual(new Date(clock.now().getTime() + 3 * DAY));
    expect(payouts, 'its owner reads that it waits, and until when').toMatchObject([{ waitsUntil: coolingUntil }]);
    expect(await payoutDetail(me(), { payoutId })).toMatchObject({ waitsUntil: coolingUntil });
    expect(earnings).toMatchObject([{ reason: 'bank_new', at: coolingUntil }]);
    const mails = await world.owner
      .selectFrom('mails')
      .select('template')
      .where('user_id', '=', deal.creator.userId)
      .where('template', '=', 'payout_bank_changed')
      .execute();
    expect(mails).toHaveLength(1);

    clock.set(new Date(coolingUntil!.getTime() - 1_000));
    for (const _ of [1, 2]) expect((await advance()).state).toBe('claimed');
    clock.set(coolingUntil!);
    expect((await advance()).state).toBe('in_transit');
    expect(await payoutDetail(me(), { payoutId })).toMatchObject({ waitsUntil: null });
    const sent = await world.owner
      .selectFrom('payouts')
      .select(['state', 'bank_last4', 'amount'])
      .where('id', '=', payoutId)
      .executeTakeFirstOrThrow();
    expect(sent).toEqual({ state: 'in_transit', bank_last4: after.last4, amount: 40_000 });
  } finally {
    settings.clockPolicy = policy;
  }
});

test('who exchanges the bank account of one currency has that currency wait, and no other', async () => {
  const clock = steppedClock(new Date());
  const who = await createOrg(world, 'creator', 'Two Banks');
  const me = () => world.as(who, { clock });
  await prove(world, who);
  await completeOnboarding((await startOnboarding(me(), { country: 'FR' })).url);
  expect(await refreshAccount(me())).toMatchObject({ state: 'enabled' });
  const { settings } = world.integrations;
  const policy = settings.clockPolicy;
  settings.clockPolicy = 'standard';
  try {
    clock.advance(4 * DAY);
    for (const currency of ['EUR', 'USD'] as const) await wallet(who, currency, 20_000);
    const [euros, dollars] = [await payOut(me(), { currency: 'EUR' }), await payOut(me(), { currency: 'USD' })];
    const { provider_account_id, last4, bank_id } = await bankOf(who, 'USD');
    const banks = async (path: string, method: string, body?: Record<string, string>) =>
      (await (
        await fetch(`${world.sandbox.url}/v1/accounts/${provider_account_id}/external_accounts${path}`, {
          method,
          headers: { authorization: `Bearer ${services().secrets.STRIPE_SECRET_KEY}` },
          ...(body ? { body: new URLSearchParams(body) } : {}),
        })
      ).json()) as { data: { id: string; currency: string }[] };
    const { data } = await banks('?limit=100', 'GET');
    await banks(`/${data.find(({ currency }) => currency === 'usd')!.id}`, 'DELETE');
    await banks('', 'POST', {
      'external_account[object]': 'bank_account',
      'external_account[country]': 'US',
      'external_account[currency]': 'usd',
      'external_account[routing_number]': '110000000',
      // Ends in the digits of the account that euros are paid to.
      'external_account[account_number]': `00012345${last4}`,
    });
    clock.advance(1_000);
    const until = new Date(clock.now().getTime() + 3 * DAY);
    const advance = ({ id: payoutId }: { id: string }) => advancePayout(world.system(clock), { payoutId });
    expect(await advance(dollars)).toMatchObject({ state: 'claimed', coolingUntil: until });
    // It was called: there is no money at the provider, whose balance these books do not follow here.
    expect(await advance(euros)).toMatchObject({ settling: true, coolingUntil: null });
    expect(await bankOf(who, 'USD')).toMatchObject({ last4, bank_id: expect.not.stringContaining(bank_id!) });
    expect(await bankOf(who, 'EUR')).toMatchObject({ last4, bank_id });
    for (const currency of ['EUR', 'USD'] as const) await wallet(who, currency, 20_000);
    const { perCurrency, payouts, account } = await payoutOverview(me());
    expect(account.banks.find(({ currency }) => currency === 'USD')?.account, 'two accounts').not.toBe(
      account.banks.find(({ currency }) => currency === 'EUR')?.account,
    );
    expect(perCurrency).toMatchObject([
      { currency: 'EUR', can: { payOut: true } },
      { currency: 'USD', can: { payOut: 'payout.bank_cooling' } },
    ]);
    expect(Object.fromEntries(payouts.map(({ currency, waitsUntil }) => [currency, waitsUntil]))).toEqual({
      EUR: null,
      USD: until,
    });
    await expect(payOut(me(), { currency: 'USD' })).rejects.toMatchObject({
      code: 'payout.bank_cooling',
      data: { until: until.toISOString() },
    });
    const mails = await world.owner
      .selectFrom('mails')
      .select('data')
      .where('user_id', '=', who.userId)
      .where('template', '=', 'payout_bank_changed')
      .execute();
    expect(mails).toMatchObject([{ data: { bank: last4, startsAt: until.toISOString() } }]);
    clock.set(new Date(until.getTime() - 1_000));
    // The key of the call has expired by now: the first look takes a new one.
    await advance(dollars);
    expect(await advance(dollars)).toMatchObject({ settling: false, coolingUntil: until });
    clock.set(until);
    expect(await advance(dollars)).toMatchObject({ settling: true, coolingUntil: null });
  } finally {
    settings.clockPolicy = policy;
  }
});

test('an account that was deleted at the provider says so, and another one takes its place once nothing is left in it', async () => {
  const who = await createOrg(world, 'creator', 'Studio Rue');
  await prove(world, who);
  await completeOnboarding((await startOnboarding(world.as(who), { country: 'FR' })).url);
  expect(await refreshAccount(world.as(who))).toMatchObject({ state: 'enabled' });
  const account = () =>
    world.owner
      .selectFrom('payout_accounts')
      .select(['provider_account_id', 'generation'])
      .where('org_id', '=', who.orgId)
      .executeTakeFirstOrThrow();
  const first = await account();
  await fetch(`${world.sandbox.url}/v1/accounts/${first.provider_account_id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${services().secrets.STRIPE_SECRET_KEY}` },
  });
  const stopped = async () =>
    world.owner
      .selectFrom('notices')
      .select('roles')
      .where('org_id', '=', who.orgId)
      .where('kind', '=', 'payout_account_stopped')
      .execute();
  expect(await stopped()).toEqual([]);
  expect(await refreshAccount(world.as(who))).toMatchObject({ state: 'disabled', disabledReason: 'gone' });
  expect(await refreshAccount(world.as(who))).toMatchObject({ state: 'disabled' });
  expect(await stopped(), 'its owner is notified, once').toHaveLength(1);
  await wallet(who, 'EUR', 5_000);
  await expect(startOnboarding(world.as(who), { country: 'FR' })).rejects.toMatchObject({
    code: 'payout.account_holds_money',
  });
  await expect(payOut(world.as(who), { currency: 'EUR' })).rejects.toMatchObject({ code: 'payout.account_restricted' });
  await wallet(who, 'EUR', -5_000);
  await startOnboarding(world.as(who), { country: 'FR' });
  const second = await account();
  expect(second.generation).toBe(2);
  expect(second.provider_account_id).not.toBe(first.provider_account_id);
  expect(await refreshAccount(world.as(who))).toMatchObject({ state: 'started' });
  // A payout that the first one had made is watched for some days more; the second one does not know it.
  const before = { org_id: who.orgId, amount: 5_000, provider_id: 'po_of_the_first', paid_at: new Date() };
  const payoutId = await insertPayout(world, { ...before, state: 'paid' });
  expect(await advancePayout(world.system(), { payoutId })).toMatchObject({ state: 'paid' });
});
