import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { ExportScope } from '../../../registration.ts';
import type { TextRule } from '../../moderation/rules.ts';
import type { MessageRow } from '../schema.ts';
import { readable, unseen, type Reader } from './conversations.ts';

const COLUMNS = [
  'm.id',
  'm.body',
  'm.author_user as authorUser',
  'm.author_name as authorName',
  'm.author_org as authorOrg',
  'm.created_at as at',
  'm.placed_at as placedAt',
  'm.warning',
  'm.held_at as heldAt',
  'm.removed_at as removedAt',
] as const;

/** Messages of a conversation from a place on, the newest first. */
export const entriesOf = (
  db: Db,
  input: { conversationId: string; reader: Reader; after: ListPlace | null; limit: number },
) =>
  db
    .selectFrom('messages as m')
    .leftJoin('conversation_marks as k', (join) =>
      join.onRef('k.conversation_id', '=', 'm.conversation_id').on('k.user_id', '=', input.reader.userId),
    )
    .leftJoin('offers as o', 'o.id', 'm.offer_id')
    .leftJoin('contracts as t', 't.offer_id', 'm.offer_id')
    .select([...COLUMNS, placeTime('m.placed_at').as('place'), unseen(input.reader).as('unread')])
    .select(['m.offer_id as offerId', 't.id as contractId', 'o.title as offerTitle'])
    .where('m.conversation_id', '=', input.conversationId)
    .where(readable(input.reader))
    .where(behind('m.placed_at', 'm.id', 'descending', input.after))
    .orderBy('m.placed_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(input.limit)
    .execute();

export interface NewMessageRow {
  id: string;
  conversationId: string;
  contractId: string | null;
  offerId: string | null;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
  authorUser: string;
  authorName: string;
  authorOrg: string;
  body: string;
  warning: TextRule | null;
  held: boolean;
  at: Date;
}

/** Writes the message once per id; `fresh` is false when it exists already. */
export async function insertMessage(db: Db, m: NewMessageRow): Promise<{ row: MessageRow; fresh: boolean }> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('messages')
    .values({
      id: m.id,
      conversation_id: m.conversationId,
      contract_id: m.contractId,
      offer_id: m.offerId,
      brand_org: m.brandOrg,
      creator_org: m.creatorOrg,
      agency_org: m.agencyOrg,
      author_user: m.authorUser,
      author_name: m.authorName,
      author_org: m.authorOrg,
      body: m.body,
      warning: m.warning,
      held_at: m.held ? m.at : null,
      placed_at: m.at,
      created_at: m.at,
    })
    .onConflict((c) => c.column('id').doNothing())
    .executeTakeFirst();
  const row = await db.selectFrom('messages as m').select(COLUMNS).where('m.id', '=', m.id).executeTakeFirstOrThrow();
  return { row, fresh: (numInsertedOrUpdatedRows ?? 0n) > 0n };
}

/** When a person sent messages in a stretch of time, the oldest first. */
export async function sentBetween(
  db: Db,
  input: { orgId: string; userId: string; since: Date; until: Date },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('messages')
    .select('created_at')
    .where('author_org', '=', input.orgId)
    .where('created_at', '>', input.since)
    .where('created_at', '<=', input.until)
    .where('author_user', '=', input.userId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.created_at);
}

/** Serializes the messages of a person until commit. */
export async function lockSender(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 8))`.execute(db);
}

/** Shows a held message to the other side, as the newest of its conversation; undefined when it is not held. */
export const placeHeld = (db: Db, input: { id: string; at: Date }) =>
  db
    .updateTable('messages as m')
    .set({ held_at: null, placed_at: input.at })
    .where('m.id', '=', input.id)
    .where('m.held_at', 'is not', null)
    .where('m.removed_at', 'is', null)
    .returning([
      'm.conversation_id as conversationId',
      'm.offer_id as offerId',
      'm.brand_org as brandOrg',
      'm.creator_org as creatorOrg',
      'm.agency_org as agencyOrg',
      'm.author_org as authorOrg',
    ])
    .executeTakeFirst();

/** A held message stays with its author. */
export async function setRemoved(db: Db, input: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('messages')
    .set({ removed_at: input.at })
    .where('id', '=', input.id)
    .where('held_at', 'is not', null)
    .execute();
}

/** The offer in whose thread a message stands, with its deal. */
export const offerOf = (db: Db, offerId: string) =>
  db
    .selectFrom('offers as o')
    .leftJoin('contracts as t', 't.offer_id', 'o.id')
    .select(['o.title', 't.id as contractId'])
    .where('o.id', '=', offerId)
    .executeTakeFirst();

/** Messages that the person's orgs may read. */
export const messagesToExport = ({ orgIds }: ExportScope) => sql<{ row: unknown }>`
  select to_jsonb(m) as row from messages m
   where (m.brand_org = any(${orgIds}::uuid[]) or m.creator_org = any(${orgIds}::uuid[]) or m.agency_org = any(${orgIds}::uuid[]))
     and (m.held_at is null or m.author_org = any(${orgIds}::uuid[]))`;

/** Part of a person's erasure: what was written outside of a deal goes. */
export async function clearAuthor(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('messages')
    .set({ body: '' })
    .where('author_user', '=', userId)
    .where('offer_id', 'is', null)
    .where('contract_id', 'is', null)
    .execute();
}
