import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePlaceIds } from '../../../../db/seed/places.ts';
import type { OrgActor } from '../../../../server/context.ts';
import { currentSession } from '../../../../server/features/accounts/service.ts';
import { creatorHistory, creatorPage } from '../../../../server/features/creators/page.ts';
import {
  myCreatorProfile,
  publishCreatorProfile,
  saveCreatorProfile,
} from '../../../../server/features/creators/service.ts';
import type { CreatorInput } from '../../../../server/features/creators/schema.ts';
import { requestBilling } from '../../../../server/features/orgs/request-billing.ts';
import { currentOrg, getBilling, listMembers, saveBilling } from '../../../../server/features/orgs/service.ts';
import { taxProfile } from '../../../../server/features/tax-profiles/service.ts';
import { createOrg, createTestWorld, member, type TestWorld, prove } from '../../../support/people.ts';

const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 3_600_000);
const dayText = (days: number): string => daysAgo(days).toISOString().slice(0, 10);

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('orgs');
  brand = await createOrg(world, 'brand', 'Café Lumen');
  creator = await createOrg(world, 'creator', 'Maya Laurent');
});
afterAll(() => world.close());

const refused = (code: string, data: Record<string, unknown> = {}) =>
  expect.objectContaining({ code, data: expect.objectContaining(data) });
const billing = {
  legalName: 'Lumen SARL',
  country: 'fr',
  taxId: 'FR40303265045',
  address: '1 rue A, Lyon',
  invoiceEmail: 'compta@lumen.example',
  poNumber: null,
};

it('birth date and register number of a payee are for those who manage its payouts', async () => {
  const payee = await createOrg(world, 'creator', 'Nour Haddad');
  const manager = await member(world, payee, 'manager', 'Ida');
  const assistant = await member(world, payee, 'assistant', 'Ben');
  await world.owner
    .insertInto('tax_profiles')
    .values({ org_id: payee.orgId, born_on: '1990-04-05', register_number: 'HRB 7', updated_at: new Date() })
    .onConflict((c) => c.column('org_id').doUpdateSet({ born_on: '1990-04-05', register_number: 'HRB 7' }))
    .execute();
  await expect(taxProfile(world.as(payee))).resolves.toMatchObject({ bornOn: '1990-04-05', registerNumber: 'HRB 7' });
  await expect(taxProfile(world.as(manager))).resolves.toMatchObject({ bornOn: null, registerNumber: null });
  await expect(taxProfile(world.as(assistant)), 'who may not read money').rejects.toEqual(refused('auth.not_allowed'));
});

describe('billing', () => {
  it('is requested by a manager from the members who may edit it, once a day', async () => {
    const org = await createOrg(world, 'brand', 'Harbour');
    const manager = await member(world, org, 'manager', 'Ida');
    const viewer = await member(world, org, 'viewer', 'Ben');
    await requestBilling(world.as(manager));
    await requestBilling(world.as(manager));
    await expect(requestBilling(world.as(viewer))).rejects.toEqual(refused('auth.not_allowed'));
    const notices = await world.owner
      .selectFrom('notices')
      .select(['kind', 'roles', 'data'])
      .where('org_id', '=', org.orgId)
      .where('kind', '=', 'billing_requested')
      .execute();
    expect(notices).toMatchObject([{ roles: ['owner', 'finance'], data: { name: 'Ida' } }]);
  });

  it('is empty until saved, by owner or finance, for a country whose tax is known', async () => {
    const fresh = await createOrg(world, 'brand', 'Fresh');
    await world.owner.deleteFrom('billing_profiles').where('org_id', '=', fresh.orgId).execute();
    await expect(getBilling(world.as(fresh))).resolves.toMatchObject({ complete: false, country: '' });
    await expect(saveBilling(world.as(fresh), billing)).rejects.toEqual(
      refused('auth.step_up_required', { reason: 'payment_settings' }),
    );
    const finance = await member(world, fresh, 'finance', 'Théo');
    await prove(world, fresh);
    await prove(world, finance);
    await expect(saveBilling(world.as(fresh), { ...billing, country: 'ZZ' })).rejects.toEqual(
      refused('input.invalid', { field: 'country' }),
    );
    for (const taxId of ['FR123', 'IT00743110157'])
      await expect(saveBilling(world.as(fresh), { ...billing, taxId })).rejects.toEqual(
        refused('billing.tax_number', { field: 'taxId' }),
      );
    await expect(saveBilling(world.as(fresh), billing)).resolves.toEqual({ ...billing, country: 'FR', complete: true });
    await expect(saveBilling(world.as(finance), { ...billing, poNumber: 'PO-7' })).resolves.toMatchObject({
      poNumber: 'PO-7',
    });
    await expect(saveBilling(world.as(await member(world, fresh, 'manager', 'Karim')), billing)).rejects.toEqual(
      refused('auth.not_allowed', { action: 'billing.edit' }),
    );
    await expect(getBilling(world.as(brand))).resolves.toMatchObject({ legalName: 'Café Lumen SARL' });
  });
});

describe('members', () => {
  it("see each other, and no other org's", async () => {
    const ines = await member(world, brand, 'reviewer', 'Inès');
    const members = await listMembers(world.as(ines));
    expect(members.map((m) => [m.name, m.role])).toEqual([
      ['Café Lumen', 'owner'],
      ['Inès', 'reviewer'],
    ]);
    expect((await listMembers(world.as(creator))).map((m) => m.name)).toEqual(['Maya Laurent']);
    await expect(currentOrg(world.as(ines))).resolves.toMatchObject({
      name: 'Café Lumen',
      kind: 'brand',
      country: 'FR',
    });
  });
});

describe('creators', () => {
  const profile = (change: Partial<CreatorInput> = {}): CreatorInput => ({
    handle: 'maya.eats.lyon',
    headline: 'Breakfast in Lyon',
    bio: '',
    city: 'Lyon',
    country: 'FR',
    niches: ['food'],
    languages: ['fr'],
    platforms: [{ platform: 'instagram', url: 'https://instagram.com/maya', followers: 12_400, engagementBps: 560 }],
    rates: [{ platform: 'instagram', format: 'reel', currency: 'EUR', amount: 45_000 }],
    ...change,
  });

  it('save a profile under a handle of their own', async () => {
    await expect(saveCreatorProfile(world.as(creator), profile())).resolves.toMatchObject({
      handle: 'maya.eats.lyon',
      name: 'Maya Laurent',
      city: 'Lyon',
    });
    await expect(myCreatorProfile(world.as(creator))).resolves.toMatchObject({ rates: [{ amount: 45_000 }] });
    const hugo = await createOrg(world, 'creator', 'Hugo');
    await expect(saveCreatorProfile(world.as(hugo), profile())).rejects.toEqual(
      refused('input.invalid', { field: 'handle', problem: 'taken' }),
    );
  });

  it('have the place that their city means beside the text, and none for a text that is no place', async () => {
    const mina = await createOrg(world, 'creator', 'Mina');
    const placeOf = async () =>
      world.owner
        .selectFrom('orgs')
        .select(['city', 'place_id'])
        .where('id', '=', mina.orgId)
        .executeTakeFirstOrThrow();
    const save = (city: string | null, country: string) =>
      saveCreatorProfile(world.as(mina), profile({ handle: 'mina', city, country }));
    await save('里昂', 'FR');
    await expect(placeOf()).resolves.toEqual({ city: '里昂', place_id: 2996944 });
    await save('Valencia', 'VE');
    await expect(placeOf()).resolves.toEqual({ city: 'Valencia', place_id: 3625549 });
    await save('Valencia', 'ES');
    await expect(placeOf()).resolves.toEqual({ city: 'Valencia', place_id: 2509954 });
    await save('our studio', 'ES');
    await expect(placeOf()).resolves.toEqual({ city: 'our studio', place_id: null });
    // A row from before the column is resolved once more.
    await save('Valencia', 'ES');
    await world.owner.updateTable('orgs').set({ place_id: null }).where('id', '=', mina.orgId).execute();
    await expect(writePlaceIds(world.owner)).resolves.toBeGreaterThan(0);
    await expect(placeOf()).resolves.toEqual({ city: 'Valencia', place_id: 2509954 });
    await save(null, 'ES');
    await expect(placeOf()).resolves.toEqual({ city: null, place_id: null });
  });

  it('enter figures that are shown as entered by hand, and keep the row of an account whose address stays', async () => {
    const lina = await createOrg(world, 'creator', 'Lina');
    const accounts = async () =>
      (await creatorPage(world.as(lina), { handle: 'lina.reads' })).accounts.map(
        ({ id, url, followers, engagement }) => ({
          id,
          url,
          followers: followers.value,
          source: engagement?.source,
          formula: engagement?.formula,
        }),
      );
    const youtube = {
      platform: 'youtube',
      url: 'https://www.youtube.com/channel/UC12',
      followers: 0,
      engagementBps: 1,
    } as const;
    const instagram = {
      platform: 'instagram',
      url: 'https://instagram.com/lina',
      followers: 900,
      engagementBps: 410,
    } as const;
    await saveCreatorProfile(world.as(lina), profile({ handle: 'lina.reads', platforms: [youtube, instagram] }));
    const before = await accounts();
    expect(before).toMatchObject([
      { url: youtube.url, followers: 0, source: 'manual', formula: null },
      { url: instagram.url, followers: 900, source: 'manual', formula: null },
    ]);
    await world.owner
      .updateTable('social_accounts')
      .set({ state: 'connected', source: 'api', followers: 905 })
      .where('id', '=', before[1]!.id)
      .execute();
    await saveCreatorProfile(
      world.as(lina),
      profile({ handle: 'lina.reads', platforms: [{ ...instagram, followers: 1_000_000 }] }),
    );
    expect(await accounts()).toMatchObject([{ id: before[1]!.id, followers: 905, source: 'api' }]);
  });

  it('who request the same handle at the same moment: one gets it, the other is refused', async () => {
    const rivals = await Promise.all(['Ines', 'Ivo', 'Iris', 'Ilan'].map((name) => createOrg(world, 'creator', name)));
    const answers = await Promise.allSettled(
      rivals.map((rival) => saveCreatorProfile(world.as(rival), profile({ handle: 'the.same' }))),
    );
    expect(answers.filter((a) => a.status === 'fulfilled')).toHaveLength(1);
    for (const a of answers)
      if (a.status === 'rejected')
        expect(a.reason).toEqual(refused('input.invalid', { field: 'handle', problem: 'taken' }));
  });

  it('go by their newest handle in their own session, too', async () => {
    const nova = await createOrg(world, 'creator', 'Nova');
    await saveCreatorProfile(world.as(nova), profile({ handle: 'nova.again' }));
    expect((await currentSession(world.as(nova)))?.org?.slug).toBe('nova.again');
  });

  it('are seen by others once published', async () => {
    const jade = await createOrg(world, 'creator', 'Jade Nguyen');
    await world.owner
      .updateTable('creator_profiles')
      .set({ published_at: null })
      .where('org_id', '=', jade.orgId)
      .execute();
    await expect(publishCreatorProfile(world.as(jade))).rejects.toEqual(
      refused('input.invalid', { field: 'headline', problem: 'required' }),
    );
    await saveCreatorProfile(world.as(jade), profile({ handle: 'jade.ng' }));
    await expect(creatorPage(world.as(brand), { handle: 'jade.ng' })).rejects.toEqual(refused('not_found'));
    await expect(creatorHistory(world.as(brand), { handle: 'jade.ng' })).rejects.toEqual(refused('not_found'));
    await expect(creatorPage(world.as(jade), { handle: 'jade.ng' })).resolves.toMatchObject({
      party: { slug: 'jade.ng' },
      inviteable: 'auth.wrong_account_type',
    });
    await expect(publishCreatorProfile(world.as({ ...jade, emailVerified: false }))).rejects.toEqual(
      refused('auth.mailbox_unverified'),
    );
    await publishCreatorProfile(world.as(jade));
    await expect(creatorPage(world.as(brand), { handle: '@Jade.ng' })).resolves.toMatchObject({
      party: { name: 'Jade Nguyen', kind: 'creator' },
      completedDeals: 0,
      inviteable: true,
    });
    // A creator who could not be paid is not hired.
    await world.owner.updateTable('orgs').set({ country: 'JP' }).where('id', '=', jade.orgId).execute();
    await expect(creatorPage(world.as(brand), { handle: 'jade.ng' })).resolves.toMatchObject({
      inviteable: 'offer.country_unpaid',
    });
    await world.owner.updateTable('orgs').set({ country: 'FR' }).where('id', '=', jade.orgId).execute();
    // A day without a row stays missing, and a figure that the network did not give stays unknown.
    const { accounts } = await creatorPage(world.as(brand), { handle: 'jade.ng' });
    await world.owner
      .insertInto('account_days')
      .values([
        { account_id: accounts[0]!.id, day: daysAgo(1), followers: 120, likes: 7, comments: 2 },
        { account_id: accounts[0]!.id, day: daysAgo(4), followers: 110 },
        { account_id: accounts[0]!.id, day: daysAgo(500), followers: 10 },
      ])
      .execute();
    await expect(creatorHistory(world.as(brand), { handle: 'jade.ng' })).resolves.toEqual([
      {
        accountId: accounts[0]!.id,
        days: [
          { day: dayText(4), followers: 110, views: null, reach: null, reactions: null },
          { day: dayText(1), followers: 120, views: null, reach: null, reactions: 9 },
        ],
      },
    ]);
    await expect(creatorPage(world.as(brand), { handle: 'nobody.here' })).rejects.toEqual(refused('not_found'));
  });
});
