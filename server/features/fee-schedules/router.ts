import { router, staffProcedure } from '../../trpc.ts';
import { proposalInput } from '../approvals/schema.ts';
import { feeInput, proposeFeeInput } from './schema.ts';
import { confirmFee, feeSchedules, previewFee, proposeFee } from './service.ts';

export const feeSchedulesRouter = router({
  list: staffProcedure.query(({ ctx }) => feeSchedules(ctx)),
  preview: staffProcedure.input(feeInput).query(({ ctx, input }) => previewFee(ctx, input)),
  propose: staffProcedure.input(proposeFeeInput).mutation(({ ctx, input }) => proposeFee(ctx, input)),
  confirm: staffProcedure.input(proposalInput).mutation(({ ctx, input }) => confirmFee(ctx, input)),
});
