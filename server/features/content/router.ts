import { brandProcedure, memberProcedure, router } from '../../trpc.ts';
import {
  approvedInput,
  assignInput,
  commentInput,
  draftInput,
  fileId,
  markBriefItemInput,
  resolveCommentInput,
  reviewInput,
  saveSubmissionInput,
  submitInput,
  queueInput,
} from './schema.ts';
import { assignReviewer, reviewerOf } from './assignments.ts';
import { addComment, markBriefItem, setResolved } from './comments.ts';
import { approvedList, queueCounts, reviewQueue } from './queue.ts';
import { removeFile, reviewOf, saveSubmission, startSubmission, submit } from './service.ts';

export const contentRouter = router({
  queue: memberProcedure.input(queueInput.prefault({})).query(({ ctx, input }) => reviewQueue(ctx, input)),
  queueCounts: memberProcedure.query(({ ctx }) => queueCounts(ctx)),
  approved: memberProcedure.input(approvedInput.prefault({})).query(({ ctx, input }) => approvedList(ctx, input)),
  review: memberProcedure.input(reviewInput).query(({ ctx, input }) => reviewOf(ctx, input)),
  reviewer: brandProcedure.input(reviewInput).query(({ ctx, input }) => reviewerOf(ctx, input)),
  assign: brandProcedure.input(assignInput).mutation(({ ctx, input }) => assignReviewer(ctx, input)),
  startSubmission: memberProcedure.input(draftInput).mutation(({ ctx, input }) => startSubmission(ctx, input)),
  saveSubmission: memberProcedure.input(saveSubmissionInput).mutation(({ ctx, input }) => saveSubmission(ctx, input)),
  removeFile: memberProcedure.input(fileId).mutation(({ ctx, input }) => removeFile(ctx, input)),
  submit: memberProcedure.input(submitInput).mutation(({ ctx, input }) => submit(ctx, input)),
  comment: memberProcedure.input(commentInput).mutation(({ ctx, input }) => addComment(ctx, input)),
  judge: memberProcedure.input(markBriefItemInput).mutation(({ ctx, input }) => markBriefItem(ctx, input)),
  resolveComment: memberProcedure.input(resolveCommentInput).mutation(({ ctx, input }) => setResolved(ctx, input)),
});
