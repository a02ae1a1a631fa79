import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrgActor } from '../../server/context.ts';
import { disconnect, myConnections, syncNow } from '../../server/features/connections/manage.ts';
import { DAY_MS, FRESH_POST_DAYS } from '../../server/features/connections/rules.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { newId } from '../../server/core/ids.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import type { OpenSandbox } from '../server/integrations/social/harness.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { connectAccount, withSocial } from '../support/social.ts';
import { eventually, resultOf, startTestWorker } from '../support/worker.ts';

let world: TestWorld;
let box: OpenSandbox;
let runtime: WorkerRuntime;
let maya: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('wf_account_sync');
  box = await withSocial(world);
  runtime = await startTestWorker(world);
});
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
  await box?.stop();
});
beforeEach(async () => {
  box.world.removeFaults();
  maya = await createOrg(world, 'creator', 'Maya');
});

const connection = async (id: string) => (await myConnections(world.as(maya))).connections.find((one) => one.id === id);
const row = (id: string) =>
  world.owner.selectFrom('social_connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const account = () =>
  world.owner.selectFrom('social_accounts').selectAll().where('org_id', '=', maya.orgId).executeTakeFirstOrThrow();
const days = async () =>
  world.owner
    .selectFrom('account_days')
    .selectAll()
    .where('account_id', '=', (await account()).id)
    .orderBy('day')
    .execute();
const synced = (id: string) =>
  eventually(`${id} to be read`, async () => {
    const found = await connection(id);
    return found?.lastSyncAt && !found.progress && (await row(id)).sync_cursor === null ? found : null;
  });
/** Moves the next step to now, as if its time had come. */
async function due(id: string, change: Record<string, Date | null> = {}): Promise<void> {
  await world.owner
    .updateTable('social_connections')
    .set({ next_sync_at: new Date(), last_sync_at: new Date(Date.now() - DAY_MS), ...change })
    .where('id', '=', id)
    .execute();
  await signalWorkflow(world.system(), 'accountSync', id, 'due', newId());
}
/** One more sync, to its end. */
async function again(id: string): Promise<void> {
  const since = new Date();
  await due(id);
  await eventually('one more sync', async () => {
    const { last_sync_at: last, sync_cursor: cursor } = await row(id);
    return last !== null && last >= since && cursor === null ? true : null;
  });
}
/** A token call names no account. */
const refreshes = () => box.world.calls().filter((one) => one.call === 'tiktok.token').length;

test('a connected account is read whole, then once a day, until it is disconnected', async () => {
  const id = await connectAccount(world, maya, 'instagram', 'whole.year');
  const first = await synced(id);
  expect(first).toMatchObject({ state: 'active', problem: null });
  const measured = await account();
  expect(measured).toMatchObject({
    state: 'connected',
    source: 'api',
    handle: 'whole.year',
    engagement_formula: 'er_f',
  });
  expect(measured.followers).toBeGreaterThan(0);
  expect(measured.posts_counted).toBe(30);
  expect(measured.views).toBeGreaterThan(0);
  expect(measured.views_counted).toBeGreaterThanOrEqual(29);
  expect(Date.now() - measured.views_as_of!.getTime()).toBeLessThan(DAY_MS);
  const read = await days();
  expect(read.filter(({ reach }) => reach !== null)).toHaveLength(29);
  expect(read.filter(({ followers }) => followers !== null)).toHaveLength(1);
  const kinds = await world.owner
    .selectFrom('account_audience')
    .select('kind')
    .distinct()
    .where('account_id', '=', measured.id)
    .execute();
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['age', 'country', 'gender']);

  // A page that comes twice, and one that ends early, change nothing.
  const before = await posts();
  await box.command('faults', { kind: 'double_page', network: 'instagram', call: 'instagram.media' });
  await box.command('faults', { kind: 'half_page', network: 'instagram', call: 'instagram.media' });
  await again(id);
  expect((await posts()).map((one) => one.remote_id)).toEqual(before.map((one) => one.remote_id));
  expect(await days()).toHaveLength(read.length);
  // Views are kept by a page that has none, and not read again so soon.
  expect((await posts()).map(({ views }) => views)).toEqual(before.map(({ views }) => views));

  await disconnect(world.as(maya), { connectionId: id });
  expect(await resultOf(runtime, `social-account/${id}`)).toBe('ended');
  expect(
    await world.owner.selectFrom('social_accounts').select('id').where('org_id', '=', maya.orgId).execute(),
  ).toEqual([]);
  await recordHistory(runtime.client, `social-account/${id}`, 'account-synced-disconnected');
});

const posts = async () =>
  world.owner
    .selectFrom('social_posts')
    .selectAll()
    .where('account_id', '=', (await account()).id)
    .orderBy('at', 'desc')
    .execute();
const viewCalls = (handle: string) =>
  box.world.calls().filter((one) => one.call === 'instagram.media_insights' && one.handle === handle).length;
/** As if a day had passed since the views were read. */
const viewsDue = async () =>
  world.owner
    .updateTable('social_posts')
    .set({ views_read_at: new Date(Date.now() - DAY_MS) })
    .where('account_id', '=', (await account()).id)
    .where('views_read_at', 'is not', null)
    .execute();

test('views of Instagram are read once for each post, later those of fresh posts alone', async () => {
  const id = await connectAccount(world, maya, 'instagram', 'views.once');
  await synced(id);
  const first = await posts();
  expect(first.length).toBeGreaterThan(50);
  expect(first.every(({ views_read_at }) => views_read_at !== null)).toBe(true);
  expect(viewCalls('views.once')).toBe(first.length);
  const day = (await days()).find(({ posts: n, views }) => n === 1 && views !== null)!;
  expect(first.map(({ views }) => Number(views))).toContain(Number(day.views));
  // Within the same day a sync that a person requests reads none again.
  await again(id);
  expect(viewCalls('views.once')).toBe(first.length);
  await viewsDue();
  await again(id);
  const fresh = first.filter(({ at }) => Date.now() - at.getTime() < FRESH_POST_DAYS * DAY_MS).length;
  expect(fresh).toBeGreaterThan(0);
  expect(viewCalls('views.once')).toBe(first.length + fresh);
});

test('views whose call is not answered stay due; limits are waited for, and no other figure waits for them', async () => {
  const failing = { network: 'instagram', call: 'instagram.media_insights', handle: 'views.late' };
  await box.command('faults', { ...failing, kind: '500', times: 2 });
  await box.command('faults', { ...failing, kind: '429', retry_after_seconds: 1 });
  const id = await connectAccount(world, maya, 'instagram', 'views.late');
  await synced(id);
  expect(box.world.faults()).toEqual([]);
  expect((await posts()).filter(({ views_read_at }) => views_read_at === null)).toEqual([]);
  // Nothing is answered: the sync ends with the other figures, and says nothing of views that it did not read.
  await viewsDue();
  const before = await account();
  await box.command('faults', { ...failing, kind: '500', times: null });
  await again(id);
  const after = await account();
  expect(after.views).toBe(before.views);
  expect(after.views_as_of!.getTime()).toBeLessThan(Date.now() - DAY_MS / 2);
  expect((await connection(id))?.problem).toBeNull();
});

test('without the scope of insights the views stay as they were, and so does their time', async () => {
  const id = await connectAccount(world, maya, 'instagram', 'views.withdrawn');
  await synced(id);
  await viewsDue();
  const before = await account();
  await box.command('withdraw', {
    network: 'instagram',
    handle: 'views.withdrawn',
    scope: 'instagram_business_manage_insights',
  });
  const calls = viewCalls('views.withdrawn');
  await again(id);
  expect((await connection(id))?.refused).toEqual(['instagram_business_manage_insights']);
  const after = await account();
  expect(viewCalls('views.withdrawn')).toBe(calls);
  expect(after.views).toBe(before.views);
  expect(after.views_as_of!.getTime()).toBeLessThan(Date.now() - DAY_MS / 2);
  expect(after.as_of > before.as_of).toBe(true);
});

test('views of posts from before an account was professional are unknown, and are not requested again', async () => {
  const id = await connectAccount(world, maya, 'instagram', 'ana.converted');
  await synced(id);
  const read = await posts();
  const unknown = read.filter(({ views }) => views === null);
  expect(unknown.length).toBeGreaterThan(30);
  expect(unknown.every(({ views_read_at }) => views_read_at !== null)).toBe(true);
  expect((await account()).views_counted).toBeLessThan(30);
  const calls = viewCalls('ana.converted');
  await again(id);
  expect(viewCalls('ana.converted')).toBe(calls);
});

test('the access is renewed once before it ends, and again only where an answer was lost', async () => {
  const id = await connectAccount(world, maya, 'tiktok', 'renewed');
  await synced(id);
  const before = refreshes();
  await due(id, { refresh_at: new Date() });
  await eventually('the renewal', async () => (await row(id)).refresh_at! > new Date());
  await synced(id);
  expect(refreshes() - before).toBe(1);
  const tokens = await world.owner.selectFrom('social_tokens').select('id').where('connection_id', '=', id).execute();
  expect(tokens).toHaveLength(1);
  await box.command('faults', { kind: '500', network: 'tiktok', call: 'tiktok.token' });
  await due(id, { refresh_at: new Date() });
  await eventually('the claim', async () => (await row(id)).refresh_claimed_at);
  await due(id);
  await synced(id);
  // Without an answer it is not repeated at once.
  expect(refreshes() - before).toBeLessThanOrEqual(2);
});

test('a network that is down, and one that limits the calls, are waited for; what was read stays', async () => {
  const id = await connectAccount(world, maya, 'tiktok', 'patient');
  await synced(id);
  const { followers } = await account();
  await box.command('faults', { kind: 'down', network: 'tiktok', times: null });
  await due(id);
  const failed = await eventually('the outage', async () => {
    const found = await connection(id);
    return found?.problem === 'unavailable' ? found : null;
  });
  expect(failed.problemSince).toBeInstanceOf(Date);
  expect((await account()).followers).toBe(followers);
  box.world.removeFaults();
  await box.command('faults', { kind: '429', network: 'tiktok', retry_after_seconds: 900 });
  await due(id);
  const limited = await eventually('the limit', async () => {
    const found = await connection(id);
    return found?.problem === 'rate' ? found : null;
  });
  expect(limited.nextSyncAt!.getTime() - Date.now()).toBeGreaterThan(800_000);
  await expect(syncNow(world.as(maya), { connectionId: id })).rejects.toMatchObject({ code: 'connection.too_soon' });
  await due(id);
  expect(await synced(id)).toBeTruthy();
  await eventually('the end of the problem', async () => ((await connection(id))?.problem === null ? true : null));
});

test('a scope that is taken back is named, and only what it covers stops', async () => {
  const id = await connectAccount(world, maya, 'tiktok', 'partly');
  await synced(id);
  const before = await account();
  await box.command('withdraw', { network: 'tiktok', handle: 'partly', scope: 'video.list' });
  await due(id);
  const now = await eventually('the scope', async () => {
    const found = await connection(id);
    return found?.refused.includes('video.list') && found.lastSyncAt! > before.as_of ? found : null;
  });
  expect(now).toMatchObject({ state: 'active', refused: ['video.list'] });
  const after = await account();
  expect(after.posts_as_of).toEqual(before.posts_as_of);
  expect(after.as_of > before.as_of).toBe(true);
  expect(after.engagement_bps).toBe(before.engagement_bps);
});

test('a consent that was taken back stops the sync, notifies the owner, and goes on after a new consent', async () => {
  const id = await connectAccount(world, maya, 'instagram', 'taken.back');
  await synced(id);
  await box.command('withdraw', { network: 'instagram', handle: 'taken.back' });
  await due(id);
  await eventually('the end of the consent', async () => (await connection(id))?.state === 'consent_needed');
  const notices = await world.owner.selectFrom('notices').select('kind').where('org_id', '=', maya.orgId).execute();
  expect(notices.map(({ kind }) => kind)).toContain('consent_ended');
  expect(await connectAccount(world, maya, 'instagram', 'taken.back')).toBe(id);
  await eventually('the next sync', async () => ((await connection(id))?.state === 'active' ? true : null));
  await synced(id);
  await recordHistory(runtime.client, `social-account/${id}`, 'account-consent-renewed');
});

test('a token that ended on day 60 without a renewal needs a new consent; what was read stays', async () => {
  const id = await connectAccount(world, maya, 'instagram', 'sixty.days');
  await synced(id);
  const { followers } = await account();
  await box.command('clock', { advance_seconds: (61 * DAY_MS) / 1000 });
  await due(id);
  await eventually('the end of the consent', async () => (await connection(id))?.state === 'consent_needed');
  expect((await account()).followers).toBe(followers);
  const notices = await world.owner.selectFrom('notices').select('kind').where('org_id', '=', maya.orgId).execute();
  expect(notices.map(({ kind }) => kind)).toContain('consent_ended');
});
