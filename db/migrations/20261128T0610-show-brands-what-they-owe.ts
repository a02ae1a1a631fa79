import { sql, type Kysely } from 'kysely';

/** A brand reads its own receivable account: what it owes after a dispute was lost or a refund was made by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create policy owed on ledger_accounts for select to sponsio_app
    using (code = 'BRAND_RECEIVABLE' and scope = app_org()::text)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop policy owed on ledger_accounts`.execute(db);
}
