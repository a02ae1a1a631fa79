import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { startOnboarding } from '../../../../server/features/payouts/account.ts';
import { myDeletion, requestDeletion } from '../../../../server/features/privacy/deletion.ts';
import {
  collectExport,
  downloadExport,
  newestExport,
  openExport,
  requestExport,
} from '../../../../server/features/privacy/export.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { PROOF_LIFE_MS, RELEASE_STEP_UP_ABOVE } from '../../../../server/features/security/rules.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';
import { createOrg, prove } from '../../../support/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('step_up');
}, 120_000);
afterAll(() => world?.close());

const refused = (reason: string) => expect.objectContaining({ code: 'auth.step_up_required', data: { reason } });

async function delivered(amount: number): Promise<TestDeal> {
  const deal = await openDeal(world, { amounts: [amount] });
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  await deliver(world, deal);
  return deal;
}
const approval = async (deal: TestDeal) => ({
  milestoneId: deal.milestoneId,
  version: (await milestone(world, deal.milestoneId)).version,
});

test('a release above the set sum requires a fresh proof and moves nothing without it; up to the sum it does not', async () => {
  const small = await delivered(RELEASE_STEP_UP_ABOVE.EUR);
  await approve(world.as(small.brand), await approval(small));

  const large = await delivered(RELEASE_STEP_UP_ABOVE.EUR + 1);
  const seen = await approval(large);
  await expect(approve(world.as(large.brand), seen)).rejects.toEqual(refused('release'));
  expect(await milestone(world, large.milestoneId)).toMatchObject({ state: 'delivered', version: seen.version });
  await prove(world, large.brand);
  await approve(world.as(large.brand), seen);
  expect((await milestone(world, large.milestoneId)).state).toBe('approved');
});

test('the set sum is the instance’s own setting', async () => {
  const { settings } = world.integrations;
  const shipped = settings.releaseStepUpAbove;
  settings.releaseStepUpAbove = { ...shipped, EUR: 20_000 };
  try {
    const deal = await delivered(20_001);
    await expect(approve(world.as(deal.brand), await approval(deal))).rejects.toEqual(refused('release'));
  } finally {
    settings.releaseStepUpAbove = shipped;
  }
});

test('the deletion of an account requires a proof, and opens nothing without it', async () => {
  const brand = await createOrg(world, 'brand', 'Leaving');
  await expect(requestDeletion(world.as(brand))).rejects.toEqual(refused('account_deletion'));
  expect(await myDeletion(world.as(brand))).toBeNull();
  await prove(world, brand);
  expect((await requestDeletion(world.as(brand))).state).toBe('checking');
});

test('a copy of the user’s data requires a proof for the request and for each download; nothing is made without it', async () => {
  const creator = await createOrg(world, 'creator', 'Copied');
  await expect(requestExport(world.as(creator))).rejects.toEqual(refused('data_export'));
  expect(await newestExport(world.as(creator))).toBeNull();
  await prove(world, creator);
  const copy = await requestExport(world.as(creator));
  await collectExport(world.system(), copy);
  expect(await downloadExport(world.as(creator), copy)).toEqual({ url: `/files/exports/${copy.id}` });
  (await openExport(world.as(creator), copy)).stream.destroy();

  // A caller with another session of the same user, or later with an open one.
  const later = { ...systemClock, now: () => new Date(Date.now() + PROOF_LIFE_MS + 1_000) };
  for (const stranger of [world.as({ ...creator, sessionId: newId() }), world.as(creator, { clock: later })]) {
    await expect(openExport(stranger, copy)).rejects.toEqual(refused('data_export'));
    await expect(downloadExport(stranger, copy)).rejects.toEqual(refused('data_export'));
  }
});

test('a bank account requires a proof of the last ten minutes, of this session and of this user', async () => {
  const creator = await createOrg(world, 'creator', 'Maya');
  const other = await createOrg(world, 'creator', 'Ola');
  const connect = (who = creator, clock = systemClock) => startOnboarding(world.as(who, { clock }), { country: 'FR' });
  await expect(connect()).rejects.toEqual(refused('payout_account'));
  await prove(world, creator);
  await expect(connect(other)).rejects.toEqual(refused('payout_account'));
  // A proof in another user's session is no proof in this one.
  await expect(connect({ ...other, sessionId: creator.sessionId! })).rejects.toEqual(refused('payout_account'));
  const later = { ...systemClock, now: () => new Date(Date.now() + PROOF_LIFE_MS + 1_000) };
  await expect(connect(creator, later)).rejects.toEqual(refused('payout_account'));
  expect((await connect()).account.state).toBe('started');
});
