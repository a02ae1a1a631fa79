import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace, inIndexOrder } from '../../../../db/keyset.ts';
import { holdsText, type RecordSearch } from '../../../../db/text-search.ts';
import type { OrgKind } from '../../../context.ts';
import type { Folder } from '../schema.ts';

/** Who reads: a person in an org. An agency reads its own conversations, and of those of its creators the messages of its own deals alone. */
export interface Reader {
  userId: string;
  orgId: string;
  orgKind: OrgKind;
}

export interface ConversationRow {
  id: string;
  /** The brand, or the agency that wrote in its own name. */
  brandOrg: string;
  creatorOrg: string;
}

const COLUMNS = ['c.id', 'c.brand_org as brandOrg', 'c.creator_org as creatorOrg'] as const;
/**
 * Conversations `c` of an org; of an agency also those that messages of its own deals belong to. Row security hides what
 * agencies write to a creator from the one that acts for the creator.
 */
const ofOrg = ({ orgId, orgKind }: Omit<Reader, 'userId'>): RawBuilder<boolean> => {
  if (orgKind === 'brand') return sql<boolean>`c.brand_org = ${orgId}`;
  if (orgKind === 'agency')
    return sql<boolean>`(c.brand_org = ${orgId} or c.id = any(array(select a.conversation_id from messages a where a.agency_org = ${orgId})))`;
  return sql<boolean>`c.creator_org = ${orgId}`;
};
/** The side of `c` that the reader's org is not on, or does not look after. */
const otherOf = ({ orgId, orgKind }: Omit<Reader, 'userId'>): RawBuilder<string> =>
  orgKind === 'brand'
    ? sql<string>`c.creator_org`
    : orgKind === 'agency'
      ? sql<string>`case when c.brand_org = ${orgId} then c.creator_org else c.brand_org end`
      : sql<string>`c.brand_org`;

/** The conversation when `orgId` is one of its parties. */
export const conversationOf = (
  db: Db,
  { id, ...reader }: { id: string } & Omit<Reader, 'userId'>,
): Promise<ConversationRow | undefined> =>
  db.selectFrom('conversations as c').select(COLUMNS).where('c.id', '=', id).where(ofOrg(reader)).executeTakeFirst();

export interface Pair {
  brandOrg: string;
  creatorOrg: string;
}

export const conversationBetween = (db: Db, { brandOrg, creatorOrg }: Pair): Promise<ConversationRow | undefined> =>
  db
    .selectFrom('conversations as c')
    .select(COLUMNS)
    .where('c.brand_org', '=', brandOrg)
    .where('c.creator_org', '=', creatorOrg)
    .executeTakeFirst();

/** The conversation of the two, made when there is none. */
export async function openConversation(
  db: Db,
  input: Pair & { id: string; by: string; at: Date },
): Promise<ConversationRow> {
  const { brandOrg, creatorOrg, at } = input;
  await db
    .insertInto('conversations')
    .values({
      id: input.id,
      brand_org: brandOrg,
      creator_org: creatorOrg,
      opened_by: input.by === brandOrg ? brandOrg : creatorOrg,
      opened_with: input.by === brandOrg ? creatorOrg : brandOrg,
      last_at: at,
      created_at: at,
    })
    .onConflict((c) => c.columns(['brand_org', 'creator_org']).doNothing())
    .execute();
  const row = await conversationBetween(db, input);
  // Another transaction's row is read after its commit, for which the insert waited.
  if (!row) throw new Error(`no conversation of ${brandOrg} with ${creatorOrg}`);
  return row;
}

/** It has a newer message that both sides read. */
export async function moveUp(db: Db, input: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ last_at: sql<Date>`greatest(last_at, ${input.at})` })
    .where('id', '=', input.id)
    .execute();
}

/** The agency of the newest message, which reads the answer to it; null where the newest has none. */
export async function newestAgency(db: Db, conversationId: string): Promise<string | null> {
  const row = await db
    .selectFrom('messages')
    .select('agency_org')
    .where('conversation_id', '=', conversationId)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.agency_org ?? null;
}

/** Messages `m` that the reader's org may read. */
export const readable = ({ orgId, orgKind }: Reader): RawBuilder<boolean> =>
  sql<boolean>`(m.held_at is null or m.author_org = ${orgId}) ${orgKind === 'agency' ? sql`and ${orgId} in (m.agency_org, m.brand_org)` : sql``}`;

/** Messages `m` of other orgs that the reader has not seen, in the conversation or on the page of their deal. */
export const unseen = (reader: Reader): RawBuilder<boolean> => sql<boolean>`
  m.author_org <> ${reader.orgId} and ${readable(reader)}
  and m.placed_at > case when k.read_at is null then '-infinity'::timestamptz else k.read_at end
  and m.placed_at > coalesce((select r.read_at from thread_reads r where r.user_id = ${reader.userId} and r.offer_id = m.offer_id), '-infinity')`;

const anyUnseen = (reader: Reader) => sql<boolean>`c.last_at > coalesce(k.read_at, '-infinity')
  and exists (select from messages m where m.conversation_id = c.id and ${unseen(reader)})`;
const isArchived = sql<boolean>`(k.archived_at is not null and k.archived_at >= c.last_at)`;

/** So much of a message is shown in the list. */
const PREVIEW = 160;

/** The newest message of `c` that the reader may read, or the newest with the text. */
const newest = (reader: Reader, text: string | undefined) => sql<{ body: string; author_org: string }>`
  (select left(m.body, ${PREVIEW}) as body, m.author_org from messages m
    where m.conversation_id = c.id and ${readable(reader)} ${text ? sql`and ${holdsText(text, sql.ref('m.body'))}` : sql``}
    order by m.placed_at desc, m.id desc limit 1)`;

const conversations = (db: Db, reader: Reader) =>
  db
    .selectFrom('conversations as c')
    .leftJoin('conversation_marks as k', (join) =>
      join.onRef('k.conversation_id', '=', 'c.id').on('k.user_id', '=', reader.userId),
    )
    .where(ofOrg(reader));

/** Conversations of the reader's org, the one with the newest message first. */
export async function listConversations(
  db: Db,
  input: { reader: Reader; folder: Folder; q: string | undefined; after: ListPlace | null; limit: number; cap: number },
) {
  const { reader, folder, q } = input;
  const other = otherOf(reader);
  let page = conversations(db, reader)
    .select(['c.id', other.as('other'), 'c.last_at', 'k.read_at', 'k.muted_at', isArchived.as('archived')])
    .where(behind('c.last_at', 'c.id', 'descending', input.after));
  if (q)
    page = page.where(
      sql<boolean>`(exists ${newest(reader, q)} or exists (select from orgs o where o.id = ${other} and ${holdsText(q, sql.ref('o.name'))}))`,
    );
  else if (folder === 'archived') page = page.where(isArchived);
  else page = page.where(sql<boolean>`not ${isArchived}`);
  if (folder === 'unread') page = page.where(anyUnseen(reader));
  // The texts are read for the returned ones alone.
  return inIndexOrder(db, () =>
    db
      .selectFrom(page.orderBy('c.last_at', 'desc').orderBy('c.id', 'desc').limit(input.limit).as('c'))
      .leftJoinLateral(newest(reader, q).as('n'), (join) => join.onTrue())
      .leftJoinLateral(newest(reader, undefined).as('l'), (join) => join.onTrue())
      .select([
        'c.id',
        'c.other',
        'c.last_at as at',
        sql<string>`coalesce(n.body, l.body, '')`.as('preview'),
        sql<boolean>`coalesce(n.author_org, l.author_org) = ${reader.orgId}`.as('mine'),
        sql<boolean>`c.muted_at is not null`.as('muted'),
        'c.archived',
        sql<number>`(select count(*)::int from (select from messages m cross join (select c.read_at) k where m.conversation_id = c.id and ${unseen(reader)} limit ${input.cap}) u)`.as(
          'unread',
        ),
        placeTime('c.last_at').as('place'),
      ])
      .orderBy('c.last_at', 'desc')
      .orderBy('c.id', 'desc')
      .execute(),
  );
}

/** Conversations with messages that the reader has not seen, up to `cap`; put away and silent ones do not count. */
export async function countUnread(db: Db, reader: Reader, cap: number): Promise<number> {
  // The newest are read first: it is they that are not read yet.
  const { n } = await inIndexOrder(db, () =>
    db
      .selectFrom(
        conversations(db, reader)
          .select('c.id')
          .where(sql<boolean>`not ${isArchived}`)
          .where('k.muted_at', 'is', null)
          .where(anyUnseen(reader))
          .orderBy('c.last_at', 'desc')
          .orderBy('c.id', 'desc')
          .limit(cap)
          .as('u'),
      )
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  );
  return n;
}

/** For the palette: conversations by the other side's name, the newest first. */
export const findConversations = (db: Db, { reader, text, limit }: Omit<RecordSearch, 'orgId'> & { reader: Reader }) =>
  conversations(db, reader)
    .innerJoin('orgs as o', (join) => join.on(sql<boolean>`o.id = ${otherOf(reader)}`))
    .leftJoinLateral(newest(reader, undefined).as('l'), (join) => join.onTrue())
    .select(['c.id', 'o.name', 'l.body'])
    .where(holdsText(text, sql.ref('o.name')))
    .orderBy('c.last_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
