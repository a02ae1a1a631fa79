import { sql, type Kysely } from 'kysely';

/** Orgs whose people were erased say so, so that nothing new is agreed with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table orgs add column closed_at timestamptz;
    update orgs set closed_at = now() where slug like 'deleted.%' and not exists (select from org_members m where m.org_id = orgs.id);
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table orgs drop column closed_at').execute(db);
}
