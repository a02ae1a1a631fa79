import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

export interface DraftRow {
  version: number;
  content: Record<string, unknown> | null;
  saved_at: Date;
}

/** Null before the first save. */
export async function draftOf(db: Db, orgId: string): Promise<DraftRow | null> {
  const { rows } = await sql<DraftRow>`
    select version, content, saved_at from creator_profile_drafts where org_id = ${orgId}`.execute(db);
  return rows[0] ?? null;
}

/** As {@link draftOf}; nothing is typed into it until the transaction ends. */
export async function lockedDraftOf(db: Db, orgId: string): Promise<DraftRow | null> {
  const { rows } = await sql<DraftRow>`
    select version, content, saved_at from creator_profile_drafts where org_id = ${orgId} for update`.execute(db);
  return rows[0] ?? null;
}

/** Stores what was typed (null: nothing) and raises the version, if it still is `version`; any version where that is undefined. Null: it is another one. */
export async function storeDraft(
  db: Db,
  of: { orgId: string; version: number | undefined; content: Record<string, unknown> | null; at: Date },
): Promise<number | null> {
  const expected = of.version ?? null;
  const content = of.content === null ? null : JSON.stringify(of.content);
  const { rows } = await sql<{ version: number }>`
    insert into creator_profile_drafts as d (org_id, version, content, saved_at)
      select ${of.orgId}::uuid, 1, ${content}::jsonb, ${of.at}::timestamptz
        where ${expected}::int is null or ${expected}::int = 0
          or exists (select from creator_profile_drafts k where k.org_id = ${of.orgId}::uuid)
      on conflict (org_id) do update set version = d.version + 1, content = excluded.content, saved_at = excluded.saved_at
        where ${expected}::int is null or d.version = ${expected}::int
      returning d.version`.execute(db);
  return rows[0]?.version ?? null;
}

/** Of the creators that are the person's alone. */
export async function deleteDraftsOfPerson(db: Db, userId: string): Promise<void> {
  await sql`delete from creator_profile_drafts where org_id in (
    select m.org_id from org_members m where m.user_id = ${userId}
      and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`.execute(db);
}

/** What the erasure of a profile's own columns leaves. */
export async function blankDetailsOfPerson(db: Db, userId: string): Promise<void> {
  await sql`update creator_profiles set formats = '{}', service = null, service_km = null, free_from = null, refused = '{}',
      hides_rates = false where org_id in (
    select m.org_id from org_members m where m.user_id = ${userId}
      and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`.execute(db);
}
