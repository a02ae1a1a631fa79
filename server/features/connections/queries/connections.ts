import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { ConnectionKind, ConnectionState, SyncProblem } from '../schema.ts';
import type { Network } from '../rules.ts';

const COLUMNS = [
  'id',
  'org_id',
  'user_id',
  'network',
  'kind',
  'state',
  'remote_id',
  'handle',
  'name',
  'url',
  'proof',
  'account_id',
  'scopes',
  'refused',
  'access_ends_at',
  'consent_ends_at',
  'warned_at',
  'refresh_at',
  'refresh_claimed_at',
  'next_sync_at',
  'last_sync_at',
  'sync_cursor',
  'sync_pages',
  'posts_read',
  'posts_total',
  'backfilled_at',
  'problem',
  'problem_since',
  'failures',
  'picture_url',
  'picture_read_at',
  'comments_read_at',
  'ended_by',
  'created_at',
] as const;
export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof connectionById>>>;

export async function connectionById(db: Db, id: string) {
  return db.selectFrom('social_connections').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export const lockedConnection = (db: Db, id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('social_connections').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();

export async function connectionsOf(db: Db, orgId: string): Promise<ConnectionRow[]> {
  return db
    .selectFrom('social_connections')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .where('state', '<>', 'ending')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Lets the transactions that connect one account of a network follow each other. */
export async function lockRemote(db: Db, network: Network, remoteId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`social:${network}:${remoteId}`}, 0))`.execute(db);
}

/** The org that the account is connected to. */
export async function holderOf(db: Db, network: Network, remoteId: string): Promise<string | null> {
  const { rows } = await sql<{
    holder: string | null;
  }>`select social_account_holder(${network}, ${remoteId}) as holder`.execute(db);
  return rows[0]?.holder ?? null;
}

/** The org that has connected an account of this handle; `codes`: by a code in its description. */
export async function handleHolder(
  db: Db,
  { network, handle, codes }: { network: Network; handle: string; codes: boolean },
): Promise<string | null> {
  const { rows } = await sql<{
    holder: string | null;
  }>`select social_handle_holder(${network}, ${handle}, ${codes}) as holder`.execute(db);
  return rows[0]?.holder ?? null;
}

/** The org's own connection of this account that lives. */
export async function liveConnection(
  db: Db,
  input: { network: Network; remoteId: string },
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('social_connections')
    .select(COLUMNS)
    .where('network', '=', input.network)
    .where('remote_id', '=', input.remoteId)
    .where('state', 'in', ['active', 'consent_needed'])
    .executeTakeFirst();
}

export interface ConnectionChange {
  user_id?: string | null;
  kind?: ConnectionKind;
  state?: ConnectionState;
  remote_id?: string;
  handle?: string;
  name?: string;
  url?: string;
  proof?: string | null;
  account_id?: string | null;
  scopes?: string[];
  refused?: string[];
  access_ends_at?: Date | null;
  consent_ends_at?: Date | null;
  warned_at?: Date | null;
  refresh_at?: Date | null;
  refresh_claimed_at?: Date | null;
  next_sync_at?: Date | null;
  last_sync_at?: Date | null;
  sync_cursor?: string | null;
  sync_pages?: number;
  posts_read?: number;
  posts_total?: number | null;
  backfilled_at?: Date | null;
  problem?: SyncProblem | null;
  problem_since?: Date | null;
  failures?: number;
  picture_url?: string | null;
  picture_read_at?: Date;
  comments_read_at?: Date;
  ended_by?: 'owner' | 'network';
}

export async function insertConnection(
  db: Db,
  one: ConnectionChange & {
    id: string;
    org_id: string;
    network: Network;
    kind: ConnectionKind;
    state: ConnectionState;
    handle: string;
    name: string;
    url: string;
    at: Date;
  },
): Promise<void> {
  const { at, ...values } = one;
  await db
    .insertInto('social_connections')
    .values({ ...values, created_at: at, updated_at: at })
    .execute();
}

export async function updateConnection(db: Db, id: string, change: ConnectionChange & { at: Date }): Promise<void> {
  const { at, ...values } = change;
  await db
    .updateTable('social_connections')
    .set({ ...values, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** Ends what is connected of this account, or of one that is not proven; null where there is none that lives. */
export async function endConnections(
  db: Db,
  where: { id: string } | { network: Network; remoteId: string },
  by: 'owner' | 'network',
  at: Date,
): Promise<string[]> {
  let query = db
    .updateTable('social_connections')
    .set({ state: 'ending', ended_by: by, next_sync_at: at, failures: 0, updated_at: at })
    .where('state', '<>', 'ending');
  query =
    'id' in where
      ? query.where('id', '=', where.id)
      : query
          .where('network', '=', where.network)
          .where('remote_id', '=', where.remoteId)
          .where('kind', '=', 'consent');
  return (await query.returning('id').execute()).map(({ id }) => id);
}

export async function deleteConnection(db: Db, id: string): Promise<void> {
  await db.deleteFrom('social_connections').where('id', '=', id).execute();
}

export async function insertToken(
  db: Db,
  one: { id: string; connectionId: string; orgId: string; sealed: string; at: Date },
): Promise<void> {
  await db
    .insertInto('social_tokens')
    .values({ id: one.id, connection_id: one.connectionId, org_id: one.orgId, sealed: one.sealed, created_at: one.at })
    .execute();
}

/** The newest encrypted tokens. */
export async function newestToken(db: Db, connectionId: string): Promise<{ id: string; sealed: string } | undefined> {
  return db
    .selectFrom('social_tokens')
    .select(['id', 'sealed'])
    .where('connection_id', '=', connectionId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function deleteTokensBut(db: Db, connectionId: string, id: string): Promise<void> {
  await db.deleteFrom('social_tokens').where('connection_id', '=', connectionId).where('id', '<>', id).execute();
}

/** Counts calls before they are made; false where the window has no room for them. */
export async function takeCalls(
  db: Db,
  input: { network: Network; key: string; windowStart: Date; calls: number; limit: number },
): Promise<boolean> {
  const { rows } = await sql<{ used: number }>`
    insert into network_calls(network, key, window_start, used)
    values (${input.network}, ${input.key}, ${input.windowStart}, ${input.calls})
    on conflict (network, key, window_start) do update set used = network_calls.used + excluded.used
      where network_calls.used + excluded.used <= ${input.limit}
    returning used`.execute(db);
  return rows.length > 0;
}

export async function deletePastCalls(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from network_calls where window_start < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Ends the connections of orgs that are the person's alone, without a word of whose they were; returns their ids. */
export async function endConnectionsOfPerson(db: Db, userId: string, at: Date): Promise<string[]> {
  const own = sql<string>`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`delete from social_connections where state = 'unproven' and org_id in ${own}`.execute(db);
  await sql`update social_connections set user_id = null where user_id = ${userId}`.execute(db);
  const { rows } = await sql<{ id: string }>`
    update social_connections set state = 'ending', ended_by = 'owner', handle = '', name = '', url = '', remote_id = null, proof = null,
        next_sync_at = ${at}, updated_at = ${at}
      where org_id in ${own} returning id`.execute(db);
  return rows.map(({ id }) => id);
}

const RUNNING = ['active', 'consent_needed', 'ending'] as const;

export async function runningConnections(
  db: Db,
  { before, ...page }: IdPage & { before: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('social_connections')
    .select('id')
    .where('state', 'in', [...RUNNING])
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function overdueConnections(
  db: Db,
  { ids, since }: { ids: string[]; since: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('social_connections')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['active', 'ending'])
    .where('next_sync_at', '<', since)
    .execute();
}

export async function isRunning(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('social_connections')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', [...RUNNING])
    .executeTakeFirst();
  return row !== undefined;
}
