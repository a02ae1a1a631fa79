import { sql, type Kysely } from 'kysely';
import { mayUpdate } from '../secure-table.ts';

/** What staff wrote instead of evidence that the provider refused; the worker takes it over with its next call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evidence_packs add column correction jsonb, add constraint evidence_packs_correction
    check (correction is null or state = 'claimed')`.execute(db);
  await mayUpdate(db, 'evidence_packs', ['correction']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evidence_packs drop column correction`.execute(db);
}
