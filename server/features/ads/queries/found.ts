import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { holdsText, type RecordSearch } from '../../../../db/text-search.ts';
import type { AdState } from '../rules.ts';
import type { AdKind } from '../schema.ts';

/** Own ads by their title, in any state. */
export async function findOwnAds(
  db: Db,
  { orgId, text, limit }: RecordSearch,
): Promise<{ id: string; title: string; state: AdState; city: string | null }[]> {
  return db
    .selectFrom('ads as a')
    .select(['a.id', 'a.title', 'a.state', 'a.city'])
    .where('a.org_id', '=', orgId)
    .where('a.title', '<>', '')
    .where(holdsText(text, sql.ref('a.title')))
    .orderBy('a.updated_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
}

/** So many of the newest live ads are looked at: they are read by their index, in this order. */
const LOOKED_AT = 500;

/** Live ads of the other side by their title or owner, in neither direction blocked, the newest first. */
export async function findLiveAds(
  db: Db,
  { orgId, text, limit, kind, now }: RecordSearch & { kind: AdKind; now: Date },
): Promise<{ id: string; title: string; owner: string }[]> {
  const { rows } = await sql<{ id: string; title: string; owner: string }>`
    select a.id, a.title, o.name as owner
      from (select x.id, x.title, x.org_id, x.posted_at from ads x
        where x.state = 'live' and x.kind = ${kind} and x.ends_at > ${now} and x.org_id <> ${orgId}
          and x.org_id <> all(array(select orgs_blocked()))
        order by x.posted_at desc, x.id desc limit ${sql.lit(LOOKED_AT)}) a
      join orgs o on o.id = a.org_id and o.suspended_at is null and o.closed_at is null
     where ${holdsText(text, sql.ref('a.title'), sql.ref('o.name'))}
     order by a.posted_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The ad that a case is about. */
export async function adOfCase(db: Db, caseId: string) {
  return db
    .selectFrom('cases as c')
    .innerJoin('ads as a', (join) => join.on(sql<boolean>`a.id::text = split_part(c.key, ':', 1)`))
    .innerJoin('orgs as o', 'o.id', 'a.org_id')
    .select(['a.id as adId', 'a.title', 'a.body', 'a.goods', 'a.state', 'o.name as ownerName'])
    .where('c.id', '=', caseId)
    .where('c.kind', '=', 'ad_reported')
    .executeTakeFirst();
}
