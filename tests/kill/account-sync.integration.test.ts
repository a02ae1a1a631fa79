import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backup } from '../../scripts/lib/backup.ts';
import type { OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { openTokens } from '../../server/features/connections/network.ts';
import { dayOf, NETWORKS, type Network } from '../../server/features/connections/rules.ts';

import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import type { RemotePost, SocialTokens } from '../../server/integrations/social/social.ts';
import { consent } from '../server/integrations/social/harness.ts';
import { noteFigures } from '../support/chaos/chosen.ts';
import type { Victim } from '../support/killable-stack.ts';
import { createOrg } from '../support/people.ts';
import { connectAccount } from '../support/social.ts';
import { backupFolder, startSyncStack, type SyncStack } from '../support/sync-stack.ts';
import { eventually } from '../support/worker.ts';

/** `npm run chaos:sync` plays with 100 accounts and 12 kills. */
const ACCOUNTS = Number(process.env['SYNC_ACCOUNTS'] ?? 3);
const KILLS = Number(process.env['SYNC_KILLS'] ?? 4);
const VICTIMS: readonly Victim[] = ['worker', 'postgres', 'api', 'temporal'];
/** Times at which each TikTok token is due. */
const PERIODS = 2;
const DAY_MS = 86_400_000;
/** Longer than a call waits for its answer. */
const CALL_MS = 17_000;
/** One row of faults with a kill, on accounts of the networks in their order; then the next row. */
const FAULTS = [
  ['timeout_before', 'timeout_after', '429'],
  ['500', 'half_page', 'double_page'],
  ['scope_withdrawn', '401', 'down'],
] as const;
type Kind = (typeof FAULTS)[number][number];
/** The call that lists posts. */
const LIST = { instagram: 'instagram.media', tiktok: 'tiktok.videos', youtube: 'youtube.playlist' } as const;
const INSIGHTS = 'instagram_business_manage_insights';
const TOKEN = 'IGAA[A-Za-z0-9_-]{20}|act\\.[A-Za-z0-9_-]{20}|ya29\\.[A-Za-z0-9_-]{20}';
const hasToken = (text: string): boolean => new RegExp(TOKEN, 'u').test(text);

interface Account {
  id: string;
  who: OrgActor;
  network: Network;
  handle: string;
}

let stack: SyncStack;
const accounts: Account[] = [];
const ofNetwork = (network: Network) => accounts.filter((account) => account.network === network);
/** Consents that were given again, and periods in which a renewal was due, by account. */
const consents = new Map<string, number>();
const periods = new Map<string, number>();
const count = (map: Map<string, number>, id: string) => map.set(id, (map.get(id) ?? 0) + 1);

beforeAll(async () => {
  stack = await startSyncStack('chaos_sync');
}, 180_000);
afterAll(async () => stack?.stop(), 60_000);

const owner = () => stack.world.owner;
const rowOf = (id: string) =>
  owner().selectFrom('social_connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Moves the times of a connection to now, and its views to yesterday, as if a day had passed. */
async function due(account: Account, { refresh = false } = {}): Promise<void> {
  const now = new Date();
  await sql`
    update social_posts p set views_read_at = ${new Date(now.getTime() - DAY_MS)}
      from social_connections c where c.id = ${account.id} and p.account_id = c.account_id and p.views_read_at is not null`.execute(
    owner(),
  );
  const changed = await owner()
    .updateTable('social_connections')
    .set({ next_sync_at: now, ...(refresh ? { refresh_at: now } : {}) })
    .where('id', '=', account.id)
    .where('state', '=', 'active')
    .$if(refresh, (q) => q.where('refresh_claimed_at', 'is', null))
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return;
  if (refresh) count(periods, account.id);
  await signalWorkflow(stack.world.system(), 'accountSync', account.id, 'due', newId());
}

async function consentAgain({ who, network, handle, id }: Account): Promise<void> {
  count(consents, id);
  await connectAccount(stack.world, who, network, handle);
}

async function consentWhereNeeded(): Promise<void> {
  const rows = await owner()
    .selectFrom('social_connections')
    .select('id')
    .where('state', '=', 'consent_needed')
    .execute();
  for (const account of accounts) if (rows.some(({ id }) => id === account.id)) await consentAgain(account);
}

/** One fault of each kind of a row, on accounts of their own, then the due calls that meet them. */
async function addFaults(kinds: readonly Kind[]): Promise<Account[]> {
  const targets: Account[] = [];
  for (const [at, kind] of kinds.entries()) {
    const network = NETWORKS[at % NETWORKS.length]!;
    const choice = ofNetwork(network);
    const target = choice[randomInt(choice.length)]!;
    targets.push(target);
    await stack.box.command('faults', {
      kind,
      network,
      handle: target.handle,
      call: kind === 'scope_withdrawn' ? 'instagram.insights' : LIST[network],
      retry_after_seconds: 1,
      ...(kind === 'scope_withdrawn' ? { scope: INSIGHTS } : {}),
    });
    // The calls for the views of a post meet the same faults; an account that posts no more, or without the scope, makes none.
    const readsViews =
      stack.box.world.account(network, target.handle)?.character !== 'dormant' &&
      !(await rowOf(target.id)).refused.includes(INSIGHTS);
    if (network === 'instagram' && kind !== 'scope_withdrawn' && readsViews)
      await stack.box.command('faults', {
        kind,
        network,
        handle: target.handle,
        call: 'instagram.media_insights',
        retry_after_seconds: 1,
      });
  }
  return targets;
}

/** Waits until the networks have met every fault with a call; a fault that no call meets fails the run. */
async function metAll(targets: readonly Account[], what: string): Promise<void> {
  let asked = Date.now();
  await eventually(
    `calls that meet ${what}`,
    async () => {
      if (stack.box.world.faults().length === 0) return true;
      if (Date.now() - asked < 3_000) return false;
      asked = Date.now();
      for (const account of targets) await due(account);
      return false;
    },
    120_000,
  ).catch(async (error: Error) => {
    const rows = await owner().selectFrom('social_connections').selectAll().execute();
    const left = JSON.stringify({ faults: stack.box.world.faults(), rows });
    throw new Error(`${error.message}: ${left}`, { cause: error });
  });
}

/** A renewal whose answer was lost is repeated after two minutes; here once its call has surely ended. */
async function settleRefreshes(): Promise<void> {
  await eventually(
    'the renewals of the period',
    async () => {
      const late = new Date(Date.now() - CALL_MS);
      const { rows } = await sql<{ id: string }>`
        update social_connections set refresh_claimed_at = now() - interval '121 seconds'
          where network = 'tiktok' and refresh_claimed_at < ${late} and refresh_claimed_at > now() - interval '121 seconds' and state = 'active'
          returning id`.execute(owner());
      for (const account of accounts) if (rows.some(({ id }) => id === account.id)) await due(account);
      const open = await owner()
        .selectFrom('social_connections')
        .select('id')
        .where('network', '=', 'tiktok')
        .where('state', '=', 'active')
        .where((eb) => eb.or([eb('refresh_claimed_at', 'is not', null), eb('refresh_at', '<=', new Date())]))
        .execute();
      return open.length === 0;
    },
    180_000,
  );
}

interface Begun {
  result: { data: { json: { url: string } } };
}
interface Finished {
  result?: { data: { json: { outcome: string } } };
}
const post = async <T>(path: string, input: unknown): Promise<T | null> => {
  const answer = await stack.persona
    .fetch(`/api/trpc/connections.${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-key': newId() },
      body: JSON.stringify({ json: input }),
    })
    .catch(() => null);
  return answer ? ((await answer.json().catch(() => null)) as T | null) : null;
};

/** Connects an account at the API, which is killed while it answers the return; the person returns again, or begins again. */
async function connectWhileKilled(handle: string): Promise<void> {
  const client = stack.world.integrations.social.instagram!;
  const begin = async () => {
    const begun = await eventually('a begin', () => post<Begun>('begin', { network: 'instagram' }));
    const back = await consent(client, handle, { url: begun.result.data.json.url });
    return {
      network: 'instagram',
      state: back.searchParams.get('state'),
      code: back.searchParams.get('code'),
      error: null,
    };
  };
  let back = await begin();
  await stack.killAndRestart('api', async () => {
    void post('finish', back);
    await new Promise((resolve) => setTimeout(resolve, randomInt(60)));
  });
  await eventually(
    `${handle} to be connected`,
    async () => {
      const outcome = (await post<Finished>('finish', back))?.result?.data.json.outcome;
      // The call that was killed had claimed the state: after a minute it is over.
      if (outcome === 'expired' || outcome === 'working') back = await begin();
      return outcome === 'connected';
    },
    90_000,
  );
}

async function tokensOf({ id }: Account): Promise<SocialTokens> {
  const stored = await owner()
    .selectFrom('social_tokens')
    .select('sealed')
    .where('connection_id', '=', id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return openTokens(stack.world.system(), stored.sealed, id);
}

/** Posts of the last 300 days as the network has them. */
async function postsAtNetwork({ id, network }: Account, tokens: SocialTokens): Promise<RemotePost[]> {
  const { remote_id: remoteId } = await rowOf(id);
  const client = stack.world.integrations.social[network]!;
  const since = Date.now() - 300 * DAY_MS;
  const found: RemotePost[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof client.posts>> = await client.posts(tokens, remoteId!, cursor);
    found.push(...page.items.filter(({ at }) => at.getTime() > since));
    cursor = (page.items.at(-1)?.at.getTime() ?? 0) > since ? page.next : null;
  } while (cursor !== null);
  return found;
}

/** What of an account differs from the network: posts, posts by day, reach by day, days that stand twice. */
async function differences(account: Account): Promise<string[]> {
  const wrong: string[] = [];
  const { account_id: accountId } = await rowOf(account.id);
  const tokens = await tokensOf(account);
  const client = stack.world.integrations.social[account.network]!;
  const network = await postsAtNetwork(account, tokens);
  const posts = await owner()
    .selectFrom('social_posts')
    .select(['remote_id', 'at', 'views'])
    .where('account_id', '=', accountId!)
    .where('at', '>', new Date(Date.now() - 300 * DAY_MS))
    .execute();
  const ids = network.map(({ remoteId }) => remoteId).toSorted();
  if (JSON.stringify(posts.map((post) => post.remote_id).toSorted()) !== JSON.stringify(ids))
    wrong.push(`${posts.length} posts, ${ids.length} at the network`);
  // The views of an older post do not move any more.
  if (account.network === 'instagram')
    for (const { remote_id: postId, at, views } of posts.filter(
      (post) => post.at.getTime() < Date.now() - 60 * DAY_MS,
    )) {
      const counted = await client.postViews!(tokens, postId);
      if (views === null || Number(views) !== counted)
        wrong.push(`${at.toISOString()}: ${views ?? 'no'} views, ${counted} at the network`);
    }
  const days = await owner().selectFrom('account_days').selectAll().where('account_id', '=', accountId!).execute();
  const byDay = new Map(days.map((row) => [dayOf(new Date(row.day)), row]));
  if (byDay.size !== days.length) wrong.push(`${days.length - byDay.size} days twice`);
  const [from, today] = [dayOf(new Date(Date.now() - 299 * DAY_MS)), dayOf(new Date())];
  const published = new Map<string, number>();
  for (const { at } of network) published.set(dayOf(at), (published.get(dayOf(at)) ?? 0) + 1);
  for (const [day, n] of published)
    if (day > from && day < today && byDay.get(day)?.posts !== n)
      wrong.push(`${day}: ${byDay.get(day)?.posts ?? 'no'} posts, ${n} at the network`);
  for (const { day, reach } of await client.days(tokens, dayOf(new Date(Date.now() - 29 * DAY_MS)), today))
    if (reach !== null && byDay.get(day)?.reach !== reach)
      wrong.push(`${day}: reach ${byDay.get(day)?.reach ?? 'unknown'}, ${reach} at the network`);
  if (account.network === 'instagram' && days.filter(({ reach }) => reach !== null).length < 28)
    wrong.push('fewer than 28 days with reach');
  if (byDay.get(today)?.followers == null && byDay.get(dayOf(new Date(Date.now() - DAY_MS)))?.followers == null)
    wrong.push('no followers of the day');
  return wrong.map((one) => `${account.handle}: ${one}`);
}

/** Where a token stands in clear: tables, logs, Temporal's own files, histories, a backup. */
async function placesWithTokens(): Promise<string[]> {
  const found: string[] = [];
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    owner(),
  );
  for (const { name } of rows) {
    const hit = await sql`select 1 from ${sql.table(name)} t where t::text ~ ${TOKEN} limit 1`.execute(owner());
    if (hit.rows.length > 0) found.push(`table ${name}`);
  }
  for (const file of stack.logFiles) if (hasToken(readFileSync(file, 'utf8'))) found.push(file);
  for (const file of readdirSync(stack.temporalFolder, { recursive: true, withFileTypes: true }))
    if (file.isFile() && hasToken(readFileSync(join(file.parentPath, file.name), 'latin1'))) found.push(file.name);
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const client = new Client({ connection });
  for (const { id } of accounts) {
    const history = await client.workflow.getHandle(`social-account/${id}`).fetchHistory();
    if (hasToken(historyToJSON(history))) found.push(`history of ${id}`);
  }
  await connection.close();
  const folder = backupFolder();
  const { tables } = await backup(stack.world.database.DATABASE_OWNER_URL, folder);
  if (!tables.some(({ table, rows: n }) => table === 'social_tokens' && n >= ACCOUNTS))
    found.push('a backup without tokens');
  for (const { file } of tables)
    if (hasToken(gunzipSync(readFileSync(join(folder, file))).toString('utf8'))) found.push(`backup ${file}`);
  return found;
}

test(
  `${ACCOUNTS} accounts, every fault, ${KILLS} kills of worker, Postgres, API and Temporal: each day and post once, one renewal per period`,
  async () => {
    const began = Date.now();
    for (let n = 0; n < ACCOUNTS; n += 1) {
      const network = NETWORKS[n % NETWORKS.length]!;
      const who = await createOrg(stack.world, 'creator', 'Chaos');
      const handle = `chaos.${n}`;
      accounts.push({ id: await connectAccount(stack.world, who, network, handle), who, network, handle });
    }
    const overApi: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const kinds = FAULTS[kill % FAULTS.length]!;
      const targets = await addFaults(kinds);
      if (kill < PERIODS) {
        // The answer to a renewal is lost: the pair that the network made must not become two.
        if (kill === 0)
          await stack.box.command('faults', { kind: 'timeout_after', network: 'tiktok', call: 'tiktok.token' });
        for (const account of ofNetwork('tiktok')) await due(account, { refresh: true });
      }
      for (const account of accounts) await due(account);
      await new Promise((resolve) => setTimeout(resolve, randomInt(100, 1_200)));
      const victim = VICTIMS[kill % VICTIMS.length]!;
      if (victim === 'api') {
        overApi.push(`chaos.api.${kill}`);
        await connectWhileKilled(overApi.at(-1)!);
      } else await stack.killAndRestart(victim);
      await metAll(targets, kinds.join(', '));
      if (kill < PERIODS) await settleRefreshes();
      await consentWhereNeeded();
    }
    stack.box.world.removeFaults();

    const since = new Date();
    for (const account of accounts) {
      const row = await rowOf(account.id);
      // What was taken back is granted again, so that nothing may be missing.
      if (row.state === 'consent_needed' || row.refused.length > 0) await consentAgain(account);
      await due(account);
    }
    for (const account of accounts)
      await eventually(
        `${account.handle} to be up to date`,
        async () => {
          const row = await rowOf(account.id);
          if (row.state === 'consent_needed') await consentAgain(account);
          else if (row.problem !== null) await due(account);
          return row.last_sync_at !== null && row.last_sync_at > since && row.sync_cursor === null;
        },
        120_000,
      );

    const calls = stack.box.world.calls();
    const met = new Map<string, number>();
    for (const { fault } of calls) if (fault) count(met, fault);
    const over = calls.filter(({ overQuota }) => overQuota);
    noteFigures({ accounts: ACCOUNTS, kills: KILLS, faults: met.size, calls: calls.length, overQuota: over.length });
    expect([...met.keys()].toSorted()).toEqual(FAULTS.flat().toSorted());
    expect(over).toEqual([]);

    const wrong: string[] = [];
    for (const account of accounts) wrong.push(...(await differences(account)));
    noteFigures({ differences: wrong.length });
    expect(wrong).toEqual([]);
    for (const handle of overApi)
      expect(
        await owner().selectFrom('social_connections').select('handle').where('handle', '=', handle).execute(),
      ).toHaveLength(1);

    // By the sandbox's own records: the first pair, one for each period, one for each new consent.
    const state = JSON.parse(readFileSync(join(stack.box.stateDir, 'state.json'), 'utf8')) as {
      tokens: Record<string, { grant: string; kind: string }>;
      grants: Record<string, { handle: string; network: string }>;
    };
    let [expected, renewals] = [0, 0];
    const other: string[] = [];
    for (const { id, handle } of ofNetwork('tiktok')) {
      const grants = Object.entries(state.grants).flatMap(([grant, one]) => (one.handle === handle ? [grant] : []));
      const pairs = Object.values(state.tokens).filter(
        ({ grant, kind }) => grants.includes(grant) && kind === 'refresh',
      );
      const renewed = pairs.length - 1 - (consents.get(id) ?? 0);
      expected += periods.get(id) ?? 0;
      renewals += renewed;
      if (renewed !== (periods.get(id) ?? 0)) other.push(`${handle}: ${renewed} renewals`);
    }
    noteFigures({ periods: expected, renewals, otherRenewals: other.length });
    expect(other).toEqual([]);
    expect(expected).toBe(PERIODS * ofNetwork('tiktok').length);

    // The pattern finds a token where there is one.
    for (const account of accounts.slice(0, NETWORKS.length))
      expect(hasToken((await tokensOf(account)).access)).toBe(true);
    const inClear = await placesWithTokens();
    noteFigures({ tokens: inClear.length, seconds: Math.round((Date.now() - began) / 1_000) });
    expect(inClear).toEqual([]);
  },
  Math.max(300_000, ACCOUNTS * 15_000),
);
