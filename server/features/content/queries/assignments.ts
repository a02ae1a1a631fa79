import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

export async function assignmentsOf(db: Db, milestoneIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (milestoneIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('review_assignments')
    .select(['milestone_id', 'reviewer_id'])
    .where('milestone_id', 'in', [...milestoneIds])
    .execute();
  return new Map(rows.map((row) => [row.milestone_id, row.reviewer_id]));
}

/** Writes who reviews the work; null: no member in particular. */
export async function setAssignment(
  db: Db,
  input: { milestoneId: string; brandOrg: string; userId: string | null; by: string; at: Date },
): Promise<void> {
  if (input.userId === null) {
    await db.deleteFrom('review_assignments').where('milestone_id', '=', input.milestoneId).execute();
    return;
  }
  const values = { reviewer_id: input.userId, assigned_by: input.by, assigned_at: input.at };
  await db
    .insertInto('review_assignments')
    .values({ milestone_id: input.milestoneId, brand_org: input.brandOrg, ...values })
    .onConflict((c) => c.column('milestone_id').doUpdateSet(values))
    .execute();
}

/** Part of the erasure of a person: their work to review goes back to the team, and who assigned it is blanked. */
export async function deleteAssignmentsOf(db: Db, userId: string): Promise<void> {
  await sql`delete from review_assignments where reviewer_id = ${userId}`.execute(db);
  await sql`update review_assignments set assigned_by = '' where assigned_by = ${userId}`.execute(db);
}
