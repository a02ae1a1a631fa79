import { pageInput } from '../../core/pagination.ts';
import { router, staffProcedure } from '../../trpc.ts';
import { confirmBankRefundInput, decideRefundInput, operationRow, proposeBankRefundInput } from './schema.ts';
import {
  confirmBankRefund,
  decideRefund,
  openOperations,
  proposeBankRefund,
  resolveOperation,
  sendAgain,
} from './service.ts';

/** Calls to the payment provider whose outcome staff follow or decide. */
export const operationsRouter = router({
  open: staffProcedure.input(pageInput.prefault({})).query(({ ctx, input }) => openOperations(ctx, input)),
  resolve: staffProcedure.input(operationRow).mutation(({ ctx, input }) => resolveOperation(ctx, input)),
  sendAgain: staffProcedure.input(operationRow).mutation(({ ctx, input }) => sendAgain(ctx, input)),
  decideRefund: staffProcedure.input(decideRefundInput).mutation(({ ctx, input }) => decideRefund(ctx, input)),
  proposeBankRefund: staffProcedure
    .input(proposeBankRefundInput)
    .mutation(({ ctx, input }) => proposeBankRefund(ctx, input)),
  confirmBankRefund: staffProcedure
    .input(confirmBankRefundInput)
    .mutation(({ ctx, input }) => confirmBankRefund(ctx, input)),
});
