import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { behind, nextById, placeTime, type IdPage, type ListPlace, inIndexOrder } from '../../../db/keyset.ts';
import type { Filters } from '../discovery/filters/schema.ts';

const searches = (db: Db, orgId: string) =>
  db
    .selectFrom('saved_searches as s')
    .select([
      's.id',
      's.name',
      's.filters',
      's.alert',
      's.created_at',
      's.next_digest_at',
      's.last_digest_at',
      placeTime('s.created_at').as('place'),
    ])
    .select(
      sql<number>`(select count(*)::int from saved_search_results r join creator_search c on c.org_id = r.creator_org
        where r.search_id = s.id and r.digest_at is not null and r.creator_org <> all(array(select orgs_blocked())))`.as(
        'found',
      ),
    )
    .where('s.org_id', '=', orgId);
export type SearchRow = NonNullable<Awaited<ReturnType<typeof searchById>>>;

export const searchesOf = (db: Db, orgId: string, page: { after: ListPlace | null; limit: number }) =>
  searches(db, orgId)
    .where(behind('s.created_at', 's.id', 'descending', page.after))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(page.limit)
    .execute();

export const searchById = (db: Db, which: { orgId: string; id: string }) =>
  searches(db, which.orgId).where('s.id', '=', which.id).executeTakeFirst();

export const searchByName = (db: Db, which: { orgId: string; name: string }) =>
  searches(db, which.orgId)
    .where(sql`lower(s.name)`, '=', sql`lower(${which.name})`)
    .executeTakeFirst();

/** Waits for other acts on the org's searches, until the transaction ends: they count before they add. */
export async function lockSearches(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`searches:${orgId}`}, 0))`.execute(db);
}

export async function countSearches(db: Db, orgId: string): Promise<{ all: number; alerts: number }> {
  return db
    .selectFrom('saved_searches')
    .select([sql<number>`count(*)::int`.as('all'), sql<number>`(count(*) filter (where alert))::int`.as('alerts')])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
}

export async function insertSearch(
  db: Db,
  search: { id: string; orgId: string; name: string; filters: Filters; by: string; at: Date },
): Promise<void> {
  await db
    .insertInto('saved_searches')
    .values({
      id: search.id,
      org_id: search.orgId,
      name: search.name,
      filters: JSON.stringify(search.filters),
      created_by: search.by,
      created_at: search.at,
      updated_at: search.at,
    })
    .execute();
}

export async function updateSearch(
  db: Db,
  which: { orgId: string; id: string; at: Date },
  set: { name?: string; alert?: boolean; next_digest_at?: Date | null },
): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ ...set, updated_at: which.at })
    .where('id', '=', which.id)
    .where('org_id', '=', which.orgId)
    .execute();
}

export async function deleteSearchRow(db: Db, which: { orgId: string; id: string }): Promise<void> {
  await db.deleteFrom('saved_searches').where('id', '=', which.id).where('org_id', '=', which.orgId).execute();
}

/** The zone of the org's first owner. */
export async function zoneOf(db: Db, orgId: string): Promise<string> {
  const row = await db
    .selectFrom('org_members as m')
    .innerJoin('profiles as p', 'p.id', 'm.user_id')
    .select('p.time_zone')
    .where('m.org_id', '=', orgId)
    .where('m.role', '=', 'owner')
    .orderBy('m.created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.time_zone ?? 'UTC';
}

/** Stores results that the search does not know yet, and returns them. */
export async function insertResults(
  db: Db,
  {
    searchId,
    orgId,
    creators,
    digestAt,
  }: { searchId: string; orgId: string; creators: readonly string[]; digestAt: Date | null },
): Promise<string[]> {
  const { rows } = await sql<{ creator_org: string }>`
    insert into saved_search_results (search_id, org_id, creator_org, digest_at)
    select ${searchId}, ${orgId}, c, ${digestAt}::timestamptz from unnest(${[...creators]}::uuid[]) c
    on conflict do nothing returning creator_org`.execute(db);
  return rows.map((row) => row.creator_org);
}

/** Creators whom the digests of a search named and who may be shown, the last first. */
export const newResults = (db: Db, which: { searchId: string; after: ListPlace | null; limit: number }) =>
  inIndexOrder(db, () =>
    db
      .selectFrom('saved_search_results as r')
      .innerJoin('creator_search as c', 'c.org_id', 'r.creator_org')
      .select(['r.creator_org', placeTime('r.digest_at').as('place')])
      .select(sql<Date>`r.digest_at`.as('digest_at'))
      .where('r.search_id', '=', which.searchId)
      .where('r.digest_at', 'is not', null)
      .where(sql<boolean>`r.creator_org <> all(array(select orgs_blocked()))`)
      .where(behind('r.digest_at', 'r.creator_org', 'descending', which.after))
      .orderBy('r.digest_at', 'desc')
      .orderBy('r.creator_org', 'desc')
      .limit(which.limit)
      .execute(),
  );

/** A search with a digest, locked, with what stops it: its org is suspended or closed. */
export async function watchedSearch(db: Db, id: string) {
  return db
    .selectFrom('saved_searches as s')
    .innerJoin('orgs as o', 'o.id', 's.org_id')
    .select(['s.id', 's.org_id', 's.name', 's.filters', 's.created_by', 's.next_digest_at'])
    .select(sql<boolean>`o.suspended_at is not null or o.closed_at is not null`.as('stopped'))
    .where('s.id', '=', id)
    .where('s.alert', '=', true)
    .forUpdate('s')
    .executeTakeFirst();
}

export async function setDigestTimes(db: Db, which: { id: string; at: Date; next: Date }): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ last_digest_at: which.at, next_digest_at: which.next, updated_at: which.at })
    .where('id', '=', which.id)
    .execute();
}

export async function openSearches(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('saved_searches')
    .select('id')
    .where('alert', '=', true)
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function overdueSearches(
  db: Db,
  { ids, since }: { ids: string[]; since: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('saved_searches')
    .select('id')
    .where('id', 'in', ids)
    .where('alert', '=', true)
    .where('next_digest_at', '<', since)
    .execute();
}

export async function hasAlert(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('saved_searches')
    .select('id')
    .where('id', '=', id)
    .where('alert', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Part of a person's erasure: searches of the orgs that are the person's alone, and those orgs among the results of others. */
export async function deleteSearchesOfPerson(db: Db, userId: string): Promise<void> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`delete from saved_search_results where org_id in ${own} or creator_org in ${own}`.execute(db);
  await sql`delete from saved_searches where org_id in ${own}`.execute(db);
}
