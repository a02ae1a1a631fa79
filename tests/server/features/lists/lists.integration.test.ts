import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadManyCreators } from '../../../../db/seed/many-creators.ts';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { blockOrg } from '../../../../server/features/discovery/service.ts';
import { exportList, exportSearch } from '../../../../server/features/lists/exports.ts';
import { invite, previewInvite } from '../../../../server/features/lists/invite.ts';
import { register } from '../../../../server/features/lists/register.ts';
import {
  addCreators,
  createList,
  deleteList,
  holdingLists,
  listItems,
  listLists,
  listTags,
  removeCreators,
  renameList,
  saveNote,
  saveTags,
} from '../../../../server/features/lists/service.ts';
import { PAYEE_COUNTRIES } from '../../../../server/features/policies/rules.ts';
import { liveCampaign } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let other: OrgActor;
let creators: string[];

beforeAll(async () => {
  world = await createTestWorld('creator-lists');
  await loadManyCreators(world.database.DATABASE_OWNER_URL, 120);
  brand = await createOrg(world, 'brand', 'Lumen');
  other = await createOrg(world, 'brand', 'Ombra');
  creators = (
    await world.owner
      .selectFrom('creator_search')
      .select('org_id')
      // Offers go only where the provider pays out.
      .where('country', 'in', PAYEE_COUNTRIES)
      .limit(60)
      .execute()
  ).map((r) => r.org_id);
}, 120_000);
afterAll(() => world?.close());

const limited = ({ integrations }: TestWorld) => ({
  ...integrations,
  settings: { ...integrations.settings, contactLimitFactor: 1 },
});
const code = (call: Promise<unknown>) => call.then(() => 'ok').catch((error: { code?: string }) => error.code);
const itemsOf = async (listId: string, more: object = {}, actor = brand) =>
  (await listItems(world.as(actor), { listId, limit: 100, ...more })).items;
const hide = (orgId: string, hidden: boolean) =>
  world.owner
    .updateTable('creator_profiles')
    .set({ hidden_at: hidden ? new Date() : null })
    .where('org_id', '=', orgId)
    .execute();

test('a list is made once for a request key, its name once for an org, and other orgs do not find it', async () => {
  const input = { name: 'Coffee in Lyon', creators: creators.slice(0, 2) };
  const made = await createList(world.as(brand, { requestKey: 'list-1' }), input);
  expect(made).toMatchObject({ added: 2, already: 0, unavailable: 0, list: { name: 'Coffee in Lyon', count: 2 } });
  const again = await createList(world.as(brand, { requestKey: 'list-1' }), input);
  expect(again.list.id).toBe(made.list.id);
  expect(await code(createList(world.as(brand), { name: 'COFFEE in Lyon', creators: [] }))).toBe('list.name_taken');
  const { list } = await createList(world.as(brand), { name: 'Bread', creators: [] });
  expect(await code(renameList(world.as(brand), { listId: list.id, name: 'coffee in lyon' }))).toBe('list.name_taken');
  expect(await renameList(world.as(brand), { listId: list.id, name: 'Bakeries' })).toMatchObject({ name: 'Bakeries' });

  await createList(world.as(other), { name: 'Coffee in Lyon', creators: [] });
  const foreign = { listId: made.list.id, creators: [creators[5]!] };
  expect(await code(addCreators(world.as(other), foreign))).toBe('not_found');
  expect(await code(deleteList(world.as(other), { listId: made.list.id }))).toBe('not_found');
  expect((await listLists(world.as(other), { limit: 100 })).items).toHaveLength(1);
  expect(await code(addCreators(world.as({ ...brand, role: 'viewer' }), foreign))).toBe('auth.not_allowed');
});

test('pages of a list hold every creator once, with note, tags and who added it', async () => {
  const { list } = await createList(world.as(brand), { name: 'Fifty', creators: creators.slice(0, 50) });
  const again = await addCreators(world.as(brand), { listId: list.id, creators: creators.slice(45, 55) });
  expect(again).toMatchObject({ added: 5, already: 5, unavailable: 0, list: { count: 55 } });
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await listItems(world.as(brand), { listId: list.id, limit: 20, ...(after ? { after } : {}) });
    seen.push(...page.items.map((item) => item.creator.orgId));
    after = page.next ?? undefined;
  } while (after);
  expect(seen.toSorted()).toEqual(creators.slice(0, 55).toSorted());

  const [creatorOrg] = creators as [string];
  await saveNote(world.as(brand), { listId: list.id, creatorOrg, note: 'Answers fast' });
  await saveTags(world.as(brand), { creatorOrg, tags: [' #Coffee ', 'coffee', 'VIP  guest'] });
  const tagged = await itemsOf(list.id, { tag: 'Coffee' });
  expect(tagged).toHaveLength(1);
  expect(tagged[0]).toMatchObject({ note: 'Answers fast', tags: ['coffee', 'vip guest'], addedBy: brand.name });
  expect(await listTags(world.as(brand))).toEqual({
    tags: [
      { tag: 'coffee', count: 1 },
      { tag: 'vip guest', count: 1 },
    ],
    more: false,
  });
  expect(await listTags(world.as(other))).toEqual({ tags: [], more: false });
  const [held] = await holdingLists(world.as(brand), { creators: [creatorOrg] });
  expect(held!.lists).toHaveLength(2);
  await removeCreators(world.as(brand), { listId: list.id, creators: [creatorOrg] });
  expect(await code(saveNote(world.as(brand), { listId: list.id, creatorOrg, note: 'x' }))).toBe('not_found');
});

test('a creator who hides, or is blocked in either direction, is in no list until that ends', async () => {
  const [hidden, blocked, blocking, shown] = creators.slice(56, 60) as [string, string, string, string];
  const { list } = await createList(world.as(brand), { name: 'Four', creators: [hidden, blocked, blocking, shown] });
  await hide(hidden, true);
  await blockOrg(world.as(brand), { orgId: blocked });
  await world.owner.insertInto('org_blocks').values({ org_id: blocking, blocked_org: brand.orgId }).execute();
  expect((await itemsOf(list.id)).map((item) => item.creator.orgId)).toEqual([shown]);
  const lists = (await listLists(world.as(brand), { limit: 100 })).items;
  expect(lists.find(({ id }) => id === list.id)).toMatchObject({ count: 1 });
  const more = await createList(world.as(brand), { name: 'None', creators: [hidden, blocked, blocking] });
  expect(more).toMatchObject({ added: 0, unavailable: 3 });
  expect(await code(saveTags(world.as(brand), { creatorOrg: hidden, tags: ['x'] }))).toBe('not_found');
  await hide(hidden, false);
  expect(await itemsOf(list.id)).toHaveLength(2);
});

test('erasing a creator takes it out of every list, erasing a brand deletes its lists', async () => {
  const person = await createOrg(world, 'creator', 'Maya');
  const { list } = await createList(world.as(other), { name: 'Kept', creators: creators.slice(0, 2) });
  await world.owner
    .updateTable('creator_list_items')
    .set({ creator_org: person.orgId })
    .where('list_id', '=', list.id)
    .where('creator_org', '=', creators[0]!)
    .execute();
  const left = () =>
    world.owner.selectFrom('creator_list_items').select('creator_org').where('list_id', '=', list.id).execute();
  const erase = (userId: string) =>
    withTx(world.system(), (tx) => register.erase!(tx, { userId, name: 'Deleted account' }));
  await erase(person.userId);
  expect(await left()).toEqual([{ creator_org: creators[1] }]);
  await erase(other.userId);
  expect(await left()).toEqual([]);
  expect((await listLists(world.as(other), { limit: 100 })).items).toEqual([]);
});

test('a bulk invitation sends each creator one offer, says what became of each, and repeats send nothing', async () => {
  const campaignId = await liveCampaign(world, brand, { slots: 20 });
  const [gone, talking] = creators.slice(10, 12) as [string, string];
  const wanted = creators.slice(10, 16);
  await hide(gone, true);
  await invite(world.as(brand), { campaignId, creators: [talking], note: '' });
  const preview = await previewInvite(world.as(brand), { campaignId, creators: wanted });
  const states = ['unavailable', 'in_talks', 'ready', 'ready', 'ready', 'ready'];
  expect(preview.price).toEqual({ amount: 40_000, currency: 'EUR' });
  expect(preview.creators.map(({ state }) => state)).toEqual(states);

  const input = { campaignId, creators: wanted, note: 'We like your work' };
  const offers = () => world.owner.selectFrom('offers').select('id').where('campaign_id', '=', campaignId).execute();
  const call = () => invite(world.as(brand, { requestKey: 'bulk-1' }), input);
  const first = await call();
  expect(first.map(({ state }) => state)).toEqual(states.map((state) => (state === 'ready' ? 'sent' : state)));
  expect(await offers()).toHaveLength(5);
  expect(await call()).toEqual(first);
  expect(await offers()).toHaveLength(5);
  const later = await invite(world.as(brand), input);
  expect(later.map(({ state }) => state)).toEqual(['unavailable', ...Array.from({ length: 5 }, () => 'in_talks')]);
  expect(await offers()).toHaveLength(5);
  await hide(gone, false);
});

test('a bulk invitation says before it is sent whose country cannot be paid, and sends there nothing', async () => {
  const payer = await createOrg(world, 'brand', 'Far Away');
  const campaignId = await liveCampaign(world, payer, { slots: 20 });
  const wanted = creators.slice(16, 18) as [string, string];
  const countryOf = (country: string | null) =>
    world.owner.updateTable('orgs').set({ country }).where('id', '=', wanted[0]).execute();
  const { country } = await world.owner
    .selectFrom('orgs')
    .select('country')
    .where('id', '=', wanted[0])
    .executeTakeFirstOrThrow();
  await countryOf('JP');
  const why = { state: 'refused', refusal: { code: 'offer.country_unpaid', data: {} } };
  const preview = await previewInvite(world.as(payer), { campaignId, creators: wanted });
  expect(preview.creators).toMatchObject([why, { state: 'ready', refusal: null }]);
  const results = await invite(world.as(payer), { campaignId, creators: wanted, note: '' });
  expect(results).toMatchObject([{ ...why, offerId: null }, { state: 'sent' }]);
  await countryOf(country);
});

test('the daily limit of offers ends a bulk invitation, and is shown for the rest', async () => {
  const strict = { ...world.as(brand), integrations: limited(world) };
  const campaignId = await liveCampaign(world, brand, { slots: 30 });
  // Twenty offers a day for a young org; five and the one before were sent already.
  const results = await invite(strict, { campaignId, creators: creators.slice(16, 36), note: '' });
  const refused = results.filter(({ state }) => state === 'refused');
  expect(results.filter(({ state }) => state === 'sent')).toHaveLength(15);
  expect(refused.map(({ refusal }) => refusal?.code)).toEqual(Array.from({ length: 5 }, () => 'contact.daily_limit'));
});

test('a file holds what the screen shows, no formula, and counts against the month once for a request key', async () => {
  const { list } = await createList(world.as(brand), { name: 'File', creators: creators.slice(0, 3) });
  await saveNote(world.as(brand), { listId: list.id, creatorOrg: creators[0]!, note: '=HYPERLINK("x"), "best"' });
  const input = { listId: list.id, locale: 'fr' as const };
  const call = () => exportList(world.as(brand, { requestKey: 'file-1' }), input);
  const file = await call();
  expect(file).toMatchObject({ rows: 3, left: 4_997 });
  expect(file.csv).toContain(`"'=HYPERLINK(""x""), ""best"""`);
  expect(file.csv.split('\r\n')).toHaveLength(5);
  expect(file.csv).not.toMatch(/@[a-z]+\.example|\+\d{6}/u);
  expect(await call()).toEqual(file);
  const found = await exportSearch(world.as(brand), { filters: { followers: { min: 1 } }, locale: 'en' });
  expect(found.rows).toBeGreaterThan(100);
  expect(found.left).toBe(4_997 - found.rows);
  await world.owner.updateTable('creator_exports').set({ rows: 5_000 }).where('org_id', '=', brand.orgId).execute();
  expect(await code(exportSearch(world.as(brand), { filters: {}, locale: 'en' }))).toBe('export.monthly_limit');
  expect(await code(exportList(world.as({ ...brand, role: 'reviewer' }), input))).toBe('auth.not_allowed');
});
