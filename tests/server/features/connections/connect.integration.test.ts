import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { beginConnection } from '../../../../server/features/connections/connect.ts';
import { endByNetwork, endConnection } from '../../../../server/features/connections/ending.ts';
import { addChannel, disconnect, myConnections, proveChannel } from '../../../../server/features/connections/manage.ts';
import { NETWORKS } from '../../../../server/features/connections/rules.ts';
import { syncAccount } from '../../../../server/features/connections/sync.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';
import { cameBack, connectAccount, finish, withSocial } from '../../../support/social.ts';
import type { OpenSandbox } from '../../integrations/social/harness.ts';

const MINUTE = 60_000;
let world: TestWorld;
let box: OpenSandbox;
let maya: OrgActor;
let other: OrgActor;
const ANONYMOUS = { kind: 'anonymous' } as const;

beforeAll(async () => {
  world = await createTestWorld('connections');
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

const mine = async (who: OrgActor) => (await myConnections(world.as(who))).connections;
const handleOf = (name: string): string => `${name}.${Math.random().toString(36).slice(2, 8)}`;
const ageAttempts = (ms: number) =>
  sql`update connection_attempts set expires_at = expires_at - make_interval(secs => ${ms / 1_000})`.execute(
    world.owner,
  );
/** Steps of a sync until the account is up to date. */
async function syncAll(id: string): Promise<void> {
  for (let step = 0; step < 80; step += 1)
    if ((await syncAccount(world.system(), { id })).outcome === 'up to date') return;
  throw new Error('the sync came to no end');
}

describe.each(NETWORKS)('%s', (network) => {
  test('a consent becomes one connection with encrypted tokens, however often the browser comes back with it', async () => {
    const back = await cameBack(world, maya, network, handleOf('twice'));
    const results = await Promise.all([1, 2, 3].map(() => finish(world, maya, network, back)));
    // One that comes while another works is answered so; one that comes after it finds the connection.
    expect(results.map(({ outcome }) => outcome)).toContain('connected');
    expect(['connected', 'working']).toEqual(expect.arrayContaining(results.map(({ outcome }) => outcome)));
    expect(await finish(world, maya, network, back)).toMatchObject({ outcome: 'connected' });
    expect(await mine(maya)).toMatchObject([{ network, state: 'active', refused: [], progress: { read: 0 } }]);
    const tokens = await world.owner
      .selectFrom('social_tokens')
      .select('sealed')
      .where('org_id', '=', maya.orgId)
      .execute();
    expect(tokens).toHaveLength(1);
    expect(tokens[0]!.sealed).toMatch(/^s1\.t1\.[\w-]+$/);
  });

  test('refused at the network, begun elsewhere, too old, or by another user: nothing is connected', async () => {
    const denied = await cameBack(world, maya, network, handleOf('denied'), { answer: 'deny' });
    expect(await finish(world, maya, network, denied)).toMatchObject({ outcome: 'denied' });
    const back = await cameBack(world, maya, network, handleOf('bound'));
    expect(await finish(world, maya, network, back, 'another-browser-000001')).toMatchObject({
      outcome: 'other_browser',
    });
    expect(await finish(world, maya, network, back, null)).toMatchObject({ outcome: 'other_browser' });
    expect(await finish(world, other, network, back)).toMatchObject({ outcome: 'other_user' });
    expect(await finish(world, maya, network, { ...back, state: 'invented' })).toMatchObject({ outcome: 'expired' });
    await ageAttempts(10 * MINUTE);
    expect(await finish(world, maya, network, back)).toMatchObject({ outcome: 'expired' });
    expect(await mine(maya)).toEqual([]);
  });

  test('signed out at the return: kept for ten minutes, for the same user alone', async () => {
    const back = await cameBack(world, maya, network, handleOf('away'));
    expect(await finish(world, ANONYMOUS, network, back)).toMatchObject({ outcome: 'signed_out', connection: null });
    const [held] = await world.owner
      .selectFrom('connection_attempts')
      .select('held_code')
      .where('user_id', '=', maya.userId)
      .execute();
    expect(held!.held_code).not.toContain(back.code!);
    const later = { state: null, code: null, error: null };
    expect(await finish(world, other, network, later)).toMatchObject({ outcome: 'other_user' });
    expect(await finish(world, maya, network, later)).toMatchObject({ outcome: 'connected' });
    const again = await cameBack(world, maya, network, handleOf('late'));
    await finish(world, ANONYMOUS, network, again);
    await ageAttempts(11 * MINUTE);
    expect(await finish(world, maya, network, later)).toMatchObject({ outcome: 'expired' });
  });

  test('connected to another org: nothing changes there, and staff get one case', async () => {
    const handle = handleOf('shared');
    await connectAccount(world, other, network, handle);
    for (let n = 0; n < 2; n += 1) {
      const back = await cameBack(world, maya, network, handle);
      expect(await finish(world, maya, network, back)).toMatchObject({ outcome: 'elsewhere', connection: null });
    }
    const cases = await world.owner.selectFrom('cases').select('details').where('org_id', '=', maya.orgId).execute();
    expect(cases).toEqual([{ details: { network, handle } }]);
    expect(await mine(other)).toHaveLength(1);
    expect(await mine(maya)).toEqual([]);
  });

  test('a network that does not answer leaves nothing half connected', async () => {
    const back = await cameBack(world, maya, network, handleOf('down'));
    await box.command('faults', { kind: 'down', network, times: null });
    expect(await finish(world, maya, network, back)).toMatchObject({ outcome: 'unavailable' });
    expect(await mine(maya)).toEqual([]);
  });

  test('disconnected, everything that was read is deleted and the consent is given back', async () => {
    const handle = handleOf('gone');
    const id = await connectAccount(world, maya, network, handle);
    await syncAll(id);
    const days = () =>
      world.owner
        .selectFrom('account_days as d')
        .innerJoin('social_accounts as a', 'a.id', 'd.account_id')
        .select('d.day')
        .where('a.org_id', '=', maya.orgId)
        .execute();
    expect((await days()).length).toBeGreaterThan(5);
    await disconnect(world.as(maya), { connectionId: id });
    expect(await mine(maya)).toEqual([]);
    expect(await endConnection(world.system(), { id })).toEqual({ outcome: 'deleted' });
    expect(await days()).toEqual([]);
    for (const table of ['social_connections', 'social_tokens', 'social_accounts'] as const)
      expect(await world.owner.selectFrom(table).select('id').where('org_id', '=', maya.orgId).execute()).toEqual([]);
    // Instagram has no call for it.
    const [grant] = box.world.grants(network, handle);
    expect(grant!.revokedAt !== null).toBe(network !== 'instagram');
  });
});

test('what was refused is named; without what is needed nothing is connected', async () => {
  const back = await cameBack(world, maya, 'tiktok', handleOf('some'), {
    scopes: ['user.info.basic', 'user.info.stats'],
  });
  expect(await finish(world, maya, 'tiktok', back)).toMatchObject({
    outcome: 'connected',
    refused: ['user.info.profile', 'video.list'],
    connection: { granted: ['user.info.basic', 'user.info.stats'], refused: ['user.info.profile', 'video.list'] },
  });
  const none = await cameBack(world, other, 'youtube', handleOf('none'), { scopes: [] });
  expect(await finish(world, other, 'youtube', none)).toMatchObject({ outcome: 'scopes', connection: null });
});

test('a personal account is not connected', async () => {
  const handle = handleOf('ana.personal');
  await box.command('accounts', { network: 'instagram', handle, character: 'personal' });
  const back = await cameBack(world, maya, 'instagram', handle);
  expect(await finish(world, maya, 'instagram', back)).toMatchObject({ outcome: 'personal', connection: null });
});

test('without keys of a network it is not offered', async () => {
  const { social } = world.integrations;
  world.integrations.social = { ...social, tiktok: null };
  await expect(
    beginConnection(world.as(maya), { network: 'tiktok', returnPath: '/profile' }, 'browser-of-the-tests-0001'),
  ).rejects.toMatchObject({ code: 'connection.not_offered' });
  expect((await myConnections(world.as(maya))).ways.tiktok).toEqual(['public']);
  world.integrations.social = social;
});

test('a channel is connected by a code in its description, and its public figures are read', async () => {
  const handle = handleOf('channel');
  const made = await addChannel(world.as(maya), { network: 'youtube', handle: `@${handle}` });
  expect(made).toMatchObject({ state: 'unproven', proof: expect.stringMatching(/^sponsio-[a-z2-9]{8}$/) as string });
  const prove = () => proveChannel(world.as(maya), { connectionId: made.id });
  await expect(prove()).rejects.toMatchObject({ code: 'connection.code_missing' });
  await box.command('accounts', { network: 'youtube', handle, bio: `I cook. ${made.proof}` });
  expect(await prove()).toMatchObject({ state: 'active', kind: 'public', proof: null });
  await syncAll(made.id);
  const account = await world.owner
    .selectFrom('social_accounts')
    .selectAll()
    .where('org_id', '=', maya.orgId)
    .executeTakeFirstOrThrow();
  expect(account).toMatchObject({ state: 'connected', source: 'api', handle });
  expect(account.followers).toBeGreaterThan(0);
});

test('a network that reports the end of a consent ends the connection', async () => {
  const id = await connectAccount(world, maya, 'instagram', handleOf('told'));
  const row = await world.owner
    .selectFrom('social_connections')
    .select('remote_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const api = { ...world.as(maya), actor: { kind: 'system' as const, name: 'network' } };
  expect(await endByNetwork(api, { network: 'instagram', remoteId: row.remote_id! })).toEqual({ ended: 1 });
  expect(await endByNetwork(api, { network: 'instagram', remoteId: row.remote_id! })).toEqual({ ended: 0 });
  await endConnection(world.system(), { id });
  expect(await mine(maya)).toEqual([]);
});
