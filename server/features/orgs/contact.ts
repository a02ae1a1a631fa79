import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/client.ts';

/** Somebody to write to. */
export interface Contact {
  name: string;
  email: string;
}

/** The person of an org to write to: its first owner. */
export const contactOf = (org: RawBuilder<unknown>): RawBuilder<Contact | null> => sql<Contact | null>`(
  select jsonb_build_object('name', person.display_name, 'email', person.email) from org_members member join profiles person on person.id = member.user_id
    where member.org_id = ${org} order by (member.role = 'owner') desc, member.created_at, member.user_id limit 1)`;

/** The contact of each of these orgs; those without a member are absent. */
export async function contactsOf(db: Db, orgIds: readonly string[]): Promise<Map<string, Contact>> {
  if (orgIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; contact: Contact | null }>`select o.id, ${contactOf(sql`o.id`)} as contact from orgs o where o.id = any(${[...new Set(orgIds)]}::uuid[])`.execute(db);
  return new Map(rows.flatMap(({ id, contact }) => (contact ? [[id, contact] as const] : [])));
}
