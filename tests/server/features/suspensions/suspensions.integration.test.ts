import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { withTx, type OrgActor, type StaffContext, type StaffRole } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { currentSession, resolveActor } from '../../../../server/features/accounts/service.ts';
import { browseCampaigns, openCampaign } from '../../../../server/features/campaigns/market.ts';
import { account, search } from '../../../../server/features/operators/service.ts';
import { reinstateOrg, suspendOrg } from '../../../../server/features/suspensions/service.ts';
import { getContract } from '../../../../server/features/contracts/service.ts';
import { signContract } from '../../../../server/features/contracts/sign.ts';
import { acceptOffer, counterOffer } from '../../../../server/features/offers/answer.ts';
import { declineOffer } from '../../../../server/features/offers/close.ts';
import { getOffer } from '../../../../server/features/offers/service.ts';
import { sendOffer } from '../../../../server/features/offers/send.ts';
import { startOffer } from '../../../../server/features/offers/start.ts';
import { saveIdentity } from '../../../../server/features/privacy/profile.ts';
import { accept, agreed, apply, DEVICE, liveCampaign, offerTo, sign } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';
import { aTransactionWaits, uncommitted } from '../../../support/meeting-acts.ts';
import { codeOf } from '../../../support/refused.ts';

let world: TestWorld;
let brand: OrgActor;
beforeAll(async () => {
  world = await createTestWorld('suspension');
  brand = await createOrg(world, 'brand', 'Café Lumen');
});
afterAll(() => world?.close());

const staff = (role: StaffRole): StaffContext => ({
  ...world.system(),
  db: world.app,
  actor: { kind: 'staff', userId: newId(), name: 'Staff', role },
});
const contractsOf = async (offerId: string) =>
  (await world.owner.selectFrom('contracts').select('id').where('offer_id', '=', offerId).execute()).length;
const actor = () => resolveActor(world.as({ kind: 'anonymous' }), { id: brand.userId, email: brand.email }, null);

test('staff put an account on hold and lift it: its members are notified, and their session shows it', async () => {
  expect(await actor()).not.toHaveProperty('suspended');
  expect((await search(staff('support'), { q: 'lumen' })).found).toMatchObject([
    { kind: 'account', orgId: brand.orgId, title: 'Café Lumen' },
  ]);
  const mayHold = async (role: StaffRole) => (await account(staff(role), brand)).mayHold;
  expect(await Promise.all([mayHold('support'), mayHold('finance'), mayHold('trust'), mayHold('super')])).toEqual([
    false,
    false,
    true,
    true,
  ]);
  await expect(suspendOrg(staff('finance'), { orgId: brand.orgId, reason: 'Unpaid chargebacks.' })).rejects.toThrow(
    'auth.not_allowed',
  );
  await suspendOrg(staff('trust'), { orgId: brand.orgId, reason: 'Unpaid chargebacks.' });
  await expect(suspendOrg(staff('trust'), { orgId: brand.orgId, reason: 'Once more.' })).rejects.toThrow(
    'state.already_decided',
  );
  expect(await actor()).toMatchObject({ kind: 'org', suspended: true });
  expect((await currentSession(world.as(brand)))?.org).toMatchObject({ suspended: true });
  await reinstateOrg(staff('super'), { orgId: brand.orgId });
  await expect(reinstateOrg(staff('super'), { orgId: newId() })).rejects.toThrow('not_found');
  expect(await actor()).not.toHaveProperty('suspended');
  const notices = await world.owner
    .selectFrom('notices')
    .select(['kind', 'data'])
    .where('org_id', '=', brand.orgId)
    .orderBy('id')
    .execute();
  expect(notices.map((n) => n.kind)).toEqual(['org_suspended', 'org_reinstated']);
  expect(notices[0]!.data).toMatchObject({ reason: 'Unpaid chargebacks.' });
});

test('the campaigns of a brand on hold are off the market and take no applications until the hold is lifted', async () => {
  const creator = await createOrg(world, 'creator', 'Maya Laurent');
  const campaignId = await liveCampaign(world, brand);
  const listed = async () =>
    (await browseCampaigns(world.as(creator), { limit: 25, sort: 'newest' })).items.map((c) => c.id);
  const canApply = async () => (await openCampaign(world.as(creator), { campaignId })).can.apply;
  expect([await listed(), await canApply()]).toEqual([[campaignId], true]);
  await suspendOrg(staff('trust'), { orgId: brand.orgId, reason: 'Unpaid chargebacks.' });
  expect([await listed(), await canApply()]).toEqual([[], 'campaign.on_hold']);
  await expect(apply(world, creator, campaignId)).rejects.toThrow('campaign.on_hold');
  await reinstateOrg(staff('trust'), { orgId: brand.orgId });
  expect([await listed(), await canApply()]).toEqual([[campaignId], true]);
  await apply(world, creator, campaignId);
});

test.each(['brand', 'creator'] as const)(
  'nothing new is agreed while the %s is on hold: not accepted, countered, offered or signed; the offer can be left, and goes on when the hold is lifted',
  async (held) => {
    const lumen = await createOrg(world, 'brand', 'Café Aurore');
    const maya = await createOrg(world, 'creator', 'Nina Petit');
    const parties = { brand: lumen, creator: maya };
    const [heldOrg, other] = [parties[held], parties[held === 'brand' ? 'creator' : 'brand']];
    const code = held === 'brand' ? 'org.other_on_hold' : 'org.suspended';
    const signed = await agreed(world, lumen, maya);
    const offer = await offerTo(world, lumen, await apply(world, maya, await liveCampaign(world, lumen)));
    const applied = await apply(world, maya, await liveCampaign(world, lumen));
    const start = await startOffer(world.as(lumen), { applicationId: applied });
    await suspendOrg(staff('trust'), { orgId: heldOrg.orgId, reason: 'Unpaid chargebacks.' });

    // The persona builders refuse an org on hold before a service is called; here its own service refuses as well.
    await expect(accept(world, maya, offer)).rejects.toMatchObject({ code });
    expect((await getOffer(world.as(maya), { offerId: offer.id })).can).toMatchObject({
      accept: code,
      counter: code,
      decline: true,
    });
    const cheaper = { ...offer.versions[0]!.terms, revisions: 1 };
    await expect(
      counterOffer(world.as(maya), { offerId: offer.id, n: 1, terms: cheaper, note: '' }),
    ).rejects.toMatchObject({ code });
    await expect(
      sendOffer(world.as(lumen), { applicationId: applied, title: start.title, terms: start.terms, note: '' }),
    ).rejects.toMatchObject({ code: held === 'brand' ? 'org.suspended' : 'org.other_on_hold' });
    if (held === 'creator')
      await expect(
        startOffer(world.as(lumen), { applicationId: applied }),
        'refused before the terms are written',
      ).rejects.toMatchObject({ code: 'org.other_on_hold' });
    await expect(
      sendOffer(world.as(lumen), { creatorOrg: maya.orgId, title: start.title, terms: start.terms, note: '' }),
    ).rejects.toMatchObject({ code: held === 'brand' ? 'org.suspended' : 'org.other_on_hold' });
    const contract = await getContract(world.as(other), { contractId: signed.contractId });
    expect(contract.can.sign).toBe('org.other_on_hold');
    await expect(
      signContract(
        world.as(other),
        { contractId: contract.id, documentHash: contract.documentHash, typedName: other.name },
        DEVICE,
      ),
    ).rejects.toMatchObject({ code: 'org.other_on_hold' });

    await reinstateOrg(staff('trust'), { orgId: heldOrg.orgId });
    await sign(world, other, signed.contractId);
    await accept(world, maya, offer);
    await suspendOrg(staff('trust'), { orgId: heldOrg.orgId, reason: 'Unpaid chargebacks.' });
    const late = await createOrg(world, 'creator', 'Late Leaver');
    await expect(accept(world, maya, offer), 'what was agreed before is answered as before').resolves.toBeTruthy();
    await reinstateOrg(staff('trust'), { orgId: heldOrg.orgId });
    const left = await offerTo(world, lumen, await apply(world, late, await liveCampaign(world, lumen)));
    await suspendOrg(staff('trust'), { orgId: lumen.orgId, reason: 'Unpaid chargebacks.' });
    await expect(declineOffer(world.as(late), { offerId: left.id, reason: '' })).resolves.toMatchObject({
      state: 'declined',
    });
    await reinstateOrg(staff('trust'), { orgId: lumen.orgId });
  },
);

test('a hold and an acceptance in the same instant end alike in either order: agreed before the hold, or refused by it', async () => {
  const lumen = await createOrg(world, 'brand', 'Café Midi');
  const maya = await createOrg(world, 'creator', 'Iris Roy');
  const offer = await offerTo(world, lumen, await apply(world, maya, await liveCampaign(world, lumen)));
  const holding = await uncommitted(staff('trust'), (tx) =>
    suspendOrg(tx, { orgId: lumen.orgId, reason: 'Unpaid chargebacks.' }),
  );
  const accepting = codeOf(accept(world, maya, offer));
  await aTransactionWaits(world);
  await holding.commit();
  expect(await accepting).toBe('org.other_on_hold');
  expect(await contractsOf(offer.id)).toBe(0);

  await reinstateOrg(staff('trust'), { orgId: lumen.orgId });
  const agreeing = await uncommitted(world.as(maya), (tx) =>
    acceptOffer(tx, { offerId: offer.id, n: 1, termsHash: offer.versions[0]!.termsHash }),
  );
  const suspending = suspendOrg(staff('trust'), { orgId: lumen.orgId, reason: 'Unpaid chargebacks.' });
  await aTransactionWaits(world);
  await Promise.all([agreeing.commit(), suspending]);
  expect(await contractsOf(offer.id)).toBe(1);
  await reinstateOrg(staff('trust'), { orgId: lumen.orgId });
});

test('on hold, a person keeps the name that is known and may change language and time zone', async () => {
  const maya = await createOrg(world, 'creator', 'Lou Martin');
  const held: OrgActor = { ...maya, suspended: true };
  const identity = { displayName: 'Somebody Else', locale: 'fr', timeZone: 'Europe/Paris' } as const;
  await expect(saveIdentity(world.as(held), identity)).rejects.toMatchObject({
    code: 'org.suspended',
    data: { field: 'displayName' },
  });
  await expect(saveIdentity(world.as(held), { ...identity, displayName: 'Lou Martin' })).resolves.toMatchObject({
    displayName: 'Lou Martin',
    locale: 'fr',
  });
  await expect(saveIdentity(world.as(maya), identity)).resolves.toMatchObject({ displayName: 'Somebody Else' });
});

test('the database itself keeps an org from lifting its own hold', async () => {
  await suspendOrg(staff('trust'), { orgId: brand.orgId, reason: 'Unpaid chargebacks.' });
  await expect(
    withTx(world.as(brand), (tx) =>
      tx.db.updateTable('orgs').set({ suspended_at: null }).where('id', '=', brand.orgId).execute(),
    ),
  ).rejects.toThrow('only staff');
  await withTx(world.as(brand), (tx) =>
    tx.db.updateTable('orgs').set({ city: 'Lyon' }).where('id', '=', brand.orgId).execute(),
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from orgs where suspended_at is not null`.execute(
    world.owner,
  );
  expect(rows[0]!.n).toBe(1);
});
