import { sql } from 'kysely';
import type { Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';

export interface ShownRun {
  id: string;
  orgId: string;
  campaignId: string;
  weights: Readonly<Record<string, number>>;
  considered: number;
  at: Date;
  results: readonly { creatorOrg: string; fit: number; parts: object; isNewcomer: boolean }[];
}

/** A ranking as it is shown. */
export async function insertRun(db: Db, run: ShownRun): Promise<void> {
  await db
    .insertInto('match_runs')
    .values({
      id: run.id,
      org_id: run.orgId,
      campaign_id: run.campaignId,
      weights: JSON.stringify(run.weights),
      considered: run.considered,
      made_at: run.at,
    })
    .execute();
  if (run.results.length === 0) return;
  await db
    .insertInto('match_results')
    .values(
      run.results.map(({ creatorOrg, fit, parts, isNewcomer }, i) => ({
        run_id: run.id,
        position: i + 1,
        org_id: run.orgId,
        creator_org: creatorOrg,
        fit: Math.round(fit * 10),
        parts: JSON.stringify(parts),
        is_newcomer: isNewcomer,
      })),
    )
    .execute();
}

/** Rankings that the orgs of this person alone were shown, and the places of those orgs in the rankings of others. */
export async function deleteRunsOfPerson(db: Db, userId: string): Promise<void> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`delete from match_results where creator_org in ${own}`.execute(db);
  await sql`delete from match_votes where creator_org in ${own} or org_id in ${own}`.execute(db);
  await sql`delete from match_runs where org_id in ${own}`.execute(db);
}

export async function deleteOldRuns(db: Db, { before, limit }: Batch): Promise<number> {
  const { numAffectedRows } = await sql`delete from match_runs where id in (
    select id from match_runs where made_at < ${before} order by made_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
