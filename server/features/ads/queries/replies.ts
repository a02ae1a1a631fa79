import { sql, type Insertable } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace, inIndexOrder } from '../../../../db/keyset.ts';
import type { DB } from '../../../../db/types.ts';
import { OPEN_AD_REPLY_STATES, type AdReplyState } from '../rules.ts';

const COLUMNS = [
  'r.id',
  'r.ad_id',
  'r.owner_org',
  'r.replier_org',
  'r.state',
  'r.body',
  'r.price',
  'r.currency',
  'r.due_at',
  'r.links',
  'r.offer_id',
  'r.decline_reason',
  'r.request_key',
  'r.created_at',
] as const;
const AD_COLUMNS = [
  'a.title as ad_title',
  'a.kind as ad_kind',
  'a.state as ad_state',
  'a.ends_at as ad_ends_at',
] as const;

const anyReply = (eb: Pick<Db, 'selectFrom'>) => eb.selectFrom('ad_replies as x').selectAll('x');

/** With the ads of these replies alone. */
const withAd = (db: Db, of: (eb: Pick<Db, 'selectFrom'>) => ReturnType<typeof anyReply> = anyReply) =>
  db
    .selectFrom((eb) => of(eb).as('r'))
    .leftJoin('ads as a', 'a.id', 'r.ad_id')
    .select([...COLUMNS, ...AD_COLUMNS]);

export type ReplyRow = NonNullable<Awaited<ReturnType<typeof replyOf>>>;

/** A reply that the org sent or got. */
export async function replyOf(db: Db, input: { replyId: string; orgId: string }) {
  return withAd(db)
    .where('r.id', '=', input.replyId)
    .where((eb) => eb.or([eb('r.owner_org', '=', input.orgId), eb('r.replier_org', '=', input.orgId)]))
    .executeTakeFirst();
}

/** Serializes acts on one reply. */
export async function lockReply(db: Db, replyId: string): Promise<void> {
  await db.selectFrom('ad_replies').select('id').where('id', '=', replyId).forUpdate().execute();
}

/** The last reply of an org to an ad. */
export async function replyTo(db: Db, input: { adId: string; replierOrg: string }): Promise<ReplyRow | undefined> {
  return withAd(db)
    .where('r.ad_id', '=', input.adId)
    .where('r.replier_org', '=', input.replierOrg)
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function repliesTo(
  db: Db,
  input: { adId: string; ownerOrg: string; after: ListPlace | null; limit: number },
): Promise<(ReplyRow & ListPlace)[]> {
  return inIndexOrder(db, () =>
    withAd(db, (eb) =>
      anyReply(eb)
        .where('x.ad_id', '=', input.adId)
        .where('x.owner_org', '=', input.ownerOrg)
        .where(behind('x.created_at', 'x.id', 'descending', input.after))
        .orderBy('x.created_at', 'desc')
        .orderBy('x.id', 'desc')
        .limit(input.limit),
    )
      .select(placeTime('r.created_at').as('at'))
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .execute(),
  );
}

export async function repliesBy(
  db: Db,
  input: { replierOrg: string; after: ListPlace | null; limit: number },
): Promise<(ReplyRow & ListPlace)[]> {
  return inIndexOrder(db, () =>
    withAd(db, (eb) =>
      anyReply(eb)
        .where('x.replier_org', '=', input.replierOrg)
        .where(behind('x.created_at', 'x.id', 'descending', input.after))
        .orderBy('x.created_at', 'desc')
        .orderBy('x.id', 'desc')
        .limit(input.limit),
    )
      .select(placeTime('r.created_at').as('at'))
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .execute(),
  );
}

/** False when the org has an open reply to this ad. */
export async function insertReply(db: Db, reply: Insertable<DB['ad_replies']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ad_replies')
    .values(reply)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Moves a reply on; false when it is in none of the states it may come from. */
export async function moveReply(
  db: Db,
  input: {
    replyId: string;
    from: readonly AdReplyState[];
    to: AdReplyState;
    at: Date;
    offerId?: string;
    reason?: string | null;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ad_replies')
    .set({
      state: input.to,
      updated_at: input.at,
      ...(input.offerId === undefined ? {} : { offer_id: input.offerId }),
      ...(input.reason === undefined ? {} : { decline_reason: input.reason }),
    })
    .where('id', '=', input.replyId)
    .where('state', 'in', [...input.from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks the new replies of an ad as seen by its owner. */
export async function markSeen(db: Db, input: { adId: string; ownerOrg: string; at: Date }): Promise<void> {
  await db
    .updateTable('ad_replies')
    .set({ state: 'seen', updated_at: input.at })
    .where('ad_id', '=', input.adId)
    .where('owner_org', '=', input.ownerOrg)
    .where('state', '=', 'sent')
    .execute();
}

/** Open replies of an ad that no offer has answered. */
export async function unansweredReplies(db: Db, adId: string): Promise<{ id: string; replier_org: string }[]> {
  return db
    .selectFrom('ad_replies')
    .select(['id', 'replier_org'])
    .where('ad_id', '=', adId)
    .where('state', 'in', [...OPEN_AD_REPLY_STATES])
    .where('offer_id', 'is', null)
    .execute();
}

export async function replyOfOffer(
  db: Db,
  offerId: string,
): Promise<{ id: string; ad_id: string; state: AdReplyState } | undefined> {
  return db
    .selectFrom('ad_replies')
    .select(['id', 'ad_id', 'state'])
    .where('offer_id', '=', offerId)
    .executeTakeFirst();
}

/** What a deal about a reply begins with. */
export async function termsOfReply(db: Db, input: { replyId: string; orgId: string }) {
  return db
    .selectFrom('ad_replies as r')
    .innerJoin('ads as a', 'a.id', 'r.ad_id')
    .select([
      'r.id',
      'r.ad_id',
      'r.owner_org',
      'r.replier_org',
      'r.state',
      'r.price',
      'r.currency',
      'r.due_at',
      'r.offer_id',
      'a.kind',
      'a.title',
      'a.body',
      'a.platform',
      'a.format',
      'a.pay_min',
      'a.goods',
      'a.due_at as ad_due_at',
    ])
    .where('r.id', '=', input.replyId)
    .where((eb) => eb.or([eb('r.owner_org', '=', input.orgId), eb('r.replier_org', '=', input.orgId)]))
    .executeTakeFirst();
}

/** Counted up to `cap`. */
export async function countNewReplies(db: Db, input: { ownerOrg: string; cap: number }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from ad_replies where owner_org = ${input.ownerOrg} and state = 'sent' limit ${input.cap}) x`.execute(db);
  return rows[0]?.n ?? 0;
}
