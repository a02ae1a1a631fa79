import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { disconnect, addChannel, myConnections, proveChannel } from '../../../../server/features/connections/manage.ts';
import { endConnection } from '../../../../server/features/connections/ending.ts';
import { register } from '../../../../server/features/connections/register.ts';
import { syncAccount } from '../../../../server/features/connections/sync.ts';
import { readNetworkPicture, refreshNetworkPicture } from '../../../../server/features/content/network-pictures.ts';
import { accountsOfCreators } from '../../../../server/features/creators/service.ts';
import { RETENTION } from '../../../../server/features/policies/rules.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';
import { cameBack, connectAccount, finish, withSocial } from '../../../support/social.ts';
import type { OpenSandbox } from '../../integrations/social/harness.ts';

/* What is kept of an account beside its figures: a sample of comments, its picture, a proof by a code. */

const DAY_MS = 86_400_000;
let world: TestWorld;
let box: OpenSandbox;
let maya: OrgActor;
let other: OrgActor;
beforeAll(async () => {
  world = await createTestWorld('connections_kept');
  box = await withSocial(world);
});
afterAll(async () => {
  await world?.close();
  await box?.stop();
});
beforeEach(async () => {
  box.world.removeFaults();
  maya = await createOrg(world, 'creator', 'Maya');
  other = await createOrg(world, 'creator', 'Other');
});

const handleOf = (name: string): string => `${name}.${Math.random().toString(36).slice(2, 8)}`;
async function syncAll(id: string): Promise<void> {
  for (let step = 0; step < 80; step += 1)
    if (['up to date', 'confirmed'].includes((await syncAccount(world.system(), { id })).outcome)) return;
  throw new Error('the sync came to no end');
}
const due = (id: string) =>
  world.owner.updateTable('social_connections').set({ next_sync_at: new Date() }).where('id', '=', id).execute();
const accountOf = async (who: OrgActor) =>
  (await withTx(world.as(who), (tx) => accountsOfCreators(tx, [who.orgId]))).get(who.orgId)?.[0] ?? null;
const commentsOf = (who: OrgActor) =>
  world.owner
    .selectFrom('social_comments as c')
    .innerJoin('social_accounts as a', 'a.id', 'c.account_id')
    .selectAll('c')
    .where('a.org_id', '=', who.orgId)
    .execute();
const commentCalls = () => box.world.calls().filter(({ call }) => call.endsWith('.comments')).length;

describe.each(['instagram', 'youtube'] as const)('comments on %s', (network) => {
  test('a sample is kept without names, counted, read once a day and deleted after ninety days', async () => {
    // Of an account that is large enough: a small one has too few comments for shares.
    const handle = handleOf('comments');
    box.world.configure(network, handle, { followers: 120_000, character: 'organic' });
    const id = await connectAccount(world, maya, network, handle);
    const before = commentCalls();
    await syncAll(id);
    expect(commentCalls() - before).toBeLessThanOrEqual(10);
    const rows = await commentsOf(maya);
    expect(rows.length).toBeGreaterThan(50);
    for (const { author_hash, text } of rows) {
      expect(author_hash).toMatch(/^[\w-]{24}$/u);
      expect(text).not.toMatch(/[@＠]\w/u);
    }
    expect(new Set(rows.map((row) => row.author_hash)).size).toBeGreaterThan(10);
    const { comments } = (await accountOf(maya))!;
    const share = (n: number) => Math.round((n / rows.length) * 10_000);
    const same = new Map<string, number>();
    const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || text;
    for (const { text } of rows) same.set(bare(text), (same.get(bare(text)) ?? 0) + 1);
    expect(comments).toMatchObject({
      questions: { value: share(rows.filter((row) => row.is_question).length), n: rows.length, source: 'api' },
      repeats: { value: share(rows.filter(({ text }) => (same.get(bare(text)) ?? 0) > 1).length), n: rows.length },
    });

    // Once a day, however often the account is read.
    const after = commentCalls();
    await due(id);
    await syncAll(id);
    expect(commentCalls()).toBe(after);
    expect(await commentsOf(maya)).toHaveLength(rows.length);

    const past = new Date(Date.now() - (RETENTION.commentDays + 1) * DAY_MS);
    const [kept, ...old] = rows;
    await world.owner
      .updateTable('social_comments')
      .set({ read_at: past })
      .where('account_id', '=', kept!.account_id)
      .where('remote_id', '<>', kept!.remote_id)
      .execute();
    expect(await register.deletePast!(world.worker, { now: new Date(), limit: 10_000 })).toBeGreaterThanOrEqual(
      old.length,
    );
    expect((await commentsOf(maya)).map((row) => row.remote_id)).toEqual([kept!.remote_id]);

    await disconnect(world.as(maya), { connectionId: id });
    await endConnection(world.system(), { id });
    expect(await commentsOf(maya)).toEqual([]);
  });
});

test('without the permission no comment is read, and without enough of them no share is shown', async () => {
  const scopes = ['instagram_business_basic', 'instagram_business_manage_insights'];
  const id = await connectAccount(world, maya, 'instagram', handleOf('closed'), scopes);
  await syncAll(id);
  expect(await commentsOf(maya)).toEqual([]);
  expect((await accountOf(maya))?.comments).toBeNull();
});

test('a picture is fetched through the guard, drawn anew, served by us and deleted with the connection', async () => {
  const id = await connectAccount(world, maya, 'tiktok', handleOf('picture'));
  await syncAll(id);
  expect((await accountOf(maya))?.pictureUrl).toBeNull();
  expect(await refreshNetworkPicture(world.system(), { id })).toEqual({ outcome: 'stored' });
  expect(await refreshNetworkPicture(world.system(), { id })).toEqual({ outcome: 'not due' });
  const account = (await accountOf(maya))!;
  expect(account.pictureUrl).toMatch(new RegExp(`^/files/accounts/${account.id}\\?v=`, 'u'));
  const picture = await buffer(await readNetworkPicture(world.as(other), { accountId: account.id }));
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  await disconnect(world.as(maya), { connectionId: id });
  await endConnection(world.system(), { id });
  await expect(readNetworkPicture(world.as(other), { accountId: account.id })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(world.integrations.storage.get(`account-pictures/${account.id}`)).rejects.toThrow();
});

test.each(['http://127.0.0.1:1/picture.png', 'http://169.254.169.254/latest', 'file:///etc/passwd'])(
  'a network that names %s as its picture gets no request and no picture',
  async (address) => {
    const id = await connectAccount(world, maya, 'tiktok', handleOf('hostile'));
    await syncAll(id);
    await world.owner.updateTable('social_connections').set({ picture_url: address }).where('id', '=', id).execute();
    expect(await refreshNetworkPicture(world.system(), { id })).toEqual({ outcome: 'refused' });
    expect((await accountOf(maya))?.pictureUrl).toBeNull();
  },
);

describe.each(['instagram', 'tiktok'] as const)('%s without its sign-in', (network) => {
  const enter = async (who: OrgActor, handle: string) =>
    world.owner
      .insertInto('social_accounts')
      .values({
        id: crypto.randomUUID(),
        org_id: who.orgId,
        platform: network,
        handle,
        url: `https://example.org/${handle}`,
        position: 0,
        followers: 4_200,
        as_of: new Date(),
      })
      .execute();

  test('a code in the description confirms the account; its figures stay those that the creator entered', async () => {
    const handle = handleOf('code');
    await enter(maya, handle);
    const made = await addChannel(world.as(maya), { network, handle: `@${handle.toUpperCase()}` });
    expect(made).toMatchObject({ network, state: 'unproven', hasFigures: false, handle });
    const prove = () => proveChannel(world.as(maya), { connectionId: made.id });
    await expect(prove()).rejects.toMatchObject({ code: 'connection.code_missing' });
    await box.command('accounts', { network, handle, bio: `I cook. ${made.proof}` });
    expect(await prove()).toMatchObject({ state: 'active', kind: 'public', proof: null, progress: null });
    await syncAll(made.id);
    expect(await accountOf(maya)).toMatchObject({
      state: 'manual',
      followers: { value: 4_200, source: 'manual' },
      provenAt: expect.any(Date) as Date,
    });

    // Connected by its sign-in later, it is the same connection.
    await connectAccount(world, maya, network, handle);
    expect((await myConnections(world.as(maya))).connections).toMatchObject([
      { id: made.id, kind: 'consent', hasFigures: true },
    ]);
  });

  test('an account that another org holds is refused, and staff get a case, whichever proof came first', async () => {
    const [first, second] = [handleOf('held'), handleOf('held')];
    await connectAccount(world, other, network, first);
    const late = await addChannel(world.as(maya), { network, handle: first });
    await box.command('accounts', { network, handle: first, bio: late.proof });
    await expect(proveChannel(world.as(maya), { connectionId: late.id })).rejects.toMatchObject({
      code: 'connection.taken',
    });

    const early = await addChannel(world.as(other), { network, handle: second });
    await box.command('accounts', { network, handle: second, bio: early.proof });
    await proveChannel(world.as(other), { connectionId: early.id });
    expect(await finish(world, maya, network, await cameBack(world, maya, network, second))).toMatchObject({
      outcome: 'elsewhere',
    });
    const cases = await world.owner
      .selectFrom('cases')
      .select(['kind', 'details'])
      .where('org_id', '=', maya.orgId)
      .execute();
    expect(cases.map(({ kind, details }) => [kind, (details as { handle: string }).handle]).toSorted()).toEqual(
      [first, second].toSorted().map((handle) => ['account_claimed', handle]),
    );
  });

  test('a code that a stranger wrote on the page proves nothing; a page that is gone is a problem of the connection', async () => {
    const handle = handleOf('page');
    const made = await addChannel(world.as(maya), { network, handle });
    // The name stands in the page's title and text, as a stranger's comment would.
    const { descriptionOf } = world.integrations.social.profilePage;
    expect(
      descriptionOf(
        `<head><meta name="description" content="Me"></head><body>${made.proof}<meta name="description" content="${made.proof}"></body>`,
      ),
    ).toBe('Me');
    await box.command('accounts', { network, handle, bio: made.proof });
    await proveChannel(world.as(maya), { connectionId: made.id });
    await box.command('faults', { kind: 'down', network, call: `${network}.page` });
    expect(await syncAccount(world.system(), { id: made.id })).toEqual({ outcome: 'unavailable' });
    await due(made.id);
    expect(await syncAccount(world.system(), { id: made.id })).toEqual({ outcome: 'confirmed' });
    await expect(addChannel(world.as(maya), { network, handle: 'missing.one' })).rejects.toMatchObject({
      code: 'connection.not_found_there',
    });
  });
});
