import type { z } from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { derivedId, newId } from '../../core/ids.ts';
import { LIST_LIMIT } from '../../core/lists.ts';
import { toPage, type Page } from '../../core/pagination.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { briefOf } from '../terms/rules.ts';
import type { Side } from '../terms/schema.ts';
import { nextDeadline, workDueAt } from '../escrow/timers/rules.ts';
import { bindRequestKey } from '../../once.ts';
import { dealFor } from '../escrow/deals/deal.ts';
import { submitWork } from '../escrow/review/service.ts';
import { mandateRefusal, requireMandate } from '../orgs/mandate.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn, picturesOf } from '../orgs/service.ts';
import { approvedOf, filesOf, rejectFile, storedFile } from './queries/files.ts';
import {
  commentOf,
  commentsOf,
  insertComment,
  marksOf,
  resolveComment,
  setMark,
  toComment,
} from './queries/comments.ts';
import {
  insertDraft,
  markSubmitted,
  milestoneOf,
  queueOf,
  submissionOf,
  submissionsOf,
  updateDraft,
  type SubmissionRow,
} from './queries/submissions.ts';
import { PREPARING, REVIEWING } from './rules.ts';
import type {
  ApprovedItem,
  approvedInput,
  CommentDto,
  commentInput,
  draftInput,
  fileId,
  judgeInput,
  QueueItem,
  resolveCommentInput,
  ReviewDto,
  reviewInput,
  saveSubmissionInput,
  submitInput,
  SubmissionDto,
} from './schema.ts';

const sideOf = (orgId: string, row: { brandOrg: string }): Side => (row.brandOrg === orgId ? 'brand' : 'creator');

/** Work in progress or in review: work whose next act is the reader's first, then by time left. */
export async function reviewQueue(ctx: OrgContext): Promise<QueueItem[]> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const rows = await queueOf(tx.db, { orgId, limit: LIST_LIMIT });
    const parties = await partiesOf(
      tx,
      rows.flatMap((r) => [r.brandOrg, r.creatorOrg]),
    );
    const files = await filesOf(tx.db, { submissionIds: rows.flatMap((r) => r.submissionId ?? []) });
    const waits = { mine: [] as QueueItem[], theirs: [] as QueueItem[] };
    for (const r of rows) {
      const side = sideOf(orgId, r);
      const turn: Side = REVIEWING.includes(r.state) ? 'brand' : 'creator';
      const next = nextDeadline(r, tx.clock.now());
      waits[turn === side ? 'mine' : 'theirs'].push({
        milestoneId: r.milestoneId,
        contractId: r.contractId,
        dealTitle: r.dealTitle,
        milestoneTitle: r.milestoneTitle,
        counterpart: partyIn(parties, side === 'brand' ? r.creatorOrg : r.brandOrg),
        amount: r.amount,
        currency: r.currency,
        state: r.state,
        onHold: r.holds.length > 0,
        submissionN: r.submissionN ?? 0,
        round: r.round,
        roundsMax: r.roundsMax,
        deadlineAt: next?.at ?? null,
        atZero: next?.event ?? null,
        dueAt: workDueAt(r),
        turn,
        thumbnail: files.get(r.submissionId ?? '')?.find((f) => f.mime.startsWith('image/')) ?? null,
      });
    }
    return [...waits.mine, ...waits.theirs];
  });
}

/** Work that was accepted, the last first, with its files. */
export async function approvedList(
  ctx: OrgContext,
  input: z.output<typeof approvedInput>,
): Promise<Page<ApprovedItem>> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const rows = await approvedOf(tx.db, { orgId, after: input.after, limit: input.limit + 1 });
    const parties = await partiesOf(
      tx,
      rows.flatMap((r) => [r.brandOrg, r.creatorOrg]),
    );
    const files = await filesOf(tx.db, { submissionIds: rows.map((r) => r.submissionId) });
    return toPage(
      rows,
      input.limit,
      (r) => r.submissionId,
      (r) => ({
        milestoneId: r.milestoneId,
        contractId: r.contractId,
        dealTitle: r.dealTitle,
        milestoneTitle: r.milestoneTitle,
        counterpart: partyIn(parties, sideOf(orgId, r) === 'brand' ? r.creatorOrg : r.brandOrg),
        amount: r.amount,
        currency: r.currency,
        state: r.state,
        submissionN: r.submissionN,
        approvedAt: r.decidedAt,
        byClock: r.submissionState === 'auto_approved',
        files: files.get(r.submissionId) ?? [],
      }),
    );
  });
}

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

async function toSubmission(tx: OrgContext, row: SubmissionRow): Promise<SubmissionDto> {
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
    await insertDraft(tx.db, {
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
    await updateDraft(tx.db, input);
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
  return withTx(ctx, async (tx) => {
    await bindRequestKey(tx, 'content.submit', input);
    const { orgId } = tx.actor;
    const submission = await submissionOf(tx.db, { submissionId: input.submissionId, orgId, lock: true });
    if (!submission || sideOf(orgId, submission) === 'brand') throw new AppError('not_found');
    await requireMandate(tx, submission.creatorOrg, 'submit');
    if (submission.state === 'draft') {
      const files = await filesOf(tx.db, { submissionIds: [submission.id] });
      if (!files.has(submission.id)) throw new AppError('escrow.nothing_submitted');
      await markSubmitted(tx.db, { submissionId: submission.id, at: tx.clock.now() });
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
export async function judge(ctx: OrgContext, input: z.output<typeof judgeInput>): Promise<SubmissionDto> {
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
    await setMark(tx.db, { submission, item: input.item, mark: input.mark, at: tx.clock.now() });
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
