import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { FitPart } from '../rules.ts';

/** What is known of a campaign's newest ranking. */
export async function matchesRow(db: Db, campaignId: string) {
  return db.selectFrom('campaign_matches').selectAll().where('campaign_id', '=', campaignId).executeTakeFirst();
}

/** State of a campaign with that of its ranking, as the workflow reads it. */
export async function rankingState(db: Db, campaignId: string) {
  return db
    .selectFrom('campaigns as c')
    .leftJoin('campaign_matches as m', 'm.campaign_id', 'c.id')
    .select(['c.brand_org', 'c.state', 'c.updated_at', 'm.state as ranking', 'm.made_at', 'm.stale_at', 'm.due_at'])
    .where('c.id', '=', campaignId)
    .executeTakeFirst();
}

/** Two runs for one campaign wait for each other. */
export async function lockRanking(db: Db, campaignId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`campaign-matches:${campaignId}`}, 0))`.execute(db);
}

export async function fitsOf(db: Db, campaignId: string) {
  return db
    .selectFrom('campaign_fits')
    .select(['creator_org as creatorOrg', 'fit', 'reason', 'found_at as foundAt'])
    .where('campaign_id', '=', campaignId)
    .orderBy('position')
    .execute();
}

export interface Ranking {
  campaignId: string;
  brandOrg: string;
  considered: number;
  firstMadeAt: Date;
  at: Date;
  dueAt: Date;
  noticedAt: Date | null;
  fits: readonly { creatorOrg: string; fit: number; reason: FitPart | null; foundAt: Date }[];
}

export async function saveRanking(db: Db, ranking: Ranking): Promise<void> {
  const set = {
    state: 'ready' as const,
    considered: ranking.considered,
    made_at: ranking.at,
    stale_at: null,
    due_at: ranking.dueAt,
    noticed_at: ranking.noticedAt,
  };
  await db
    .insertInto('campaign_matches')
    .values({
      campaign_id: ranking.campaignId,
      brand_org: ranking.brandOrg,
      first_made_at: ranking.firstMadeAt,
      ...set,
    })
    .onConflict((c) => c.column('campaign_id').doUpdateSet(set))
    .execute();
  await db.deleteFrom('campaign_fits').where('campaign_id', '=', ranking.campaignId).execute();
  if (ranking.fits.length === 0) return;
  await db
    .insertInto('campaign_fits')
    .values(
      ranking.fits.map(({ creatorOrg, fit, reason, foundAt }, i) => ({
        campaign_id: ranking.campaignId,
        brand_org: ranking.brandOrg,
        position: i + 1,
        creator_org: creatorOrg,
        fit: Math.round(10 * fit),
        reason,
        found_at: foundAt,
      })),
    )
    .execute();
}

/** The newest live campaign of a brand that has a ranking with creators. */
export async function newestRanked(db: Db, brandOrg: string): Promise<{ id: string; title: string } | undefined> {
  return db
    .selectFrom('campaigns as c')
    .select(['c.id', 'c.title'])
    .where('c.brand_org', '=', brandOrg)
    .where('c.state', '=', 'live')
    .where((eb) =>
      eb.exists(eb.selectFrom('campaign_fits as f').select('f.position').whereRef('f.campaign_id', '=', 'c.id')),
    )
    .orderBy('c.published_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Campaigns whose ranking a workflow keeps. */
export async function rankedCampaigns(
  db: Db,
  { before, ...page }: IdPage & { before: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('campaigns')
    .select('id')
    .where('state', '=', 'live')
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function overdueRankings(
  db: Db,
  { ids, since }: { ids: string[]; since: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('campaign_matches')
    .select('campaign_id as id')
    .where('campaign_id', 'in', ids)
    .where('due_at', '<', since)
    .execute();
}

export async function isRanked(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db.selectFrom('campaigns').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state === 'live';
}
