import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { OrgRole } from '../../../context.ts';
import type { Locale } from '../../../core/locale.ts';
import type { NoticeKind } from '../schema.ts';

export interface OpenNotice {
  id: number;
  org_id: string;
  kind: NoticeKind;
  data: Record<string, string | number | null>;
  link: string;
  dedupe_key: string;
  roles: OrgRole[] | null;
  created_at: Date;
}

/** Locks up to `limit` notices that no other worker is expanding, oldest first. */
export async function claimNotices(db: Db, { limit }: { limit: number }): Promise<OpenNotice[]> {
  const { rows } = await sql<OpenNotice>`
    select id, org_id, kind, data, link, dedupe_key, roles, created_at from notices
    where expanded_at is null order by id limit ${limit} for update skip locked`.execute(db);
  return rows;
}

export interface Recipient {
  org_id: string;
  user_id: string;
  role: OrgRole;
  email: string;
  locale: Locale;
  notices_off: string[];
  /** Of how many orgs the person is a member. */
  orgs: number;
}

export async function membersOf(db: Db, { orgIds }: { orgIds: readonly string[] }): Promise<Recipient[]> {
  return db
    .selectFrom('org_members as m')
    .innerJoin('profiles as p', 'p.id', 'm.user_id')
    .select(['m.org_id', 'm.user_id', 'm.role', 'p.email', 'p.locale', 'p.notices_off'])
    .select(sql<number>`(select count(*)::int from org_members o where o.user_id = m.user_id)`.as('orgs'))
    .where('m.org_id', 'in', orgIds)
    .execute();
}

/** Conversations that these people silenced, as "user conversation". */
export async function silenced(
  db: Db,
  { userIds, conversationIds }: { userIds: readonly string[]; conversationIds: readonly string[] },
): Promise<Set<string>> {
  if (conversationIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('conversation_marks')
    .select(['user_id', 'conversation_id'])
    .where('conversation_id', '=', sql<string>`any(${[...conversationIds]}::uuid[])`)
    .where('user_id', '=', sql<string>`any(${[...userIds]}::text[])`)
    .where('muted_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => `${row.user_id} ${row.conversation_id}`));
}

export interface NewNotice {
  org_id: string;
  kind: NoticeKind;
  data: string;
  link: string;
  roles: OrgRole[] | null;
  dedupe_key: string;
}

/** Known keys are left out. */
export async function insertNotices(db: Db, notices: readonly NewNotice[]): Promise<void> {
  await db
    .insertInto('notices')
    .values([...notices])
    // No conflict column named: row security would then require the right to read the row.
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function markExpanded(db: Db, { ids, at }: { ids: readonly number[]; at: Date }): Promise<void> {
  await db
    .updateTable('notices')
    .set({ expanded_at: at })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}
