import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { withTx, type OrgActor, type StaffContext, type StaffRole } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { currentSession, resolveActor } from '../../../../server/features/accounts/service.ts';
import { browseCampaigns, openCampaign } from '../../../../server/features/campaigns/market.ts';
import { findOrgs, reinstateOrg, suspendOrg } from '../../../../server/features/platform/suspension.ts';
import { apply, liveCampaign } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
beforeAll(async () => {
  world = await createTestWorld('suspension');
  brand = await createOrg(world, 'brand', 'Café Lumen');
});
afterAll(() => world?.close());

const staff = (role: StaffRole): StaffContext => ({ ...world.system(), db: world.app, actor: { kind: 'staff', userId: newId(), name: 'Staff', role } });
const actor = () => resolveActor(world.as({ kind: 'anonymous' }), { id: brand.userId, email: brand.email }, null);

test('staff put an account on hold and lift it: its people are told, and who they are says so', async () => {
  expect(await actor()).not.toHaveProperty('suspended');
  const [found] = await findOrgs(staff('support'), { q: 'lumen' });
  expect(found).toMatchObject({ orgId: brand.orgId, kind: 'brand', suspendedAt: null });
  await expect(suspendOrg(staff('finance'), { orgId: brand.orgId, reason: 'Unpaid chargebacks.' })).rejects.toThrow('auth.not_allowed');
  await suspendOrg(staff('trust'), { orgId: brand.orgId, reason: 'Unpaid chargebacks.' });
  await expect(suspendOrg(staff('trust'), { orgId: brand.orgId, reason: 'Once more.' })).rejects.toThrow('state.already_decided');
  expect(await actor()).toMatchObject({ kind: 'org', suspended: true });
  expect((await currentSession(world.as(brand)))?.org).toMatchObject({ suspended: true });
  await reinstateOrg(staff('super'), { orgId: brand.orgId });
  await expect(reinstateOrg(staff('super'), { orgId: newId() })).rejects.toThrow('not_found');
  expect(await actor()).not.toHaveProperty('suspended');
  const notices = await world.owner.selectFrom('notices').select(['kind', 'data']).where('org_id', '=', brand.orgId).orderBy('id').execute();
  expect(notices.map((n) => n.kind)).toEqual(['org_suspended', 'org_reinstated']);
  expect(notices[0]!.data).toMatchObject({ reason: 'Unpaid chargebacks.' });
});

test('the campaigns of a brand on hold are off the market and take no applications until the hold is lifted', async () => {
  const creator = await createOrg(world, 'creator', 'Maya Laurent');
  const campaignId = await liveCampaign(world, brand);
  const listed = async () => (await browseCampaigns(world.as(creator), { limit: 25, sort: 'newest' })).items.map((c) => c.id);
  const canApply = async () => (await openCampaign(world.as(creator), { campaignId })).can.apply;
  expect([await listed(), await canApply()]).toEqual([[campaignId], true]);
  await suspendOrg(staff('trust'), { orgId: brand.orgId, reason: 'Unpaid chargebacks.' });
  expect([await listed(), await canApply()]).toEqual([[], 'campaign.on_hold']);
  await expect(apply(world, creator, campaignId)).rejects.toThrow('campaign.on_hold');
  await reinstateOrg(staff('trust'), { orgId: brand.orgId });
  expect([await listed(), await canApply()]).toEqual([[campaignId], true]);
  await apply(world, creator, campaignId);
});

test('the database itself keeps an org from lifting its own hold', async () => {
  await suspendOrg(staff('trust'), { orgId: brand.orgId, reason: 'Unpaid chargebacks.' });
  await expect(withTx(world.as(brand), (tx) => tx.db.updateTable('orgs').set({ suspended_at: null }).where('id', '=', brand.orgId).execute())).rejects.toThrow('only staff');
  await withTx(world.as(brand), (tx) => tx.db.updateTable('orgs').set({ city: 'Lyon' }).where('id', '=', brand.orgId).execute());
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from orgs where suspended_at is not null`.execute(world.owner);
  expect(rows[0]!.n).toBe(1);
});
