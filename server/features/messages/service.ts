import type * as z from 'zod';
import { withTx, type OrgContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { attachmentsOfMessages as attachmentsOf } from '../conversations/attachments.ts';
import type { MessageRow } from '../conversations/schema.ts';
import { refusalToWrite } from '../conversations/status.ts';
import { writeMessage } from '../conversations/write.ts';
import { picturesOf } from '../orgs/service.ts';
import {
  countUnread,
  deleteReader,
  markRead,
  messagesOf,
  readAt,
  threadOf,
  type ThreadRow,
} from './queries/threads.ts';
import type {
  AttachmentDto,
  listMessagesInput,
  MessageDto,
  MessagePage,
  readThreadInput,
  sendMessageInput,
  threadInput,
  ThreadStatus,
} from './schema.ts';

interface Reader {
  userId: string;
  orgId: string;
  /** Up to when the thread was read. */
  seen: Date | null;
}

function toMessage(
  row: MessageRow,
  files: ReadonlyMap<string, AttachmentDto[]>,
  thread: ThreadRow,
  reader: Reader,
  pictures: ReadonlyMap<string, string>,
): MessageDto {
  const authorSide =
    row.authorOrg === thread.brandOrg ? 'brand' : row.authorOrg === thread.agencyOrg ? 'agency' : 'creator';
  return {
    id: row.id,
    body: row.body,
    files: files.get(row.id) ?? [],
    authorName: row.authorName,
    avatarUrl: pictures.get(row.authorUser) ?? null,
    authorSide,
    mine: row.authorUser === reader.userId,
    at: row.at,
    unread: row.authorOrg !== reader.orgId && (reader.seen === null || row.placedAt > reader.seen),
    warning: row.warning,
    state: row.removedAt ? 'removed' : row.heldAt ? 'held' : 'sent',
  };
}

export async function findThread(tx: OrgContext, input: z.output<typeof threadInput>): Promise<ThreadRow> {
  const thread = await threadOf(tx.db, { ...input, orgId: tx.actor.orgId });
  if (!thread) throw new AppError('not_found');
  return thread;
}

/** Messages of the thread from a place on, the newest first: those of its deal, then those about the offer. */
export async function listMessages(
  ctx: OrgContext,
  { after, limit, ...input }: z.output<typeof listMessagesInput>,
): Promise<MessagePage> {
  return withTx(ctx, async (tx) => {
    const thread = await findThread(tx, input);
    const { offerId } = thread;
    const { userId, orgId } = tx.actor;
    const rows = await messagesOf(tx.db, { offerId, orgId, after: readPlace(after), limit: limit + 1 });
    const pictures = await picturesOf(
      tx,
      rows.map((row) => row.authorUser),
    );
    const files = await attachmentsOf(
      tx,
      rows.map((row) => row.id),
    );
    const seen = await readAt(tx.db, { userId, offerId });
    const page = toPage(rows, limit, rowCursor, (row) =>
      toMessage(row, files, thread, { userId, orgId, seen }, pictures),
    );
    return { ...page, unread: await countUnread(tx.db, { offerId, orgId, seen, cap: COUNT_CAP }) };
  });
}

/** Whether role and representation let the reader write here, so that a form can show it first. */
export async function threadStatus(ctx: OrgContext, input: z.output<typeof threadInput>): Promise<ThreadStatus> {
  return withTx(ctx, async (tx) => {
    const thread = await findThread(tx, input);
    return { write: (await refusalToWrite(tx, thread, { inDeal: true })) ?? true };
  });
}

/**
 * Writes to the other side, which is notified at most once an hour per thread. A message is sent with all its files or
 * not at all: throws file.gone when one no longer exists. One that the rules hold is kept, and shown to the other side
 * when staff release it. Throws what `writeMessage` throws.
 */
export async function sendMessage(ctx: OrgContext, input: z.output<typeof sendMessageInput>): Promise<MessageDto> {
  requireRight(ctx, 'message.send');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    await bindRequestKey(tx, 'messages.send', input);
    const thread = await findThread(tx, input.thread);
    const { row } = await writeMessage(tx, { ...thread, offer: thread, body: input.body, fileIds: input.fileIds });
    return toMessage(
      row,
      await attachmentsOf(tx, [row.id]),
      thread,
      { userId, orgId, seen: null },
      await picturesOf(tx, [userId]),
    );
  });
}

/** The person has seen the thread up to a message; the others of the org keep their own marks. Throws not_found. */
export async function markThreadRead(
  ctx: OrgContext,
  input: z.output<typeof readThreadInput>,
): Promise<{ unread: number }> {
  return withTx(ctx, async (tx) => {
    const { userId, orgId } = tx.actor;
    const { offerId } = await findThread(tx, input.thread);
    if (!(await markRead(tx.db, { userId, offerId, messageId: input.upTo }))) throw new AppError('not_found');
    const seen = await readAt(tx.db, { userId, offerId });
    return { unread: await countUnread(tx.db, { offerId, orgId, seen, cap: COUNT_CAP }) };
  });
}

/** Part of a person's erasure. */
export const eraseFromThreads = (tx: SystemContext, userId: string): Promise<void> => deleteReader(tx.db, userId);
