import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '../../../../db/types.ts';
import type { Db } from '../../../../db/client.ts';
import { behind, nextById, placeTime, type IdPage, type ListPlace, inIndexOrder } from '../../../../db/keyset.ts';
import type { FunnelRow, RecipientState, Step } from '../schema.ts';

const COLUMNS = [
  'id',
  'org_id',
  'campaign_id',
  'name',
  'subject',
  'state',
  'steps',
  'version',
  'created_at',
  'changed_at',
  'approved_by',
  'approved_at',
  'ended_at',
  'released_hash',
] as const;

export type SequenceRecord = Omit<NonNullable<Awaited<ReturnType<typeof sequence>>>, 'steps'> & { steps: Step[] };

const sequence = (db: Db, id: string) =>
  db.selectFrom('outreach_sequences').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** The steps are those that a checked input wrote. */
const read = (row: Awaited<ReturnType<typeof sequence>>): SequenceRecord | undefined =>
  row && { ...row, steps: row.steps as unknown as Step[] };

export const sequenceById = async (db: Db, id: string): Promise<SequenceRecord | undefined> =>
  read(await sequence(db, id));

/** The same, locked: `change` for one act at a time, `send` while a message of it is sent. */
export const lockSequence = async (
  db: Db,
  { id, orgId, forWhat }: { id: string; orgId?: string; forWhat: 'change' | 'send' },
): Promise<SequenceRecord | undefined> =>
  read(
    await db
      .selectFrom('outreach_sequences')
      .select(COLUMNS)
      .where('id', '=', id)
      .$if(orgId !== undefined, (q) => q.where('org_id', '=', orgId!))
      .$if(forWhat === 'change', (q) => q.forUpdate())
      .$if(forWhat === 'send', (q) => q.forShare())
      .executeTakeFirst(),
  );

export async function insertSequence(db: Db, row: Insertable<DB['outreach_sequences']>): Promise<void> {
  await db.insertInto('outreach_sequences').values(row).execute();
}

export async function updateSequence(
  db: Db,
  { id, at }: { id: string; at: Date },
  set: Updateable<DB['outreach_sequences']>,
): Promise<void> {
  await db
    .updateTable('outreach_sequences')
    .set({ ...set, changed_at: at, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteSequence(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outreach_sequences').where('id', '=', id).execute();
}

const facts = sql`
  select count(*)::int as recipients, (count(*) filter (where r.next_message > 0))::int as contacted,
      (count(*) filter (where r.state = 'replied'))::int as replied, min(r.due_at) as next_at
    from outreach_recipients r where r.sequence_id = s.id`;

/** Sequences of an org from a place on, the newest first. */
export const sequencesOf = (db: Db, input: { orgId: string; after: ListPlace | null; limit: number }) =>
  inIndexOrder(db, () =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('outreach_sequences as s')
          .select(['s.id', 's.name', 's.state', 's.created_at'])
          .where('s.org_id', '=', input.orgId)
          .where(behind('s.created_at', 's.id', 'descending', input.after))
          .orderBy('s.created_at', 'desc')
          .orderBy('s.id', 'desc')
          .limit(input.limit)
          .as('s'),
      )
      .innerJoinLateral(
        sql<{ recipients: number; contacted: number; replied: number; next_at: Date | null }>`(${facts})`.as('f'),
        (join) => join.onTrue(),
      )
      .select(['s.id', 's.name', 's.state', 's.created_at', 'f.recipients', 'f.contacted', 'f.replied', 'f.next_at'])
      .select(placeTime('s.created_at').as('place'))
      .orderBy('s.created_at', 'desc')
      .orderBy('s.id', 'desc')
      .execute(),
  );

export async function countsOf(
  db: Db,
  sequenceId: string,
): Promise<{ counts: Partial<Record<RecipientState, number>>; nextAt: Date | null }> {
  const rows = await db
    .selectFrom('outreach_recipients')
    .select(['state', (eb) => eb.fn.countAll<number>().as('n'), (eb) => eb.fn.min('due_at').as('next_at')])
    .where('sequence_id', '=', sequenceId)
    .groupBy('state')
    .execute();
  return {
    counts: Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)])),
    nextAt: rows.find(({ state }) => state === 'active')?.next_at ?? null,
  };
}

/** For each message and variant: how many were sent it, and how many of these it was the last for, by what ended them. */
export async function funnelOf(db: Db, sequenceId: string): Promise<FunnelRow[]> {
  const { rows } = await sql<FunnelRow>`
    select s.message, s.variant, count(*)::int as sent,
        (count(*) filter (where r.state = 'replied' and s.message = r.next_message - 1))::int as replied,
        (count(*) filter (where r.state = 'declined' and s.message = r.next_message - 1))::int as declined,
        (count(*) filter (where r.state = 'unsubscribed' and s.message = r.next_message - 1))::int as unsubscribed,
        (count(*) filter (where r.state = 'bounced' and s.message = r.next_message - 1))::int as bounced
      from outreach_sends s join outreach_recipients r on r.id = s.recipient_id
      where s.sequence_id = ${sequenceId} group by s.message, s.variant order by s.message, s.variant`.execute(db);
  return rows;
}

export async function campaignTitle(db: Db, { id, orgId }: { id: string; orgId: string }): Promise<string | undefined> {
  const row = await db
    .selectFrom('campaigns')
    .select('title')
    .where('id', '=', id)
    .where('brand_org', '=', orgId)
    .executeTakeFirst();
  return row?.title;
}

export async function nameOfPerson(db: Db, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('profiles').select('display_name').where('id', '=', userId).executeTakeFirst();
  return row?.display_name;
}

const OPEN = ['running', 'paused'] as const;

/** Sequences whose workflow must be running. */
export async function openSequences(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('outreach_sequences')
    .select('id')
    .where('state', 'in', OPEN)
    .where('changed_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

/** Those with a message that is due since before `since`. */
export async function overdueSequences(
  db: Db,
  { ids, since }: { ids: string[]; since: Date },
): Promise<{ id: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('outreach_sequences as s')
    .select('s.id')
    .where('s.id', 'in', ids)
    .where('s.state', '=', 'running')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('outreach_recipients as r')
          .select('r.id')
          .whereRef('r.sequence_id', '=', 's.id')
          .where('r.state', '=', 'active')
          .where('r.due_at', '<', since),
      ),
    )
    .execute();
}

export async function isOpenSequence(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('outreach_sequences')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
  return row !== undefined;
}

/** Part of a person's erasure: what the orgs of this person alone sent and whom they named, and this person as a recipient. */
/** Returns the sequences of other orgs that lost a recipient, and those that were deleted. */
export async function deleteOutreachOfPerson(db: Db, userId: string): Promise<string[]> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  const lost = await sql<{ id: string }>`
    delete from outreach_recipients where creator_org in ${own} returning sequence_id as id`.execute(db);
  await sql`delete from outreach_suppressions where creator_org in ${own} or org_id in ${own}`.execute(db);
  const deleted = await sql<{ id: string }>`
    delete from outreach_sequences where org_id in ${own} and state <> 'draft' returning id`.execute(db);
  await sql`delete from outreach_sequences where org_id in ${own}`.execute(db);
  return [...new Set([...lost.rows, ...deleted.rows].map(({ id }) => id))];
}

/** Staff released the texts of this hash. */
export async function saveReleased(db: Db, { id, hash }: { id: string; hash: string }): Promise<void> {
  await db.updateTable('outreach_sequences').set({ released_hash: hash }).where('id', '=', id).execute();
}
