import { ADDRESSES } from '../../core/addresses.ts';
import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type StaffContext, type SystemContext } from '../../context.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { derivedId, newId } from '../../core/ids.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { placeCursor, readPlace, toPage } from '../../core/pagination.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { requireContactAllowance } from '../contacts/service.ts';
import { bindRequestKey } from '../../once.ts';
import { attachToMessage } from '../content/attachments.ts';
import { checkText } from '../moderation/rules.ts';
import { holdText } from '../moderation/service.ts';
import { notify } from '../notifications/notify.ts';
import { mandateRefusal, requireMandate } from '../orgs/mandate.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn, picturesOf } from '../orgs/service.ts';
import { attachmentsOf, type AttachmentRow } from './queries/attachments.ts';
import {
  countUnread,
  deleteReader,
  insertMessage,
  markRead,
  messagesOf,
  placeHeld,
  readAt,
  setRemoved,
  threadOf,
  type MessageRow,
  type ThreadRow,
} from './queries/threads.ts';
import {
  attachmentUrl,
  type AttachmentDto,
  type listMessagesInput,
  type MessageDto,
  type MessagePage,
  type readThreadInput,
  type sendMessageInput,
  type threadInput,
  type ThreadStatus,
} from './schema.ts';

interface Reader {
  userId: string;
  orgId: string;
  /** Up to when the thread was read. */
  seen: Date | null;
}

export const toAttachment = ({
  id,
  name,
  mime,
  size,
  width,
  height,
  durationMs,
  state,
}: AttachmentRow): AttachmentDto => ({
  id,
  name,
  mime,
  size,
  width,
  height,
  durationMs,
  url: attachmentUrl(id),
  gone: state !== 'ready',
});

function toMessage(
  row: MessageRow,
  files: readonly AttachmentRow[],
  thread: ThreadRow,
  reader: Reader,
  pictures: ReadonlyMap<string, string>,
): MessageDto {
  const authorSide =
    row.authorOrg === thread.brandOrg ? 'brand' : row.authorOrg === thread.agencyOrg ? 'agency' : 'creator';
  return {
    id: row.id,
    body: row.body,
    files: files.filter((file) => file.messageId === row.id).map(toAttachment),
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
      tx.db,
      rows.map((row) => row.id),
    );
    const seen = await readAt(tx.db, { userId, offerId });
    const page = toPage(
      rows,
      limit,
      (row) => placeCursor({ at: row.place, id: row.id }),
      (row) => toMessage(row, files, thread, { userId, orgId, seen }, pictures),
    );
    return { ...page, unread: await countUnread(tx.db, { offerId, orgId, seen, cap: COUNT_CAP }) };
  });
}

/** Whether role and representation let the reader write here, so that a form can show it first. */
export async function threadStatus(ctx: OrgContext, input: z.output<typeof threadInput>): Promise<ThreadStatus> {
  return withTx(ctx, async (tx) => {
    const thread = await findThread(tx, input);
    if (!roleMay(tx.actor.role, 'message.send')) return { write: 'auth.not_allowed' };
    return { write: (await mandateRefusal(tx, thread.creatorOrg, null)) ?? true };
  });
}

/**
 * Writes to the other side, which is notified at most once an hour per thread. A message is sent with all its files or
 * not at all: throws file.gone when one no longer exists. One that the rules hold is kept, and shown to the other side
 * when staff release it.
 */
export async function sendMessage(ctx: OrgContext, input: z.output<typeof sendMessageInput>): Promise<MessageDto> {
  requireRight(ctx, 'message.send');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const { orgId, userId, name } = tx.actor;
    await bindRequestKey(tx, 'messages.send', input);
    const thread = await findThread(tx, input.thread);
    await requireMandate(tx, thread.creatorOrg, null);
    const other = [thread.brandOrg, thread.creatorOrg].find((org) => org !== orgId) ?? thread.brandOrg;
    await requireContactAllowance(tx, { kind: 'message', otherOrg: other });
    const at = tx.clock.now();
    const id = tx.requestKey
      ? await derivedId(`message:${userId}:${tx.requestKey}:${canonicalJson(input)}`)
      : newId(at.getTime());
    const check = checkText(input.body, 'message');
    const { row, fresh } = await insertMessage(tx.db, {
      id,
      thread,
      authorUser: userId,
      authorName: name,
      authorOrg: orgId,
      body: input.body,
      warning: check.findings[0]?.rule ?? null,
      held: check.verdict === 'hold',
      at,
    });
    if (fresh) {
      const fileIds = [...new Set(input.fileIds ?? [])];
      if ((await attachToMessage(tx, { messageId: id, fileIds, offerId: thread.offerId })) !== fileIds.length)
        throw new AppError('file.gone');
      const held = await holdText(
        tx,
        { kind: 'message', subjectId: id, text: input.body, link: linkOf(thread) },
        check,
      );
      // The other side is notified of a held message when it is released.
      if (!held) await notifyOthers(tx, thread, { orgId, at });
    }
    return toMessage(
      row,
      await attachmentsOf(tx.db, [id]),
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

/** Shows a held message to the other side. In the transaction of the staff member's decision. */
export async function releaseMessage(tx: StaffContext, { subjectId }: { subjectId: string }): Promise<void> {
  const at = tx.clock.now();
  const placed = await placeHeld(tx.db, { id: subjectId, at });
  if (!placed?.offerId) return;
  const thread = await threadOf(tx.db, { offerId: placed.offerId, orgId: placed.authorOrg });
  if (thread) await notifyOthers(tx, thread, { orgId: placed.authorOrg, at });
}

/** A held message stays with its author. In the transaction of the staff member's decision. */
export const removeMessage = (tx: StaffContext, { subjectId }: { subjectId: string }): Promise<void> =>
  setRemoved(tx.db, { id: subjectId, at: tx.clock.now() });

const linkOf = (thread: ThreadRow) =>
  thread.contractId ? ADDRESSES.deal(thread.contractId) : ADDRESSES.offer(thread.offerId);

async function notifyOthers(
  tx: ServiceContext,
  thread: ThreadRow,
  { orgId, at }: { orgId: string; at: Date },
): Promise<void> {
  const others = [thread.brandOrg, thread.creatorOrg, thread.agencyOrg].filter(
    (id): id is string => id !== null && id !== orgId,
  );
  const { name } = partyIn(await partiesOf(tx, [orgId]), orgId);
  for (const other of others) {
    await notify(tx, {
      orgId: other,
      kind: 'message_received',
      data: { name, title: thread.title },
      link: linkOf(thread),
      key: `message_received:${thread.offerId}:${orgId}:${at.toISOString().slice(0, 13)}`,
    });
  }
}
