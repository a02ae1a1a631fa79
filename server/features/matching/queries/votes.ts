import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Relation, Vote } from '../schema.ts';

export interface VoteRow extends Vote {
  creatorOrg: string;
}

/** What the brand said about creators for this campaign. */
export async function votesOf(db: Db, campaignId: string): Promise<VoteRow[]> {
  return db
    .selectFrom('match_votes')
    .select(['creator_org as creatorOrg', 'is_up as isUp', 'reason'])
    .where('campaign_id', '=', campaignId)
    .orderBy('voted_at')
    .execute();
}

export async function saveVote(
  db: Db,
  vote: Vote & { orgId: string; campaignId: string; creatorOrg: string; at: Date },
): Promise<void> {
  const set = { is_up: vote.isUp, reason: vote.reason, voted_at: vote.at };
  await db
    .insertInto('match_votes')
    .values({ campaign_id: vote.campaignId, creator_org: vote.creatorOrg, org_id: vote.orgId, ...set })
    .onConflict((c) => c.columns(['campaign_id', 'creator_org']).doUpdateSet(set))
    .execute();
}

export async function deleteVote(db: Db, input: { campaignId: string; creatorOrg: string }): Promise<void> {
  await db
    .deleteFrom('match_votes')
    .where('campaign_id', '=', input.campaignId)
    .where('creator_org', '=', input.creatorOrg)
    .execute();
}

/** Whether users may find this creator. */
export async function isFound(db: Db, orgId: string): Promise<boolean> {
  return (
    (await db.selectFrom('creator_search').select('org_id').where('org_id', '=', orgId).executeTakeFirst()) !==
    undefined
  );
}

/** How far each of these creators has come in the campaign; those without an application or offer are left out. */
export async function relationsOf(
  db: Db,
  { campaignId, orgIds }: { campaignId: string; orgIds: readonly string[] },
): Promise<Map<string, Relation>> {
  const { rows } = await sql<{ creator_org: string; relation: Relation }>`
    select distinct on (creator_org) creator_org, relation from (
      select creator_org, 'applied' as relation, 1 as rank from applications
        where campaign_id = ${campaignId} and state in ('submitted', 'shortlisted')
      union all select creator_org, 'offered', 2 from offers where campaign_id = ${campaignId} and state in ('sent', 'countered')
      union all select creator_org, 'deal', 3 from contracts
        where campaign_id = ${campaignId} and state in ('sent', 'partially_signed', 'active', 'completed')) r
      where creator_org = any(${[...orgIds]}::uuid[]) order by creator_org, rank desc`.execute(db);
  return new Map(rows.map((row) => [row.creator_org, row.relation]));
}
