import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

interface Key {
  userId: string;
  conversationId: string;
}

export const marksOf = (db: Db, { userId, conversationId }: Key) =>
  db
    .selectFrom('conversation_marks as k')
    .innerJoin('conversations as c', 'c.id', 'k.conversation_id')
    .select([
      sql<boolean>`k.muted_at is not null`.as('muted'),
      sql<boolean>`(k.archived_at is not null and k.archived_at >= c.last_at)`.as('archived'),
    ])
    .where('k.user_id', '=', userId)
    .where('k.conversation_id', '=', conversationId)
    .executeTakeFirst();

/** Puts a conversation away or back, silences it or not; what is not named stays. */
export async function setMarks(
  db: Db,
  { userId, conversationId, ...set }: Key & { archivedAt?: Date | null; mutedAt?: Date | null },
): Promise<void> {
  const columns = {
    ...(set.archivedAt === undefined ? {} : { archived_at: set.archivedAt }),
    ...(set.mutedAt === undefined ? {} : { muted_at: set.mutedAt }),
  };
  if (Object.keys(columns).length === 0) return;
  await db
    .insertInto('conversation_marks')
    .values({ user_id: userId, conversation_id: conversationId, ...columns })
    .onConflict((c) => c.columns(['user_id', 'conversation_id']).doUpdateSet(columns))
    .execute();
}

/** Marks the conversation as read up to a message of it, never back to an earlier one; false when there is no such message. */
export async function markRead(
  db: Db,
  { userId, conversationId, messageId }: Key & { messageId: string },
): Promise<boolean> {
  const message = await db
    .selectFrom('messages')
    .select('placed_at')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  if (!message) return false;
  const read = { read_at: message.placed_at };
  await db
    .insertInto('conversation_marks')
    .values({ user_id: userId, conversation_id: conversationId, ...read })
    .onConflict((c) =>
      c
        .columns(['user_id', 'conversation_id'])
        .doUpdateSet(read)
        .where((eb) =>
          eb.or([
            eb('conversation_marks.read_at', 'is', null),
            eb('conversation_marks.read_at', '<', message.placed_at),
          ]),
        ),
    )
    .execute();
  return true;
}

/** Part of a person's erasure: the marks, and the templates of orgs whose only member it is. */
export async function deleteOfPerson(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('conversation_marks').where('user_id', '=', userId).execute();
  await sql`
    delete from message_templates where org_id in (
      select m.org_id from org_members m where m.user_id = ${userId}
        and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`.execute(db);
}

export const templatesOf = (db: Db, orgId: string) =>
  db
    .selectFrom('message_templates')
    .select(['id', 'name', 'body'])
    .where('org_id', '=', orgId)
    .orderBy('name')
    .orderBy('id')
    .execute();

export async function saveTemplate(
  db: Db,
  t: { id: string; orgId: string; userId: string; name: string; body: string; at: Date },
): Promise<void> {
  const set = { name: t.name, body: t.body, updated_at: t.at };
  await db
    .insertInto('message_templates')
    .values({ id: t.id, org_id: t.orgId, created_by: t.userId, created_at: t.at, ...set })
    .onConflict((c) => c.column('id').doUpdateSet(set))
    .execute();
}

export async function deleteTemplate(db: Db, { id, orgId }: { id: string; orgId: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('message_templates')
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
