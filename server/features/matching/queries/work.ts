import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Batch } from '../../../../db/batch.ts';
import { readCandidate, type CandidateRow } from './candidates.ts';

/** The creator as others find it, or as it will be found once its profile is published; null without a profile. */
export async function ownCandidate(
  db: Db,
  orgId: string,
): Promise<{ row: CandidateRow; followers: number; isPublished: boolean } | null> {
  const found = await readCandidate(db, orgId);
  if (found) return { ...found, isPublished: true };
  const profile = await db
    .selectFrom('creator_profiles as p')
    .innerJoin('orgs as o', 'o.id', 'p.org_id')
    .select(['p.org_id', 'p.niches', 'p.languages', 'p.available', 'p.refused', 'o.country', 'o.lat', 'o.lon'])
    .select(['p.service', 'p.service_km as serviceKm'])
    .select(sql<string | null>`to_char(p.free_from, 'YYYY-MM-DD')`.as('freeFrom'))
    .where('p.org_id', '=', orgId)
    .executeTakeFirst();
  if (!profile) return null;
  const { languages, ...row } = profile;
  return {
    row: {
      ...row,
      facets: [...row.niches.map((niche) => `n:${niche}`), ...languages.map((language) => `l:${language}`)],
      price: null,
      prices: [],
      audience: {},
      views: null,
      last_post_at: null,
    },
    followers: 0,
    isPublished: false,
  };
}

/** Exclusivity that the creator owes brands now, by category in lower case. */
export async function ownExclusivity(
  db: Db,
  { orgId, now }: { orgId: string; now: Date },
): Promise<{ category: string; brandOrg: string }[]> {
  const { rows } = await sql<{ category: string; brandOrg: string }>`
    select lower(btrim(c.terms->'exclusivity'->>'category')) as category, c.brand_org as "brandOrg"
      from contracts c
      where c.creator_org = ${orgId} and c.state in ('active', 'completed') and (c.terms->'exclusivity'->>'days')::int > 0
        and (c.state = 'active' or c.completed_at + make_interval(days => (c.terms->'exclusivity'->>'days')::int) > ${now})`.execute(
    db,
  );
  return rows;
}

/** Orgs that this org blocked, and those that blocked it. */
export async function blockedWith(db: Db, orgId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from orgs_blocked_with(${orgId}::uuid) as b(id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function hiddenCampaigns(db: Db, orgId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('hidden_campaigns').select('campaign_id').where('org_id', '=', orgId).execute();
  return new Set(rows.map((row) => row.campaign_id));
}

export async function hideCampaign(db: Db, input: { orgId: string; campaignId: string; at: Date }): Promise<void> {
  await db
    .insertInto('hidden_campaigns')
    .values({ org_id: input.orgId, campaign_id: input.campaignId, hidden_at: input.at })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** All of the creator's, or one. */
export async function showCampaigns(db: Db, input: { orgId: string; campaignId: string | null }): Promise<void> {
  await sql`delete from hidden_campaigns where org_id = ${input.orgId}
    and (${input.campaignId}::uuid is null or campaign_id = ${input.campaignId}::uuid)`.execute(db);
}

/** A ranking of campaigns as a creator is shown it; the same one again within the hour is the same showing. */
export async function insertCreatorRun(
  db: Db,
  run: { id: string; orgId: string; considered: number; at: Date; results: readonly object[] },
): Promise<void> {
  const results = JSON.stringify(run.results);
  const hourBefore = new Date(run.at.getTime() - 3_600_000);
  await sql`insert into creator_match_runs (id, org_id, considered, made_at, results)
    select ${run.id}::uuid, ${run.orgId}::uuid, ${run.considered}::int, ${run.at}::timestamptz, ${results}::jsonb
      where not exists (select from creator_match_runs r where r.org_id = ${run.orgId} and r.made_at > ${hourBefore}
        and r.results = ${results}::jsonb)`.execute(db);
}

/** What creators of this person alone were shown and hid. */
export async function deleteWorkOfPerson(db: Db, userId: string): Promise<void> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`delete from creator_match_runs where org_id in ${own}`.execute(db);
  await sql`delete from hidden_campaigns where org_id in ${own}`.execute(db);
  await sql`delete from campaign_fits where creator_org in ${own}`.execute(db);
}

export async function deleteOldCreatorRuns(db: Db, { before, limit }: Batch): Promise<number> {
  const { numAffectedRows } = await sql`delete from creator_match_runs where id in (
    select id from creator_match_runs where made_at < ${before} order by made_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
