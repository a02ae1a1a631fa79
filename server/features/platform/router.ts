import { router, staffProcedure } from '../../trpc.ts';
import { decideRefundInput, operationRow, outboxRow } from './schema.ts';
import { check, deadLetters, decideRefund, openOperations, overview, repairNow, resolveOperation, retryDeadLetter, workflows } from './service.ts';

export const platformRouter = router({
  overview: staffProcedure.query(({ ctx }) => overview(ctx)),
  deadLetters: staffProcedure.query(({ ctx }) => deadLetters(ctx)),
  retryDeadLetter: staffProcedure.input(outboxRow).mutation(({ ctx, input }) => retryDeadLetter(ctx, input)),
  openOperations: staffProcedure.query(({ ctx }) => openOperations(ctx)),
  resolveOperation: staffProcedure.input(operationRow).mutation(({ ctx, input }) => resolveOperation(ctx, input)),
  decideRefund: staffProcedure.input(decideRefundInput).mutation(({ ctx, input }) => decideRefund(ctx, input)),
  workflows: staffProcedure.query(({ ctx }) => workflows(ctx)),
  check: staffProcedure.mutation(({ ctx }) => check(ctx)),
  repairNow: staffProcedure.mutation(({ ctx }) => repairNow(ctx)),
});
