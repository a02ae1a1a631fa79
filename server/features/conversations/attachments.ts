import type * as z from 'zod';
import type { Db } from '../../../db/client.ts';
import { withTx, type Actor, type OrgContext, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { type Page, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { removeUnsentFile } from '../content/attachments.ts';
import type { AnyMime, FileDto, FileTypes } from '../content/schema.ts';
import { receiveInto, runningSince, type Incoming } from '../content/uploads.ts';
import type { AttachmentDto } from '../messages/schema.ts';
import { requireMandate } from '../representations/mandate.ts';
import {
  attachmentFor,
  attachmentsOf,
  attachmentOfHelpCase,
  attachmentsOfDeals,
  countUnsent,
  lockUnsent,
  unsentLike,
  type AttachmentRow,
  type StoredAttachment,
} from './queries/attachments.ts';
import { newestAgency } from './queries/conversations.ts';
import { attachmentUrl, CONVERSATION_FILE_TYPES, MAX_FILES_PER_MESSAGE } from './rules.ts';
import type { attachmentInput } from './schema.ts';
import { ownConversation, requireOwnSide } from './status.ts';

const toAttachment = (row: AttachmentRow): AttachmentDto => ({
  id: row.id,
  name: row.name,
  mime: row.mime,
  size: row.size,
  width: row.width,
  height: row.height,
  durationMs: row.durationMs,
  url: attachmentUrl(row.id),
  gone: row.state !== 'ready',
});

/** Files of these messages in the order they were added, by message. In the caller's transaction. */
export async function attachmentsOfMessages(
  tx: OrgContext,
  messageIds: string[],
): Promise<Map<string, AttachmentDto[]>> {
  const found = new Map<string, AttachmentDto[]>();
  for (const row of await attachmentsOf(tx.db, messageIds))
    if (row.messageId) found.set(row.messageId, [...(found.get(row.messageId) ?? []), toAttachment(row)]);
  return found;
}

/** Where the file of a message goes: the thread of an offer, or the conversation itself. */
export interface MessagePlace {
  offerId: string | null;
  conversationId: string | null;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
}

/**
 * Streams a file into storage for the sender's next message at a place. It is visible to its sender alone before that.
 *
 * Throws what `receiveInto` and `find` throw, and auth.not_allowed, auth.mailbox_unverified, auth.no_mandate,
 * input.invalid (too many files).
 */
export async function receiveForMessage(
  ctx: OrgContext,
  { find, types, ...file }: Incoming & { find(tx: OrgContext): Promise<MessagePlace>; types: FileTypes<AnyMime> },
): Promise<FileDto> {
  requireRight(ctx, 'message.send');
  requireVerifiedMailbox(ctx);
  const { userId, orgId } = ctx.actor;
  const { offerId, conversationId } = await withTx(ctx, find);
  const key = { offerId, conversationId, userId, orgId };
  const kept = await receiveInto(ctx, file, {
    types,
    folder: `messages/${offerId ?? conversationId}`,
    async admit(tx) {
      const place = await find(tx);
      if (tx.actor.orgId !== place.brandOrg) await requireMandate(tx, place.creatorOrg, null);
      await lockUnsent(tx.db, key);
      const taken = await countUnsent(tx.db, { ...key, runningSince: runningSince(tx.clock.now()) });
      if (taken >= MAX_FILES_PER_MESSAGE)
        throw new AppError('input.invalid', { field: 'file', problem: 'too_many', max: MAX_FILES_PER_MESSAGE });
      return { submissionId: null, ...place };
    },
    async same(tx, like) {
      await lockUnsent(tx.db, key);
      return unsentLike(tx.db, { ...key, ...like });
    },
  });
  return { ...kept, url: attachmentUrl(kept.id) };
}

/** A file for the next message of a conversation, outside of the threads of its deals. Throws as above, and not_found. */
export const receiveForConversation = (
  ctx: OrgContext,
  { conversationId, ...file }: Incoming & { conversationId: string },
): Promise<FileDto> =>
  receiveForMessage(ctx, {
    ...file,
    types: CONVERSATION_FILE_TYPES,
    async find(tx) {
      const pair = await ownConversation(tx, conversationId);
      requireOwnSide(tx, pair);
      const { brandOrg, creatorOrg } = pair;
      const agencyOrg = await newestAgency(tx.db, conversationId);
      return { offerId: null, conversationId, brandOrg, creatorOrg, agencyOrg };
    },
  });

/** Removes an unsent file; its object is deleted after commit. Throws not_found. */
export async function removeAttachment(
  ctx: OrgContext,
  { fileId }: z.output<typeof attachmentInput>,
): Promise<{ removed: true }> {
  const storageKey = await withTx(ctx, (tx) => removeUnsentFile(tx, fileId));
  if (storageKey === undefined) throw new AppError('not_found');
  await ctx.integrations.storage.remove(storageKey);
  return { removed: true };
}

/**
 * A file of a conversation for a party of it, or for staff while a help case of its deal is open; not_found for any
 * other actor.
 */
export async function findAttachment(
  ctx: OrgContext | StaffContext,
  { fileId }: { fileId: string },
): Promise<StoredAttachment> {
  const { actor } = ctx;
  const find = (db: Db) =>
    actor.kind === 'org'
      ? attachmentFor(db, { fileId, userId: actor.userId, orgId: actor.orgId })
      : attachmentOfHelpCase(db, fileId);
  const found = await withTx<Actor, StoredAttachment | undefined>(ctx, (tx) => find(tx.db));
  if (!found) throw new AppError('not_found');
  return found;
}

/**
 * Files that were sent in the threads of these deals, by deal, from a place on, the last first; for operators who answer
 * help cases of them.
 */
export async function filesOfDeals(
  tx: StaffContext,
  { contractIds, after, limit }: { contractIds: string[]; after?: string | undefined; limit: number },
): Promise<Map<string, Page<AttachmentDto>>> {
  const rows = await attachmentsOfDeals(tx.db, { contractIds, after: readPlace(after), limit: limit + 1 });
  return new Map(
    contractIds.map((id) => [
      id,
      toPage(
        rows.filter((row) => row.contractId === id),
        limit,
        rowCursor,
        toAttachment,
      ),
    ]),
  );
}
