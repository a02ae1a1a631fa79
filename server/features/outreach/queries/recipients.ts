import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace, inIndexOrder } from '../../../../db/keyset.ts';
import type { Variant } from '../schema.ts';

const anyRecipient = (eb: Pick<Db, 'selectFrom'>) => eb.selectFrom('outreach_recipients as x').selectAll('x');

/** Joined to these rows alone. */
const recipients = (db: Db, of: (eb: Pick<Db, 'selectFrom'>) => ReturnType<typeof anyRecipient> = anyRecipient) =>
  db
    .selectFrom((eb) => of(eb).as('r'))
    .leftJoin('imported_creators as i', 'i.id', 'r.imported_id')
    // By its id: under row security an index serves no comparison with `coalesce`, which counts as not leakproof.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('orgs as o')
          .leftJoin('creator_profiles as p', 'p.org_id', 'o.id')
          .select(['o.id', 'o.name', 'o.city', 'p.handle', 'p.headline'])
          .where('o.id', '=', sql<string>`case when r.creator_org is null then i.creator_org else r.creator_org end`)
          .limit(1)
          .as('o'),
      (join) => join.onTrue(),
    )
    .leftJoin('imports as f', 'f.id', 'i.import_id')
    .select([
      'r.id',
      'r.sequence_id',
      'o.id as creator_org',
      'r.imported_id',
      'i.email',
      'f.source',
      'r.variant',
      'r.state',
      'r.next_message',
      'r.due_at',
    ])
    // What merge fields are filled with.
    .select([
      sql<string | null>`coalesce(o.name, i.name)`.as('name'),
      sql<string>`coalesce(o.handle, i.handle)`.as('handle'),
      'o.headline',
      sql<string | null>`coalesce(o.city, i.city)`.as('city'),
    ]);

export const allRecipients = (db: Db, sequenceId: string) =>
  recipients(db).where('r.sequence_id', '=', sequenceId).orderBy('r.id').execute();

export const recipientById = (db: Db, { id, orgId }: { id: string; orgId: string }) =>
  recipients(db).where('r.id', '=', id).where('r.org_id', '=', orgId).executeTakeFirst();

/** Recipients from a place on, in the order in which they were added. */
export const recipientsOf = (db: Db, input: { sequenceId: string; after: ListPlace | null; limit: number }) =>
  inIndexOrder(db, () =>
    recipients(db, (eb) =>
      anyRecipient(eb)
        .where('x.sequence_id', '=', input.sequenceId)
        .where(behind('x.created_at', 'x.id', 'ascending', input.after))
        .orderBy('x.created_at')
        .orderBy('x.id')
        .limit(input.limit),
    )
      .select(placeTime('r.created_at').as('place'))
      .orderBy('r.created_at')
      .orderBy('r.id')
      .execute(),
  );

export const sendsOf = (db: Db, recipientId: string) =>
  db
    .selectFrom('outreach_sends')
    .select(['message', 'created_at'])
    .where('recipient_id', '=', recipientId)
    .orderBy('message')
    .execute();

/** Creators whom every user may find, by their handles; those in a block with the org are left out. */
export async function creatorsByHandle(
  db: Db,
  handles: readonly string[],
): Promise<{ org_id: string; handle: string }[]> {
  const { rows } = await sql<{ org_id: string; handle: string }>`
    select s.org_id, s.handle from creator_search s
      where s.handle = any(${[...handles]}::text[]) and s.org_id <> all(array(select orgs_blocked()))`.execute(db);
  return rows;
}

/** People of the org's imports who can be reached: members by their account, the others by their address. */
export async function importedPeople(
  db: Db,
  { orgId, importId, limit }: { orgId: string; importId: string; limit: number },
): Promise<{ imported_id: string; creator_org: string | null; email: string | null }[]> {
  const { rows } = await sql<{ imported_id: string; creator_org: string | null; email: string | null }>`
    select i.id as imported_id, i.creator_org, i.email from imported_creators i
      where i.org_id = ${orgId} and i.import_id = ${importId}
        and (i.creator_org is not null or i.email is not null)
        and coalesce(i.creator_org <> all(array(select orgs_blocked())), true)
      order by i.row limit ${limit}`.execute(db);
  return rows;
}

/** Which of them are on the org's suppression list: ids of orgs, and addresses. */
export async function suppressedOf(
  db: Db,
  { orgId, creatorOrgs, emails }: { orgId: string; creatorOrgs: readonly string[]; emails: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select coalesce(creator_org::text, email) as key from outreach_suppressions
      where org_id = ${orgId} and (creator_org = any(${[...creatorOrgs]}::uuid[]) or email = any(${[...emails]}::text[]))`.execute(
    db,
  );
  return new Set(rows.map((row) => row.key));
}

export async function countRecipients(db: Db, sequenceId: string): Promise<number> {
  const { n } = await db
    .selectFrom('outreach_recipients')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sequence_id', '=', sequenceId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** How many of them were not in the sequence before. */
export async function insertRecipients(
  db: Db,
  rows: readonly {
    id: string;
    sequenceId: string;
    orgId: string;
    creatorOrg: string | null;
    importedId: string | null;
    variant: Variant;
    at: Date;
  }[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const inserted = await db
    .insertInto('outreach_recipients')
    .values(
      rows.map((row) => ({
        id: row.id,
        sequence_id: row.sequenceId,
        org_id: row.orgId,
        creator_org: row.creatorOrg,
        imported_id: row.importedId,
        variant: row.variant,
        state: 'listed' as const,
        created_at: row.at,
      })),
    )
    .onConflict((c) => c.doNothing())
    .returning('id')
    .execute();
  return inserted.length;
}

export async function deleteRecipients(
  db: Db,
  { sequenceId, ids }: { sequenceId: string; ids: readonly string[] },
): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await db
    .deleteFrom('outreach_recipients')
    .where('sequence_id', '=', sequenceId)
    .where('id', 'in', ids)
    .returning('id')
    .execute();
  return gone.length;
}

/** Variants in turn over the recipients of a draft; the first one alone where no message has two texts. */
export async function assignVariants(db: Db, { sequenceId, two }: { sequenceId: string; two: boolean }): Promise<void> {
  await sql`
    update outreach_recipients r set variant = case when ${two}::boolean and n.n % 2 = 0 then 'b' else 'a' end
      from (select id, row_number() over (order by id) as n from outreach_recipients where sequence_id = ${sequenceId}) n
      where n.id = r.id`.execute(db);
}

/** The first message is due at once for all, a millisecond after each other, so that each due time is its own. */
export async function activateRecipients(db: Db, { sequenceId, at }: { sequenceId: string; at: Date }): Promise<void> {
  await sql`
    update outreach_recipients r set state = 'active', due_at = ${at}::timestamptz + n.n * interval '1 millisecond'
      from (select id, row_number() over (order by id) - 1 as n from outreach_recipients
        where sequence_id = ${sequenceId} and state = 'listed') n
      where n.id = r.id`.execute(db);
}

/** Ends those for whom a message is due; for a sequence that is ended, or a creator who is suppressed. */
export async function endActive(
  db: Db,
  of: { orgId: string; at: Date } & ({ sequenceId: string } | { creatorOrg: string }),
  state: 'finished' | 'suppressed',
): Promise<string[]> {
  const rows = await db
    .updateTable('outreach_recipients')
    .set({ state, due_at: null, ended_at: of.at })
    .where('org_id', '=', of.orgId)
    .where('state', '=', 'active')
    .where((eb) => ('sequenceId' in of ? eb('sequence_id', '=', of.sequenceId) : eb('creator_org', '=', of.creatorOrg)))
    .returning('sequence_id')
    .execute();
  return [...new Set(rows.map(({ sequence_id }) => sequence_id))];
}

export async function insertSuppression(
  db: Db,
  row: { id: string; orgId: string; creatorOrg: string; by: string; at: Date },
): Promise<void> {
  await db
    .insertInto('outreach_suppressions')
    .values({
      id: row.id,
      org_id: row.orgId,
      creator_org: row.creatorOrg,
      reason: 'by_hand',
      created_at: row.at,
      created_by: row.by,
    })
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function deleteSuppression(
  db: Db,
  { id, orgId }: { id: string; orgId: string },
): Promise<'by_hand' | 'kept' | 'gone'> {
  const row = await db
    .deleteFrom('outreach_suppressions')
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .where('reason', '=', 'by_hand')
    .returning('id')
    .executeTakeFirst();
  if (row) return 'by_hand';
  const kept = await db
    .selectFrom('outreach_suppressions')
    .select('id')
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return kept ? 'kept' : 'gone';
}

export const suppressionsOf = (db: Db, input: { orgId: string; after: ListPlace | null; limit: number }) =>
  inIndexOrder(db, () =>
    db
      .selectFrom('outreach_suppressions')
      .select(['id', 'creator_org', 'email', 'reason', 'created_at', placeTime('created_at').as('place')])
      .where('org_id', '=', input.orgId)
      .where(behind('created_at', 'id', 'descending', input.after))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(input.limit)
      .execute(),
  );
