import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { MessageRow } from '../../conversations/schema.ts';

/** A thread continues from the offer into its deal: the offer's id stays its key. */
export interface ThreadRow {
  offerId: string;
  contractId: string | null;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
  title: string;
}

/** The thread of a deal or an offer when `orgId` is one of its parties. */
export async function threadOf(
  db: Db,
  input: { orgId: string; contractId?: string; offerId?: string },
): Promise<ThreadRow | undefined> {
  return db
    .selectFrom('offers as o')
    .leftJoin('contracts as c', 'c.offer_id', 'o.id')
    .select([
      'o.id as offerId',
      'c.id as contractId',
      'o.brand_org as brandOrg',
      'o.creator_org as creatorOrg',
      'o.agency_org as agencyOrg',
      'o.title',
    ])
    .$if(input.contractId !== undefined, (q) => q.where('c.id', '=', input.contractId!))
    .$if(input.offerId !== undefined, (q) => q.where('o.id', '=', input.offerId!))
    .where((eb) =>
      eb.or([
        eb('o.brand_org', '=', input.orgId),
        eb('o.creator_org', '=', input.orgId),
        eb('o.agency_org', '=', input.orgId),
      ]),
    )
    .executeTakeFirst();
}

const COLUMNS = [
  'id',
  'body',
  'author_user as authorUser',
  'author_name as authorName',
  'author_org as authorOrg',
  'created_at as at',
  'placed_at as placedAt',
  'warning',
  'held_at as heldAt',
  'removed_at as removedAt',
] as const;

/** Messages of a thread that the org may read from a place on, the newest first; others' held ones are left out. */
export const messagesOf = (
  db: Db,
  input: { offerId: string; orgId: string; after: ListPlace | null; limit: number },
): Promise<(MessageRow & { place: string })[]> =>
  db
    .selectFrom('messages')
    .select([...COLUMNS, placeTime('placed_at').as('place')])
    .where('offer_id', '=', input.offerId)
    .where((eb) => eb.or([eb('held_at', 'is', null), eb('author_org', '=', input.orgId)]))
    .where(behind('placed_at', 'id', 'descending', input.after))
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit)
    .execute();

/** Messages of other orgs that the reader has not seen, up to `cap`. `seen`: up to when the reader has read. */
export async function countUnread(
  db: Db,
  input: { offerId: string; orgId: string; seen: Date | null; cap: number },
): Promise<number> {
  const { n } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('messages')
        .select(sql`1`.as('one'))
        .where('offer_id', '=', input.offerId)
        .where('author_org', '<>', input.orgId)
        .where('held_at', 'is', null)
        .$if(input.seen !== null, (q) => q.where('placed_at', '>', input.seen))
        .limit(input.cap)
        .as('m'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Up to when the person has read the thread; null when never. */
export async function readAt(db: Db, input: { userId: string; offerId: string }): Promise<Date | null> {
  const row = await db
    .selectFrom('thread_reads')
    .select('read_at')
    .where('user_id', '=', input.userId)
    .where('offer_id', '=', input.offerId)
    .executeTakeFirst();
  return row?.read_at ?? null;
}

/** Marks the thread as read up to a message of it; never back to an earlier one. */
export async function markRead(
  db: Db,
  input: { userId: string; offerId: string; messageId: string },
): Promise<boolean> {
  const message = await db
    .selectFrom('messages')
    .select('placed_at')
    .where('id', '=', input.messageId)
    .where('offer_id', '=', input.offerId)
    .executeTakeFirst();
  if (!message) return false;
  await db
    .insertInto('thread_reads')
    .values({ user_id: input.userId, offer_id: input.offerId, read_at: message.placed_at })
    .onConflict((c) =>
      c
        .columns(['user_id', 'offer_id'])
        .doUpdateSet({ read_at: message.placed_at })
        .where('thread_reads.read_at', '<', message.placed_at),
    )
    .execute();
  return true;
}

/** Part of a person's erasure. */
export async function deleteReader(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('thread_reads').where('user_id', '=', userId).execute();
}
