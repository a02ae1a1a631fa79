import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export interface ContactCounts {
  founded_at: Date;
  offers: number;
  applications: number;
  messages: number;
  /** Orgs first contacted since then, besides `otherOrg`. */
  first: number;
  /** Whether `otherOrg` and this org had any contact before this act. */
  known: boolean;
}

/** Waits for other acts of the same org that count against its limits, until the transaction ends. */
export async function lockContacts(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${orgId}, 7))`.execute(db);
}

/** What the org sent since `since`, under its own row security. */
export async function contactCounts(db: Db, input: { orgId: string; otherOrg: string; since: Date }): Promise<ContactCounts> {
  const { orgId, otherOrg, since } = input;
  const { rows } = await sql<ContactCounts>`
    with sent as (
      select creator_org as other, created_at from offers where brand_org = ${orgId} and application_id is null and created_at > ${since}
      union all select brand_org, created_at from applications where creator_org = ${orgId} and created_at > ${since}
    ), fresh as (
      select distinct s.other from sent s
      where not exists (select from offers o where o.brand_org = ${orgId} and o.creator_org = s.other and o.created_at <= ${since})
        and not exists (select from offers o where o.creator_org = ${orgId} and o.brand_org = s.other and o.created_at <= ${since})
        and not exists (select from applications a where a.creator_org = ${orgId} and a.brand_org = s.other and a.created_at <= ${since})
        and not exists (select from applications a where a.brand_org = ${orgId} and a.creator_org = s.other and a.created_at <= ${since})
    )
    select (select created_at from orgs where id = ${orgId}) as founded_at,
      (select count(*)::int from offers where brand_org = ${orgId} and application_id is null and created_at > ${since}) as offers,
      (select count(*)::int from applications where creator_org = ${orgId} and created_at > ${since}) as applications,
      (select count(*)::int from messages where author_org = ${orgId} and created_at > ${since}) as messages,
      (select count(*)::int from fresh where other <> ${otherOrg}) as first,
      exists (select from offers where (brand_org = ${orgId} and creator_org = ${otherOrg}) or (creator_org = ${orgId} and brand_org = ${otherOrg}))
        or exists (select from applications where (brand_org = ${orgId} and creator_org = ${otherOrg}) or (creator_org = ${orgId} and brand_org = ${otherOrg})) as known`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the counts of contacts are missing');
  return row;
}
