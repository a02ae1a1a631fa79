import { sql, type Kysely } from 'kysely';

/** The worker ends a proposal that no second staff member confirmed in time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`grant update (state, decided_at) on staff_approvals to sponsio_worker`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`revoke update (state, decided_at) on staff_approvals from sponsio_worker`.execute(db);
}
