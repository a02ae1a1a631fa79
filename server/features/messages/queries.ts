import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { FileDto } from '../content/schema.ts';
import { attachmentUrl } from './schema.ts';

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

export interface MessageRow {
  id: string;
  body: string;
  authorUser: string;
  authorName: string;
  authorOrg: string;
  at: Date;
}

const COLUMNS = [
  'id',
  'body',
  'author_user as authorUser',
  'author_name as authorName',
  'author_org as authorOrg',
  'created_at as at',
] as const;

/** The newest messages of a thread, oldest first. */
export async function messagesOf(db: Db, input: { offerId: string; limit: number }): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('messages')
    .select(COLUMNS)
    .where('offer_id', '=', input.offerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit)
    .execute();
  return rows.toReversed();
}

/** Writes the message once per id; `fresh` is false when it exists already. */
export async function insertMessage(
  db: Db,
  message: {
    id: string;
    thread: ThreadRow;
    authorUser: string;
    authorName: string;
    authorOrg: string;
    body: string;
    at: Date;
  },
): Promise<{ row: MessageRow; fresh: boolean }> {
  const { thread: t } = message;
  const row = await db
    .insertInto('messages')
    .values({
      id: message.id,
      contract_id: t.contractId,
      offer_id: t.offerId,
      brand_org: t.brandOrg,
      creator_org: t.creatorOrg,
      agency_org: t.agencyOrg,
      author_user: message.authorUser,
      author_name: message.authorName,
      author_org: message.authorOrg,
      body: message.body,
      created_at: message.at,
    })
    .onConflict((c) => c.column('id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row) return { row, fresh: true };
  return {
    row: await db.selectFrom('messages').select(COLUMNS).where('id', '=', message.id).executeTakeFirstOrThrow(),
    fresh: false,
  };
}

export interface AttachmentRow {
  id: string;
  messageId: string | null;
  name: string;
  mime: string;
  size: number;
  state: string;
  width: number | null;
  height: number | null;
  durationMs: number | null;
}

const ATTACHMENT_COLUMNS = [
  'id',
  'message_id as messageId',
  'name',
  'mime',
  'size',
  'state',
  'width',
  'height',
  'duration_ms as durationMs',
] as const;

/** Files of these messages in the order they were added, also deleted ones. */
export async function attachmentsOf(db: Db, messageIds: string[]): Promise<AttachmentRow[]> {
  if (messageIds.length === 0) return [];
  return db
    .selectFrom('files')
    .select(ATTACHMENT_COLUMNS)
    .where('message_id', 'in', messageIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Files that were sent in the conversations of these deals, the oldest first. */
export async function attachmentsOfDeals(
  db: Db,
  contractIds: string[],
): Promise<(AttachmentRow & { contractId: string })[]> {
  if (contractIds.length === 0) return [];
  return db
    .selectFrom('files as f')
    .innerJoin('contracts as k', 'k.offer_id', 'f.offer_id')
    .select([
      'k.id as contractId',
      'f.id',
      'f.message_id as messageId',
      'f.name',
      'f.mime',
      'f.size',
      'f.state',
      'f.width',
      'f.height',
      'f.duration_ms as durationMs',
    ])
    .where('k.id', 'in', contractIds)
    .where('f.message_id', 'is not', null)
    .where('f.state', '=', 'ready')
    .orderBy('f.created_at')
    .orderBy('f.id')
    .limit(1000)
    .execute();
}

/** Unsent files of a person in a thread. */
const unsent = (db: Db, input: { offerId: string; userId: string; orgId: string }) =>
  db
    .selectFrom('files')
    .where('offer_id', '=', input.offerId)
    .where('org_id', '=', input.orgId)
    .where('created_by', '=', input.userId)
    .where('message_id', 'is', null);

/** Files of a person that take a place in the next message: finished ones and uploads that can still be running. */
export async function countUnsent(
  db: Db,
  input: { offerId: string; userId: string; orgId: string; runningSince: Date },
): Promise<number> {
  const { n } = await unsent(db, input)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) =>
      eb.or([
        eb('state', '=', 'ready'),
        eb.and([eb('state', '=', 'uploading'), eb('created_at', '>', input.runningSince)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return n;
}

/** Serializes the uploads of a person into a thread until commit. */
export async function lockUnsent(db: Db, input: { offerId: string; userId: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`unsent:${input.offerId}:${input.userId}`}, 0))`.execute(
    db,
  );
}

/** The finished file of that name and content which the person has not sent yet. */
export async function unsentLike(
  db: Db,
  input: { offerId: string; userId: string; orgId: string; name: string; sha256: string },
): Promise<FileDto | undefined> {
  const row = await unsent(db, input)
    .select(['id', 'name', 'mime', 'size', 'sha256', 'width', 'height', 'duration_ms as durationMs'])
    .where('state', '=', 'ready')
    .where('name', '=', input.name)
    .where('sha256', '=', input.sha256)
    .executeTakeFirst();
  return row && { ...row, url: attachmentUrl(row.id) };
}

/** Attaches these files to the message; returns how many there were. */
export async function attachFiles(
  db: Db,
  input: { messageId: string; fileIds: string[]; offerId: string; userId: string; orgId: string },
): Promise<number> {
  if (input.fileIds.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ message_id: input.messageId })
    .where('id', 'in', input.fileIds)
    .where('offer_id', '=', input.offerId)
    .where('org_id', '=', input.orgId)
    .where('created_by', '=', input.userId)
    .where('message_id', 'is', null)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes an unsent file of its sender; returns where it is stored. */
export async function removeUnsent(
  db: Db,
  input: { fileId: string; userId: string; orgId: string },
): Promise<string | undefined> {
  const row = await db
    .updateTable('files')
    .set({ state: 'rejected' })
    .where('id', '=', input.fileId)
    .where('org_id', '=', input.orgId)
    .where('created_by', '=', input.userId)
    .where('offer_id', 'is not', null)
    .where('message_id', 'is', null)
    .where('state', '=', 'ready')
    .returning('storage_key')
    .executeTakeFirst();
  return row?.storage_key;
}

export interface StoredAttachment {
  name: string;
  mime: string;
  size: number;
  sha256: string | null;
  storageKey: string;
}

const stored = (db: Db, fileId: string) =>
  db
    .selectFrom('files as f')
    .select(['f.name', 'f.mime', 'f.size', 'f.sha256', 'f.storage_key as storageKey'])
    .where('f.id', '=', fileId)
    .where('f.offer_id', 'is not', null)
    .where('f.state', '=', 'ready');

/** A file that was sent, for a party of its thread; one that was not, for its uploader. */
export const attachmentFor = (
  db: Db,
  input: { fileId: string; userId: string; orgId: string },
): Promise<StoredAttachment | undefined> =>
  stored(db, input.fileId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('f.message_id', 'is not', null),
          eb.or([
            eb('f.brand_org', '=', input.orgId),
            eb('f.creator_org', '=', input.orgId),
            eb('f.agency_org', '=', input.orgId),
          ]),
        ]),
        eb.and([eb('f.org_id', '=', input.orgId), eb('f.created_by', '=', input.userId)]),
      ]),
    )
    .executeTakeFirst();

/** A file that was sent in the thread of a deal with an open help case. */
export const attachmentOfHelpCase = (db: Db, fileId: string): Promise<StoredAttachment | undefined> =>
  stored(db, fileId)
    .innerJoin('contracts as k', 'k.offer_id', 'f.offer_id')
    .where('f.message_id', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('cases as c')
          .select('c.id')
          .whereRef('c.contract_id', '=', 'k.id')
          .where('c.kind', '=', 'help')
          .where('c.state', '=', 'open'),
      ),
    )
    .executeTakeFirst();

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
    .select('created_at')
    .where('id', '=', input.messageId)
    .where('offer_id', '=', input.offerId)
    .executeTakeFirst();
  if (!message) return false;
  await db
    .insertInto('thread_reads')
    .values({ user_id: input.userId, offer_id: input.offerId, read_at: message.created_at })
    .onConflict((c) =>
      c
        .columns(['user_id', 'offer_id'])
        .doUpdateSet({ read_at: message.created_at })
        .where('thread_reads.read_at', '<', message.created_at),
    )
    .execute();
  return true;
}

/** Part of a person's erasure. */
export async function deleteReader(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('thread_reads').where('user_id', '=', userId).execute();
}
