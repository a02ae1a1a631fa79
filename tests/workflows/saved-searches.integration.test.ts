import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadManyCreators } from '../../db/seed/many-creators.ts';
import { withTx, type OrgActor } from '../../server/context.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { sendDigest } from '../../server/features/saved-searches/digest.ts';
import { register } from '../../server/features/saved-searches/register.ts';
import {
  deleteSearch,
  getSearch,
  listNewResults,
  renameSearch,
  saveSearch,
  setAlert,
} from '../../server/features/saved-searches/service.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
let brand: OrgActor;
let creators: string[];

beforeAll(async () => {
  world = await createTestWorld('wf_searches');
  await loadManyCreators(world.database.DATABASE_OWNER_URL, 60);
  brand = await createOrg(world, 'brand', 'Lumen');
  creators = (await world.owner.selectFrom('creator_search').select('org_id').orderBy('org_id').execute()).map(
    (row) => row.org_id,
  );
  runtime = await startTestWorker(world);
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

const hide = (orgId: string, hidden: boolean) =>
  world.owner
    .updateTable('creator_profiles')
    .set({ hidden_at: hidden ? new Date() : null })
    .where('org_id', '=', orgId)
    .execute();
const makeDue = (id: string) =>
  world.owner
    .updateTable('saved_searches')
    .set({ next_digest_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute();
const notices = async () =>
  (await world.owner.selectFrom('notices').select('data').where('kind', '=', 'search_digest').execute()).map(
    (row) => row.data,
  );
const code = (call: Promise<unknown>) => call.then(() => 'ok').catch((error: { code?: string }) => error.code);
const stateOf = (id: string) => statusOf(runtime, `saved-search/${id}`);

test('a digest names who is new since the last one, once, and ends when it is switched off', async () => {
  const [late, later] = creators as [string, string];
  await hide(late, true);
  await hide(later, true);
  const { id } = await saveSearch(world.as(brand), { name: 'Everybody', filters: {}, alert: true });
  expect((await getSearch(world.as(brand), { searchId: id })).nextDigestAt!.getTime()).toBeGreaterThan(Date.now());
  await hide(late, false);
  await makeDue(id);
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'savedSearchDigest', id, 'looked_again', `${id}:1`));
  await eventually('the digest', async () => (await notices()).length === 1);
  expect(await notices()).toEqual([{ title: 'Everybody', number: '1' }]);
  const seen = async () =>
    (await listNewResults(world.as(brand), { searchId: id, limit: 25 })).items.map((item) => item.creator.orgId);
  expect(await seen()).toEqual([late]);
  expect((await getSearch(world.as(brand), { searchId: id })).nextDigestAt!.getTime()).toBeGreaterThan(Date.now());

  // Two activities at once, as after a crash whose answer was lost: one digest.
  await hide(later, false);
  await makeDue(id);
  const both = await Promise.all([sendDigest(world.system(), { id }), sendDigest(world.system(), { id })]);
  expect(both.map(({ found }) => found).sort()).toEqual([0, 1]);
  expect(await notices()).toHaveLength(2);
  // No creator is new: no notice.
  await makeDue(id);
  expect(await sendDigest(world.system(), { id })).toEqual({ state: 'sent', found: 0 });
  expect(await notices()).toHaveLength(2);
  // Who hides is in no list of new creators.
  await hide(late, true);
  expect(await seen()).toEqual([later]);

  await setAlert(world.as(brand), { searchId: id, alert: false });
  await eventually('its end', async () => (await stateOf(id)) === 'COMPLETED');
  await recordHistory(runtime.client, `saved-search/${id}`, 'saved-search-switched-off');
  expect(await sendDigest(world.system(), { id })).toEqual({ state: 'not due', found: 0 });

  await setAlert(world.as(brand), { searchId: id, alert: true });
  await eventually('its next start', async () => (await stateOf(id)) === 'RUNNING');
  await deleteSearch(world.as(brand), { searchId: id });
  await eventually('its end with the search', async () => (await stateOf(id)) === 'COMPLETED');
});

test('names are unique within an org, filters are checked, and a search is the org’s own', async () => {
  const other = await createOrg(world, 'brand', 'Ombra');
  const { id } = await saveSearch(world.as(brand), { name: 'Big', filters: { followers: { min: 10 } }, alert: false });
  expect(await code(saveSearch(world.as(brand), { name: 'BIG', filters: {}, alert: false }))).toBe('search.name_taken');
  const nowhere = { name: 'Nowhere', filters: { places: [{ id: 1, radiusKm: 5 }] }, alert: false };
  expect(await code(saveSearch(world.as(brand), nowhere))).toBe('input.invalid');
  expect(await renameSearch(world.as(brand), { searchId: id, name: 'Bigger' })).toMatchObject({ name: 'Bigger' });
  expect(await code(getSearch(world.as(other), { searchId: id }))).toBe('not_found');
  expect(await code(setAlert(world.as({ ...brand, role: 'viewer' }), { searchId: id, alert: true }))).toBe(
    'auth.not_allowed',
  );
  await withTx(world.system(), (tx) => register.erase!(tx, { userId: brand.userId, name: 'Deleted account' }));
  expect(await code(getSearch(world.as(brand), { searchId: id }))).toBe('not_found');
});
