import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

/** What is shown of creators, by id. */
export async function foundCreators(db: Db, orgIds: readonly string[]) {
  return db
    .selectFrom('creator_search as s')
    .innerJoin('creator_profiles as p', 'p.org_id', 's.org_id')
    .innerJoin('orgs as o', 'o.id', 's.org_id')
    .select([
      's.org_id',
      'p.handle',
      'p.headline',
      'p.languages',
      'p.niches',
      'o.name',
      'o.city',
      'o.country',
      's.place_id',
      's.lat',
      's.lon',
      's.price_amount',
      's.price_currency',
      's.rating',
      's.available',
      's.service',
      's.service_km',
      's.hides_rates',
      's.verified',
      's.audience',
      's.last_post_at',
      's.facets',
    ])
    .select(sql<string | null>`to_char(s.free_from, 'YYYY-MM-DD')`.as('free_from'))
    .where('s.org_id', '=', sql<string>`any(${[...orgIds]}::uuid[])`)
    .execute();
}
export type FoundRow = Awaited<ReturnType<typeof foundCreators>>[number];

/** What a preview shows of creators, in the order of the ids. */
export async function previewRows(db: Db, orgIds: readonly string[]) {
  return db
    .selectFrom('creator_search as s')
    .select([
      's.niches',
      's.country',
      's.place_id',
      's.instagram_followers',
      's.instagram_engagement',
      's.tiktok_followers',
      's.tiktok_engagement',
      's.youtube_followers',
      's.youtube_engagement',
    ])
    .where('s.org_id', '=', sql<string>`any(${[...orgIds]}::uuid[])`)
    .orderBy(sql`array_position(${[...orgIds]}::uuid[], s.org_id)`)
    .execute();
}
export type PreviewRow = Awaited<ReturnType<typeof previewRows>>[number];

/** Of creators whom the searching org may find, in the order of the handles. */
export async function orgIdsOfHandles(db: Db, handles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    select s.org_id from unnest(${[...handles]}::text[]) with ordinality as h(handle, n) join creator_search s using (handle)
      where s.org_id <> all(array(select orgs_blocked())) order by h.n`.execute(db);
  return rows.map((row) => row.org_id);
}

/** Which of the lexemes stand in each creator's texts. */
export async function heldLexemes(
  db: Db,
  { orgIds, lexemes }: { orgIds: readonly string[]; lexemes: readonly string[] },
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ org_id: string; held: string[] }>`
    select s.org_id, array(select w.lexeme from unnest(s.words) w where w.lexeme = any(${[...lexemes]}::text[])) as held
      from creator_search s where s.org_id = any(${[...orgIds]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.org_id, new Set(row.held)]));
}

export async function insertBlock(db: Db, input: { orgId: string; blockedOrg: string; at: Date }): Promise<void> {
  await db
    .insertInto('org_blocks')
    .values({ org_id: input.orgId, blocked_org: input.blockedOrg, created_at: input.at })
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function deleteBlock(db: Db, input: { orgId: string; blockedOrg: string }): Promise<void> {
  await db
    .deleteFrom('org_blocks')
    .where('org_id', '=', input.orgId)
    .where('blocked_org', '=', input.blockedOrg)
    .execute();
}

/** Of the orgs that are the person's alone. */
export async function deleteBlocksOfPerson(db: Db, userId: string): Promise<void> {
  await sql`delete from org_blocks where org_id in (
    select m.org_id from org_members m where m.user_id = ${userId}
      and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`.execute(db);
}

/** Makes the rows again of creators whose stars have become visible by time alone; returns how many. */
export async function refreshDueRatings(db: Db): Promise<number> {
  const { rows } = await sql<{ made: number }>`select refresh_due_ratings() as made`.execute(db);
  return rows[0]?.made ?? 0;
}
