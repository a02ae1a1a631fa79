import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { failpoint } from '../../failpoint.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { briefOf } from '../terms/rules.ts';
import { bindRequestKey } from '../../once.ts';
import { dealFor } from '../escrow/deals/deal.ts';
import { submitWork } from '../escrow/review/service.ts';
import { addDraft, changeDraft, markAsSubmitted } from '../escrow/review/submissions.ts';
import { mandateRefusal, requireMandate } from '../representations/mandate.ts';
import { roleMay } from '../orgs/rules.ts';
import { picturesOf } from '../orgs/service.ts';
import { filesOf, rejectFile, storedFile } from './queries/files.ts';
import { commentsOf, marksOf, toComment } from './queries/comments.ts';
import { milestoneOf, submissionOf, submissionsOf, type SubmissionRow } from './queries/submissions.ts';
import { PREPARING } from './rules.ts';
import type {
  draftInput,
  fileId,
  ReviewDto,
  reviewInput,
  saveSubmissionInput,
  submitInput,
  SubmissionDto,
} from './schema.ts';
import { sideOf } from './queue.ts';

async function toSubmissions(tx: OrgContext, rows: SubmissionRow[]): Promise<SubmissionDto[]> {
  const submissionIds = rows.map((r) => r.id);
  const files = await filesOf(tx.db, { submissionIds });
  const remarks = await commentsOf(tx.db, { submissionIds });
  const pictures = await picturesOf(
    tx,
    remarks.map((c) => c.authorUser),
  );
  const marks = await marksOf(tx.db, { submissionIds });
  const comments = remarks.map((c) => toComment(c, tx.actor.userId, pictures));
  return rows.map((r) => ({
    id: r.id,
    n: r.n,
    state: r.state,
    caption: r.caption,
    note: r.note,
    files: files.get(r.id) ?? [],
    comments: comments.filter((c) => c.submissionId === r.id),
    submittedAt: r.submittedAt,
    decidedAt: r.decidedAt,
    decidedByName: r.decidedByName,
    reason: r.reason,
    briefItems: r.briefItems,
    citesLabel: r.citesLabel,
    citedComments: r.citedComments,
    marks: marks.filter((m) => m.submissionId === r.id).map(({ item, mark }) => ({ item, mark })),
  }));
}

export async function toSubmission(tx: OrgContext, row: SubmissionRow): Promise<SubmissionDto> {
  const [dto] = await toSubmissions(tx, [row]);
  return dto!;
}

/** Everything the review room shows of one milestone; the brand does not see drafts. */
export async function reviewOf(ctx: OrgContext, input: z.output<typeof reviewInput>): Promise<ReviewDto> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const row = await milestoneOf(tx.db, { milestoneId: input.milestoneId, orgId });
    if (!row) throw new AppError('not_found');
    const deal = await dealFor(tx, { contractId: row.contractId });
    const milestone = deal.milestones.find((m) => m.id === row.id);
    if (!milestone) throw new AppError('not_found');
    const versions = await submissionsOf(tx.db, { milestoneId: row.id, drafts: row.brandOrg !== orgId });
    return {
      contractId: deal.contractId,
      dealTitle: deal.title,
      brand: deal.brand,
      creator: deal.creator,
      mySide: sideOf(orgId, row),
      milestone,
      terms: deal.terms,
      brief: briefOf(deal.terms, milestone.seq),
      submissions: await toSubmissions(tx, versions),
      can: {
        comment: roleMay(tx.actor.role, 'content.comment')
          ? ((await mandateRefusal(tx, row.creatorOrg, 'submit')) ?? true)
          : 'auth.not_allowed',
      },
      serverNow: tx.clock.now(),
    };
  });
}

/** The creator's open draft: the one there is, else the next version with the last caption. */
export async function startSubmission(ctx: OrgContext, input: z.output<typeof draftInput>): Promise<SubmissionDto> {
  requireRight(ctx, 'content.submit');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const milestone = await milestoneOf(tx.db, { milestoneId: input.milestoneId, orgId });
    if (!milestone || milestone.brandOrg === orgId) throw new AppError('not_found');
    await requireMandate(tx, milestone.creatorOrg, 'submit');
    if (!PREPARING.includes(milestone.state)) throw new AppError('state.wrong', { state: milestone.state });
    const newest = async () => (await submissionsOf(tx.db, { milestoneId: milestone.id, drafts: true }))[0];
    const last = await newest();
    if (last?.state === 'draft') return toSubmission(tx, last);
    const at = tx.clock.now();
    await addDraft(tx, {
      id: newId(at.getTime()),
      milestone,
      n: (last?.n ?? 0) + 1,
      caption: last?.caption ?? '',
      createdBy: userId,
      at,
    });
    return toSubmission(tx, (await newest())!);
  });
}

/** A draft of the actor's side, locked; not_found for the brand and strangers, state.changed once it was submitted. */
async function lockDraft(tx: OrgContext, submissionId: string): Promise<SubmissionRow> {
  const submission = await submissionOf(tx.db, { submissionId, orgId: tx.actor.orgId, lock: true });
  if (!submission || sideOf(tx.actor.orgId, submission) === 'brand') throw new AppError('not_found');
  await requireMandate(tx, submission.creatorOrg, 'submit');
  if (submission.state !== 'draft') throw new AppError('state.changed', { state: submission.state });
  return submission;
}

export async function saveSubmission(
  ctx: OrgContext,
  input: z.output<typeof saveSubmissionInput>,
): Promise<SubmissionDto> {
  requireRight(ctx, 'content.submit');
  return withTx(ctx, async (tx) => {
    const draft = await lockDraft(tx, input.submissionId);
    await changeDraft(tx, input);
    return toSubmission(tx, { ...draft, caption: input.caption, note: input.note });
  });
}

/** Removes a file from a draft. The stored object is deleted after commit; a repeat changes nothing. */
export async function removeFile(ctx: OrgContext, input: z.output<typeof fileId>): Promise<SubmissionDto> {
  requireRight(ctx, 'content.submit');
  const { dto, storageKey } = await withTx(ctx, async (tx) => {
    const file = await storedFile(tx.db, { fileId: input.fileId, orgId: tx.actor.orgId });
    if (!file?.submissionId) throw new AppError('not_found');
    const draft = await lockDraft(tx, file.submissionId);
    await rejectFile(tx.db, { fileId: file.id });
    return { dto: await toSubmission(tx, draft), storageKey: file.storageKey };
  });
  await ctx.integrations.storage.remove(storageKey);
  return dto;
}

/** Submits the draft to the brand and starts the review window. Submitting the same draft again changes nothing. */
export async function submit(ctx: OrgContext, input: z.output<typeof submitInput>): Promise<ReviewDto> {
  requireRight(ctx, 'content.submit');
  requireVerifiedMailbox(ctx);
  await failpoint('submitted.before');
  return withTx(ctx, async (tx) => {
    await bindRequestKey(tx, 'content.submit', input);
    const { orgId } = tx.actor;
    const submission = await submissionOf(tx.db, { submissionId: input.submissionId, orgId, lock: true });
    if (!submission || sideOf(orgId, submission) === 'brand') throw new AppError('not_found');
    await requireMandate(tx, submission.creatorOrg, 'submit');
    if (submission.state === 'draft') {
      const files = await filesOf(tx.db, { submissionIds: [submission.id] });
      if (!files.has(submission.id)) throw new AppError('escrow.nothing_submitted');
      await markAsSubmitted(tx, submission.id);
      await submitWork(
        tx,
        { milestoneId: submission.milestoneId, version: input.version },
        submission.id,
        submission.n,
      );
    }
    return reviewOf(tx, { milestoneId: submission.milestoneId });
  });
}
