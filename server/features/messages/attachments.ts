import type * as z from 'zod';
import type { Db } from '../../../db/client.ts';
import { withTx, type Actor, type OrgContext, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { placeCursor, readPlace, toPage, type Page } from '../../core/pagination.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { removeUnsentFile } from '../content/attachments.ts';
import type { FileDto } from '../content/schema.ts';
import { receiveInto, runningSince, type Incoming } from '../content/uploads.ts';
import { requireMandate } from '../orgs/mandate.ts';
import {
  attachmentFor,
  attachmentOfHelpCase,
  attachmentsOfDeals,
  countUnsent,
  lockUnsent,
  unsentLike,
  type StoredAttachment,
} from './queries/attachments.ts';
import { attachmentUrl, type AttachmentDto, type attachmentInput, type threadInput } from './schema.ts';
import { findThread, toAttachment } from './service.ts';
import { ATTACHMENT_TYPES, MAX_FILES_PER_MESSAGE } from './rules.ts';

/**
 * Streams a file into storage for the sender's next message of the thread. It is visible to its sender alone before
 * that.
 *
 * Throws what `receiveInto` throws, and not_found, auth.not_allowed, auth.mailbox_unverified, input.invalid (too many
 * files).
 */
export async function receiveAttachment(
  ctx: OrgContext,
  { thread: input, ...file }: Incoming & { thread: z.output<typeof threadInput> },
): Promise<FileDto> {
  requireRight(ctx, 'message.send');
  requireVerifiedMailbox(ctx);
  const { userId, orgId } = ctx.actor;
  const { offerId } = await withTx(ctx, (tx) => findThread(tx, input));
  const key = { offerId, userId, orgId };
  const kept = await receiveInto(ctx, file, {
    types: ATTACHMENT_TYPES,
    folder: `messages/${offerId}`,
    async admit(tx) {
      const { brandOrg, creatorOrg, agencyOrg } = await findThread(tx, { offerId });
      await requireMandate(tx, creatorOrg, null);
      await lockUnsent(tx.db, key);
      const taken = await countUnsent(tx.db, { ...key, runningSince: runningSince(tx.clock.now()) });
      if (taken >= MAX_FILES_PER_MESSAGE)
        throw new AppError('input.invalid', { field: 'file', problem: 'too_many', max: MAX_FILES_PER_MESSAGE });
      return { submissionId: null, offerId, brandOrg, creatorOrg, agencyOrg };
    },
    async same(tx, like) {
      await lockUnsent(tx.db, key);
      return unsentLike(tx.db, { ...key, ...like });
    },
  });
  return { ...kept, url: attachmentUrl(kept.id) };
}

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
 * Files that were sent in the conversations of these deals, by deal, from a place on, the last first; for operators who
 * answer help cases of them.
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
        (row) => placeCursor({ at: row.place, id: row.id }),
        toAttachment,
      ),
    ]),
  );
}
