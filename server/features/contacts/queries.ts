import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { LimitKind } from './rules.ts';

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

/** Each act by which the org reached out to another one since then. */
const sent = (orgId: string, since: Date) => sql`
  select creator_org as other, created_at from offers where brand_org = ${orgId} and application_id is null and created_at > ${since}
  union all select brand_org, created_at from applications where creator_org = ${orgId} and created_at > ${since}`;
/** Other orgs first contacted since then. */
const fresh = (orgId: string, since: Date) => sql`
  select s.other, min(s.created_at) as created_at from (${sent(orgId, since)}) s
    where not exists (select from offers o where o.brand_org = ${orgId} and o.creator_org = s.other and o.created_at <= ${since})
      and not exists (select from offers o where o.creator_org = ${orgId} and o.brand_org = s.other and o.created_at <= ${since})
      and not exists (select from applications a where a.creator_org = ${orgId} and a.brand_org = s.other and a.created_at <= ${since})
      and not exists (select from applications a where a.brand_org = ${orgId} and a.creator_org = s.other and a.created_at <= ${since})
    group by s.other`;

/** When the act was that has to leave the window before another one may follow: the oldest, or a later one where there are more than allowed. */
export async function blockingAct(
  db: Db,
  input: { kind: LimitKind; orgId: string; otherOrg: string; since: Date; above: number },
): Promise<Date | undefined> {
  const { kind, orgId, otherOrg, since, above } = input;
  const acts = {
    offer: sql`select created_at from offers where brand_org = ${orgId} and application_id is null and created_at > ${since}`,
    application: sql`select created_at from applications where creator_org = ${orgId} and created_at > ${since}`,
    message: sql`select created_at from messages where author_org = ${orgId} and created_at > ${since}`,
    first: sql`select created_at from (${fresh(orgId, since)}) f where f.other <> ${otherOrg}`,
  }[kind];
  const { rows } = await sql<{
    created_at: Date;
  }>`select created_at from (${acts}) a order by created_at offset ${above} limit 1`.execute(db);
  return rows[0]?.created_at;
}

/** What the org sent since `since`, under its own row security. */
export async function contactCounts(
  db: Db,
  input: { orgId: string; otherOrg: string; since: Date },
): Promise<ContactCounts> {
  const { orgId, otherOrg, since } = input;
  const { rows } = await sql<ContactCounts>`
    select (select created_at from orgs where id = ${orgId}) as founded_at,
      (select count(*)::int from offers where brand_org = ${orgId} and application_id is null and created_at > ${since}) as offers,
      (select count(*)::int from applications where creator_org = ${orgId} and created_at > ${since}) as applications,
      (select count(*)::int from messages where author_org = ${orgId} and created_at > ${since}) as messages,
      (select count(*)::int from (${fresh(orgId, since)}) f where f.other <> ${otherOrg}) as first,
      exists (select from offers where (brand_org = ${orgId} and creator_org = ${otherOrg}) or (creator_org = ${orgId} and brand_org = ${otherOrg}))
        or exists (select from applications where (brand_org = ${orgId} and creator_org = ${otherOrg}) or (creator_org = ${orgId} and brand_org = ${otherOrg})) as known`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('the counts of contacts are missing');
  return row;
}
