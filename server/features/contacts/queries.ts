import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ContactSpec } from '../../core/contacts.ts';
import { CONTACT_KINDS, CONTACT_SPECS, type ContactKind, type LimitKind } from './rules.ts';

export interface ContactCounts {
  founded_at: Date;
  sent: Record<ContactKind, number>;
  /** Orgs first contacted since then, besides `otherOrg`. */
  first: number;
  /** Whether `otherOrg` and this org had any contact before this act. */
  known: boolean;
}

/** Waits for other acts of the same org that count against its limits, until the transaction ends. */
export async function lockContacts(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${orgId}, 7))`.execute(db);
}

/** Kinds whose rows name both sides. */
const BETWEEN_TWO = Object.values<ContactSpec>(CONTACT_SPECS).flatMap(({ receiver, ...spec }) =>
  receiver ? [{ ...spec, receiver }] : [],
);

/** Rows of acts of one kind that count. */
const acts = ({ table, sender, nullColumn }: ContactSpec, orgId: string, since: Date) =>
  sql`from ${sql.table(table)} where ${sql.ref(sender)} = ${orgId} and created_at > ${since} ${nullColumn ? sql`and ${sql.ref(nullColumn)} is null` : sql``}`;
/** Each act by which the org reached out to another one since then. */
const sent = (orgId: string, since: Date) =>
  sql.join(
    BETWEEN_TWO.map((spec) => sql`select ${sql.ref(spec.receiver)} as other, created_at ${acts(spec, orgId, since)}`),
    sql` union all `,
  );
/** Whether the two had a contact, in either direction, until then where a time is given. */
const inContact = (orgId: string, other: RawBuilder<unknown>, until?: Date) =>
  sql<boolean>`(${sql.join(
    BETWEEN_TWO.flatMap(({ table, sender, receiver }) =>
      [
        [sender, receiver],
        [receiver, sender],
      ].map(
        ([own, theirs]) =>
          sql`exists (select from ${sql.table(table)} x where ${sql.ref(`x.${own}`)} = ${orgId} and ${sql.ref(`x.${theirs}`)} = ${other} ${until ? sql`and x.created_at <= ${until}` : sql``})`,
      ),
    ),
    sql` or `,
  )})`;
/** Other orgs first contacted since then. */
const fresh = (orgId: string, since: Date) => sql`
  select s.other, min(s.created_at) as created_at from (${sent(orgId, since)}) s
    where not ${inContact(orgId, sql`s.other`, since)} group by s.other`;

/** When the act was that has to leave the window before another one may follow: the oldest, or a later one where there are more than allowed. */
export async function blockingAct(
  db: Db,
  input: { kind: LimitKind; orgId: string; otherOrg: string; since: Date; above: number },
): Promise<Date | undefined> {
  const { kind, orgId, otherOrg, since, above } = input;
  const counted =
    kind === 'first'
      ? sql`select created_at from (${fresh(orgId, since)}) f where f.other <> ${otherOrg}`
      : sql`select created_at ${acts(CONTACT_SPECS[kind], orgId, since)}`;
  const { rows } = await sql<{
    created_at: Date;
  }>`select created_at from (${counted}) a order by created_at offset ${above} limit 1`.execute(db);
  return rows[0]?.created_at;
}

/** What the org sent since `since`, under its own row security. */
export async function contactCounts(
  db: Db,
  input: { orgId: string; otherOrg: string; since: Date },
): Promise<ContactCounts> {
  const { orgId, otherOrg, since } = input;
  const counts = CONTACT_KINDS.map(
    (kind) => sql`${kind}::text, (select count(*)::int ${acts(CONTACT_SPECS[kind], orgId, since)})`,
  );
  const { rows } = await sql<ContactCounts>`
    select (select created_at from orgs where id = ${orgId}) as founded_at,
      json_build_object(${sql.join(counts)}) as sent,
      (select count(*)::int from (${fresh(orgId, since)}) f where f.other <> ${otherOrg}) as first,
      ${inContact(orgId, sql`${otherOrg}`)} as known`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the counts of contacts are missing');
  return row;
}
