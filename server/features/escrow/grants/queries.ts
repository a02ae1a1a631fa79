import { sql } from 'kysely';
import { affectedRows, type Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';
import type { GrantSubject } from './schema.ts';

/**
 * Held until commit by a transaction that counts what a person gave in a deal, so that acts on two milestones of it, each of
 * which locks its own, count one after the other.
 */
export async function lockGiven(db: Db, { contractId, by }: { contractId: string; by: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`given:${contractId}:${by}`}, 0))`.execute(db);
}

/** Writes what was offered or given, in place of what the brand had offered there before. */
export async function putGrant(
  db: Db,
  { kind, id }: GrantSubject,
  grant: { contractId: string; brandOrg: string; amount: number; by: string; at: Date },
): Promise<void> {
  const set = { amount: grant.amount, granted_by: grant.by, granted_at: grant.at };
  await db
    .insertInto('release_grants')
    .values({ kind, subject_id: id, contract_id: grant.contractId, brand_org: grant.brandOrg, ...set })
    .onConflict((c) => c.columns(['kind', 'subject_id']).doUpdateSet(set))
    .execute();
}

/**
 * What a person offered or gave in a deal after a moment and may still have to stand for, minor units; an offer that ended
 * without effect counts for nothing, and one that was settled for what it came to. `except`: what is about to be replaced.
 */
export async function grantedIn(
  db: Db,
  { contractId, by, after }: { contractId: string; by: string; after: Date },
  except: GrantSubject | null,
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(case
        when g.kind = 'dispute' and d.outcome in ('agreed', 'conceded') then d.kept
        when g.kind = 'dispute' and d.outcome is not null then 0
        when r.state in ('declined', 'withdrawn', 'lapsed') or a.state in ('declined', 'withdrawn', 'expired', 'overtaken') then 0
        else g.amount end), 0)::bigint as sum
      from release_grants g
      left join cancel_requests r on g.kind = 'cancel' and r.id = g.subject_id
      left join disputes d on g.kind = 'dispute' and d.id = g.subject_id
      left join addenda a on g.kind = 'bonus' and a.id = g.subject_id
      where g.contract_id = ${contractId} and g.granted_by = ${by} and g.granted_at > ${after}
        and (g.kind, g.subject_id) is distinct from (${except?.kind ?? null}::text, ${except?.id ?? null}::uuid)`.execute(
    db,
  );
  return rows[0]?.sum ?? 0;
}

/** Whether a person is a member of the org of a deal's creator, or of the agency that the deal names. */
export async function isOfCreatorsSide(
  db: Db,
  { contractId, userId }: { contractId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from contracts c join org_members m on m.org_id in (c.creator_org, c.agency_org)
      where c.id = ${contractId} and m.user_id = ${userId}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** What no sum counts any more. */
export async function deleteOldGrants(db: Db, { before }: Batch): Promise<number> {
  return affectedRows(await sql`delete from release_grants where granted_at < ${before}::timestamptz`.execute(db));
}
