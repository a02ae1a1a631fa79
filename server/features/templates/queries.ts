import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { TemplateContent } from './schema.ts';

/** An org has few: a service refuses more. */
export async function templatesOf(db: Db, orgId: string) {
  return db
    .selectFrom('deal_templates')
    .select(['id', 'name', 'content', 'created_at'])
    .where('org_id', '=', orgId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
export type TemplateRow = Awaited<ReturnType<typeof templatesOf>>[number];

/** False where the org has a template of that name. Inserts of one org are serialized until the transaction ends. */
export async function insertTemplate(
  db: Db,
  t: { id: string; orgId: string; name: string; content: TemplateContent; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('deal_templates')
    .values({ id: t.id, org_id: t.orgId, name: t.name, content: JSON.stringify(t.content), created_at: t.at })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Templates of one org are counted one after another. */
export const lockTemplates = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${orgId}, 31))`.execute(db);

export async function deleteTemplate(db: Db, input: { orgId: string; id: string }): Promise<boolean> {
  const deleted = await db
    .deleteFrom('deal_templates')
    .where('org_id', '=', input.orgId)
    .where('id', '=', input.id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Of orgs that are the person's alone. */
export async function deleteTemplatesOfPerson(db: Db, userId: string): Promise<void> {
  await sql`
    delete from deal_templates where org_id in (
      select m.org_id from org_members m where m.user_id = ${userId}
        and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`.execute(db);
}
