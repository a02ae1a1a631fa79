import { sql, type Kysely } from 'kysely';

/** Which account a transfer went to, as the provider lists it: the check of the books compares it with its payee's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table provider_lines add column destination text;
    -- An account at the provider is opened by a call of its own, which names the org that it is for.
    create index operations_accounts on operations (org_id) where kind = 'account'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index operations_accounts;
    alter table provider_lines drop column destination`.execute(db);
}
