import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { FileDto } from '../../content/schema.ts';
import { attachmentUrl } from '../rules.ts';

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

/** Files that were sent in the conversations of these deals, of each deal `limit` from a place on, the last first. */
export async function attachmentsOfDeals(
  db: Db,
  input: { contractIds: string[]; after: ListPlace | null; limit: number },
): Promise<(AttachmentRow & { contractId: string; place: string })[]> {
  if (input.contractIds.length === 0) return [];
  return db
    .selectFrom('contracts as k')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('files as f')
          .select([...ATTACHMENT_COLUMNS, 'f.created_at', placeTime('f.created_at').as('place')])
          .whereRef('f.offer_id', '=', 'k.offer_id')
          .where('f.message_id', 'is not', null)
          .where('f.state', '=', 'ready')
          .where(behind('f.created_at', 'f.id', 'descending', input.after))
          .orderBy('f.created_at', 'desc')
          .orderBy('f.id', 'desc')
          .limit(input.limit)
          .as('f'),
      (join) => join.onTrue(),
    )
    .select([
      'k.id as contractId',
      'f.id',
      'f.messageId',
      'f.name',
      'f.mime',
      'f.size',
      'f.state',
      'f.width',
      'f.height',
      'f.durationMs',
      'f.place',
    ])
    .where('k.id', 'in', input.contractIds)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .execute();
}

/** Whose unsent files: of a person in the thread of an offer, or in the conversation itself. */
export interface UnsentKey {
  offerId: string | null;
  conversationId: string | null;
  userId: string;
  orgId: string;
}

const unsent = (db: Db, input: UnsentKey) =>
  db
    .selectFrom('files')
    .where(
      input.offerId === null ? 'conversation_id' : 'offer_id',
      '=',
      input.offerId === null ? input.conversationId : input.offerId,
    )
    .where('org_id', '=', input.orgId)
    .where('created_by', '=', input.userId)
    .where('message_id', 'is', null);

/** Files of a person that take a place in the next message: finished ones and uploads that can still be running. */
export async function countUnsent(db: Db, input: UnsentKey & { runningSince: Date }): Promise<number> {
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
export async function lockUnsent(db: Db, { offerId, conversationId, userId }: UnsentKey): Promise<void> {
  const key = `unsent:${offerId ?? conversationId}:${userId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

/** The finished file of that name and content which the person has not sent yet. */
export async function unsentLike(
  db: Db,
  input: UnsentKey & { name: string; sha256: string },
): Promise<FileDto | undefined> {
  const row = await unsent(db, input)
    .select(['id', 'name', 'mime', 'size', 'sha256', 'width', 'height', 'duration_ms as durationMs'])
    .where('state', '=', 'ready')
    .where('name', '=', input.name)
    .where('sha256', '=', input.sha256)
    .executeTakeFirst();
  return row && { ...row, url: attachmentUrl(row.id) };
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
    .where((eb) => eb.or([eb('f.offer_id', 'is not', null), eb('f.conversation_id', 'is not', null)]))
    .where('f.state', '=', 'ready');

/**
 * A file that was sent, for a party of its thread that reads its message; one that was not, for its uploader.
 */
export const attachmentFor = (
  db: Db,
  input: { fileId: string; userId: string; orgId: string },
): Promise<StoredAttachment | undefined> =>
  stored(db, input.fileId)
    .leftJoin('messages as m', 'm.id', 'f.message_id')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('m.id', 'is not', null),
          eb.or([eb('m.held_at', 'is', null), eb('m.author_org', '=', input.orgId)]),
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
