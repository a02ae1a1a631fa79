import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Channel, Variant } from '../schema.ts';

/**
 * A message is sent within this time or put off: a reply that holds the thread and waits for the recipient's row goes
 * first. Below the time after which Postgres looks for a deadlock.
 */
const LOCK_WAIT_MS = 400;

export async function waitShortly(db: Db): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`.execute(db);
}

export interface DueRecipient {
  id: string;
  /** The member, also where an imported person became one. */
  creator_org: string | null;
  email: string | null;
  /** Where the org has an imported person's data from. */
  source: string | null;
  /** Of an imported person. */
  language: string | null;
  country: string | null;
  variant: Variant;
  next_message: number;
  due_at: Date;
  name: string | null;
  handle: string | null;
  headline: string | null;
  city: string | null;
  /** Of the person who owns the creator's account. */
  time_zone: string | null;
  suppressed: boolean;
  blocked: boolean;
  /** Closed or suspended. */
  unreachable: boolean;
}

/** The recipient whose message has been due for longest, locked; those that another transaction holds are left out. */
export async function nextDue(db: Db, { sequenceId, now }: { sequenceId: string; now: Date }) {
  const { rows } = await sql<DueRecipient>`
    with due as (
      select id, org_id, creator_org, imported_id, variant, next_message, due_at from outreach_recipients
        where sequence_id = ${sequenceId} and state = 'active' and due_at <= ${now} order by due_at, id limit 1
        for update skip locked)
    select d.id, o.id as creator_org, i.email, f.source, i.language, i.country, d.variant, d.next_message, d.due_at,
        coalesce(o.name, i.name) as name, coalesce(p.handle, i.handle) as handle, p.headline, coalesce(o.city, i.city) as city,
        (select f.time_zone from org_members m join profiles f on f.id = m.user_id where m.org_id = o.id
          order by (m.role = 'owner') desc, m.created_at, m.user_id limit 1) as time_zone,
        exists (select from outreach_suppressions s where s.org_id = d.org_id
          and (s.creator_org = o.id or s.email = i.email)) as suppressed,
        exists (select from org_blocks b where (b.org_id = d.org_id and b.blocked_org = o.id)
          or (b.org_id = o.id and b.blocked_org = d.org_id)) as blocked,
        case when o.id is null then i.email is null else o.closed_at is not null or o.suspended_at is not null end as unreachable
      from due d left join imported_creators i on i.id = d.imported_id left join imports f on f.id = i.import_id
        left join orgs o on o.id = coalesce(d.creator_org, i.creator_org)
        left join creator_profiles p on p.org_id = o.id`.execute(db);
  return rows[0];
}

/** False where this message was sent before. */
export async function claimSend(
  db: Db,
  send: {
    recipientId: string;
    message: number;
    sequenceId: string;
    orgId: string;
    creatorOrg: string | null;
    variant: Variant;
    channel: Channel;
    at: Date;
  },
): Promise<boolean> {
  const row = await db
    .insertInto('outreach_sends')
    .values({
      recipient_id: send.recipientId,
      message: send.message,
      sequence_id: send.sequenceId,
      org_id: send.orgId,
      creator_org: send.creatorOrg,
      variant: send.variant,
      channel: send.channel,
      created_at: send.at,
    })
    .onConflict((c) => c.columns(['recipient_id', 'message']).doNothing())
    .returning('message')
    .executeTakeFirst();
  return row !== undefined;
}

/** The recipient's next message is due then; null: all were sent. */
export async function advance(
  db: Db,
  { id, next, dueAt, at }: { id: string; next: number; dueAt: Date | null; at: Date },
): Promise<void> {
  await db
    .updateTable('outreach_recipients')
    .set({
      next_message: next,
      due_at: dueAt,
      ...(dueAt ? {} : { state: 'finished' as const, ended_at: at }),
    })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute();
}

export async function endRecipient(
  db: Db,
  { id, state, at }: { id: string; state: 'suppressed' | 'blocked' | 'unreachable'; at: Date },
): Promise<void> {
  await db
    .updateTable('outreach_recipients')
    .set({ state, due_at: null, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute();
}

export async function putOff(db: Db, { id, until }: { id: string; until: Date }): Promise<void> {
  await db
    .updateTable('outreach_recipients')
    .set({ due_at: until })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute();
}

/** Everything that is due before `until` is due then, in the same order. */
export async function putOffAll(db: Db, { sequenceId, until }: { sequenceId: string; until: Date }): Promise<void> {
  await sql`
    update outreach_recipients r set due_at = ${until}::timestamptz + n.n * interval '1 millisecond'
      from (select id, row_number() over (order by due_at, id) - 1 as n from outreach_recipients
        where sequence_id = ${sequenceId} and state = 'active' and due_at < ${until}) n
      where n.id = r.id`.execute(db);
}

/** The person in whose name the sequence is sent: who approved it, and otherwise who owns the org. */
export async function senderOf(
  db: Db,
  { orgId, userId }: { orgId: string; userId: string | null },
): Promise<
  | {
      id: string;
      name: string;
      email: string;
      role: string;
      org_name: string;
      org_kind: 'brand' | 'agency';
      blocked: boolean;
    }
  | undefined
> {
  const { rows } = await sql<{
    id: string;
    name: string;
    email: string;
    role: string;
    org_name: string;
    org_kind: 'brand' | 'agency';
    blocked: boolean;
  }>`
    select p.id, p.display_name as name, p.email, m.role, o.name as org_name, o.kind as org_kind,
        o.closed_at is not null or o.suspended_at is not null as blocked
      from org_members m join profiles p on p.id = m.user_id join orgs o on o.id = m.org_id
      where m.org_id = ${orgId} order by (m.user_id = ${userId}) desc, (m.role = 'owner') desc, m.created_at limit 1`.execute(
    db,
  );
  return rows[0];
}

/** When the next message of a sequence is due; null where no recipient waits for one. */
export async function nextDueAt(db: Db, sequenceId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('outreach_recipients')
    .select((eb) => eb.fn.min('due_at').as('at'))
    .where('sequence_id', '=', sequenceId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row?.at ?? null;
}
