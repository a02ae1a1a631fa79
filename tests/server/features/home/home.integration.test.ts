import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDraft, saveDraft } from '../../../../server/features/campaigns/drafts.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { brandHome, creatorHome } from '../../../../server/features/home/service.ts';
import { createOrg, createTestWorld, member, type TestWorld } from '../../../support/people.ts';
import { accept, apply, liveCampaign, offerTo, sign } from '../../../support/negotiation.ts';
import { activateContract } from '../../../../server/features/contracts/deadline.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld('home', { clockPolicy: 'standard' });
});
afterAll(() => world.close());

it('begins with what a new account does first', async () => {
  const brand = await createOrg(world, 'brand', 'New Brand');
  await world.owner.deleteFrom('billing_profiles').where('org_id', '=', brand.orgId).execute();
  await expect(brandHome(world.as(brand))).resolves.toMatchObject({
    tasks: [],
    money: [],
    campaigns: [],
    checklist: { billing: false, campaign: false, offer: false, funded: false },
  });
  const creator = await createOrg(world, 'creator', 'New Creator');
  await world.owner
    .updateTable('creator_profiles')
    .set({ published_at: null })
    .where('org_id', '=', creator.orgId)
    .execute();
  const home = await creatorHome(world.as(creator));
  expect(home.tasks.map((t) => t.kind)).toEqual(['complete_profile', 'apply']);
  expect(home).toMatchObject({
    pipeline: { applied: 0, offers: 0, active: 0, paid: 0 },
    checklist: { profile: false, applied: false, bank: false },
  });
});

it('follows a deal from the draft to the funding, each side with its own next step', async () => {
  const brand = await createOrg(world, 'brand', 'Café Lumen');
  const creator = await createOrg(world, 'creator', 'Maya Laurent');
  const kinds = async () => ({
    brand: (await brandHome(world.as(brand))).tasks.map((t) => [t.kind, t.who, t.count]),
    creator: (await creatorHome(world.as(creator))).tasks.map((t) => [t.kind, t.who]),
  });
  const draft = await createDraft(world.as(brand));
  await saveDraft(world.as(brand), {
    campaignId: draft.id,
    step: 1,
    version: draft.version,
    patch: { title: 'Half a thought' },
  });
  const campaignId = await liveCampaign(world, brand);
  expect((await creatorHome(world.as(creator))).campaigns.map((c) => c.id)).toEqual([campaignId]);
  const applicationId = await apply(world, creator, campaignId);
  await expect(kinds()).resolves.toEqual({
    brand: [
      ['read_applications', null, 1],
      ['finish_draft', null, null],
    ],
    creator: [],
  });
  const offer = await offerTo(world, brand, applicationId);
  await expect(kinds()).resolves.toEqual({
    brand: [['finish_draft', null, null]],
    creator: [['answer_offer', 'Café Lumen']],
  });
  await expect(
    creatorHome(world.as(creator)),
    'an application stays on its tab while its offer is open',
  ).resolves.toMatchObject({ pipeline: { applied: 1, offers: 1, active: 0, paid: 0 } });
  const contractId = await accept(world, creator, offer);
  await expect(kinds()).resolves.toEqual({
    brand: [
      ['sign', 'Maya Laurent', null],
      ['finish_draft', null, null],
    ],
    creator: [['sign', 'Café Lumen']],
  });
  await expect(
    creatorHome(world.as(creator)),
    'a contract to sign stands on the tab of running deals',
  ).resolves.toMatchObject({ pipeline: { applied: 0, offers: 0, active: 1, paid: 0 } });
  await sign(world, creator, contractId);
  await sign(world, brand, contractId);
  await activateContract(world.system(), { contractId });
  const after = await kinds();
  expect(after.brand).toEqual([
    ['fund', 'Maya Laurent', null],
    ['fund', 'Maya Laurent', null],
    ['finish_draft', null, null],
  ]);
  expect(after.creator).toEqual([['connect_bank', null]]);
  const { milestones } = await dealFor(world.as(brand), { contractId });
  expect(
    (await brandHome(world.as(brand))).tasks.filter((t) => t.kind === 'fund').map((t) => t.amount),
    'what will be charged, fee and tax included',
  ).toEqual(milestones.map((m) => m.charge.total));
  await expect(creatorHome(world.as(creator))).resolves.toMatchObject({
    pipeline: { applied: 0, offers: 0, active: 1, paid: 0 },
    campaigns: [],
  });
  await expect(brandHome(world.as(brand))).resolves.toMatchObject({
    checklist: { billing: true, campaign: true, offer: true, funded: false },
    campaigns: [{ id: campaignId, slotsTaken: 1 }],
  });
  const reviewer = await member(world, brand, 'reviewer', 'Inès');
  await expect(brandHome(world.as(reviewer))).resolves.toMatchObject({ tasks: [], money: [] });
});
