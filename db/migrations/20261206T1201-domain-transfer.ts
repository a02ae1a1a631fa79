import { sql, type Kysely } from 'kysely';
import { all, STAFF } from '../secure-table.ts';

const REASONS = [
  'no_record',
  'wrong_record',
  'unreachable',
  'no_code',
  'taken',
  'record_gone',
  'expired',
  'site_changed',
  'withdrawn',
];
const setReasons = (db: Kysely<unknown>, reasons: readonly string[]) =>
  sql
    .raw(
      `alter table brand_verifications drop constraint brand_verifications_reason_check,
        add constraint brand_verifications_reason_check check (reason in (${reasons.map((one) => `'${one}'`).join(', ')}))`,
    )
    .execute(db);

/** Staff end the proof of one brand and let that of another hold, where both have proven one domain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await setReasons(db, [...REASONS, 'reassigned']);
  await sql.raw(`create policy staff_decides on brand_verifications ${all(STAFF)}`).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop policy staff_decides on brand_verifications`.execute(db);
  await setReasons(db, REASONS);
}
