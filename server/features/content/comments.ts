import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { derivedId, newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { briefOf } from '../terms/rules.ts';
import { bindRequestKey } from '../../once.ts';
import { dealFor } from '../escrow/deals/deal.ts';
import { requireMandate } from '../representations/mandate.ts';
import { picturesOf } from '../orgs/service.ts';
import { filesOf } from './queries/files.ts';
import { markItem } from '../escrow/review/submissions.ts';
import { commentOf, insertComment, resolveComment, toComment } from './queries/comments.ts';
import { submissionOf, submissionsOf } from './queries/submissions.ts';
import type { CommentDto, commentInput, markBriefItemInput, resolveCommentInput, SubmissionDto } from './schema.ts';
import { sideOf } from './queue.ts';
import { toSubmission } from './service.ts';

/**
 * A remark on the newest version: on the whole, at a moment of a video, or at a place of a picture; or a reply to a
 * remark on any version.
 */
export async function addComment(ctx: OrgContext, input: z.output<typeof commentInput>): Promise<CommentDto> {
  requireRight(ctx, 'content.comment');
  return withTx(ctx, async (tx) => {
    await bindRequestKey(tx, 'content.comment', input);
    const { orgId, userId, name } = tx.actor;
    const submission = await submissionOf(tx.db, { submissionId: input.submissionId, orgId });
    if (!submission) throw new AppError('not_found');
    await requireMandate(tx, submission.creatorOrg, 'submit');
    const at = tx.clock.now();
    const idFor = async () =>
      tx.requestKey ? derivedId(`comment:${userId}:${tx.requestKey}:${canonicalJson(input)}`) : newId(at.getTime());
    const author = { authorUser: userId, authorName: name, authorOrg: orgId, at };
    if (input.replyTo) {
      const answered = await commentOf(tx.db, { commentId: input.replyTo, milestoneId: submission.milestoneId });
      if (answered?.submissionId !== submission.id) throw new AppError('not_found');
      const nowhere = { fileId: null, atMs: null, x: null, y: null, briefItem: null };
      const row = await insertComment(tx.db, {
        ...nowhere,
        ...author,
        id: await idFor(),
        submission,
        body: input.body,
        replyTo: answered.replyTo ?? answered.id,
      });
      return toComment(row, userId, await picturesOf(tx, [userId]));
    }
    const versions = await submissionsOf(tx.db, { milestoneId: submission.milestoneId, drafts: false });
    if (versions[0]?.id !== submission.id) throw new AppError('comment.not_latest', { n: versions[0]?.n ?? 0 });
    const files = await filesOf(tx.db, { submissionIds: [submission.id] });
    const file = files.get(submission.id)?.find((f) => f.id === input.fileId);
    if (input.fileId && !file) throw new AppError('not_found');
    const pinned = input.x !== null || input.y !== null;
    if (pinned && (input.x === null || input.y === null || !file?.mime.startsWith('image/')))
      throw new AppError('input.invalid', { field: 'x', problem: 'pin' });
    if (input.atMs !== null && !file?.mime.startsWith('video/'))
      throw new AppError('input.invalid', { field: 'atMs', problem: 'time' });
    const row = await insertComment(tx.db, { ...input, ...author, id: await idFor(), submission, replyTo: null });
    return toComment(row, userId, await picturesOf(tx, [userId]));
  });
}

/**
 * Marks one item of the brief as met by this version or not; null removes the mark. Only the version under review can
 * be judged.
 */
export async function markBriefItem(
  ctx: OrgContext,
  input: z.output<typeof markBriefItemInput>,
): Promise<SubmissionDto> {
  requireRight(ctx, 'content.approve');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const submission = await submissionOf(tx.db, { submissionId: input.submissionId, orgId, lock: true });
    if (!submission || sideOf(orgId, submission) !== 'brand') throw new AppError('not_found');
    if (submission.state !== 'submitted') throw new AppError('state.changed', { state: submission.state });
    const deal = await dealFor(tx, { contractId: submission.contractId });
    const { seq } = deal.milestones.find((m) => m.id === submission.milestoneId)!;
    if (!briefOf(deal.terms, seq).includes(input.item))
      throw new AppError('input.invalid', { field: 'item', problem: 'brief' });
    await markItem(tx, { submission, item: input.item, mark: input.mark });
    return toSubmission(tx, submission);
  });
}

/** Marks a remark as done, or open again. */
export async function setResolved(ctx: OrgContext, input: z.output<typeof resolveCommentInput>): Promise<CommentDto> {
  requireRight(ctx, 'content.comment');
  return withTx(ctx, async (tx) => {
    const row = await resolveComment(tx.db, {
      commentId: input.commentId,
      orgId: tx.actor.orgId,
      at: input.resolved ? tx.clock.now() : null,
    });
    if (!row) throw new AppError('not_found');
    return toComment(row, tx.actor.userId, await picturesOf(tx, [row.authorUser]));
  });
}
