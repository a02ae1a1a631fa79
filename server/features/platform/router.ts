import { router, staffProcedure } from '../../trpc.ts';
import { allowFeesInput } from '../payments/schema.ts';
import { holdMilestone } from './milestone-hold.ts';
import {
  confirmBankRefundInput,
  decideRefundInput,
  holdMilestoneInput,
  operationRow,
  outboxRow,
  proposeBankRefundInput,
  reinstateOrgInput,
  suspendOrgInput,
} from './schema.ts';
import { reinstateOrg, suspendOrg } from './suspension.ts';
import { allowFees, deadLetters, overview, repairNow, retryDeadLetter, workflows } from './service.ts';
import {
  confirmBankRefund,
  decideRefund,
  openOperations,
  proposeBankRefund,
  resolveOperation,
  sendAgain,
} from './operations.ts';

export const platformRouter = router({
  overview: staffProcedure.query(({ ctx }) => overview(ctx)),
  deadLetters: staffProcedure.query(({ ctx }) => deadLetters(ctx)),
  retryDeadLetter: staffProcedure.input(outboxRow).mutation(({ ctx, input }) => retryDeadLetter(ctx, input)),
  openOperations: staffProcedure.query(({ ctx }) => openOperations(ctx)),
  resolveOperation: staffProcedure.input(operationRow).mutation(({ ctx, input }) => resolveOperation(ctx, input)),
  sendAgain: staffProcedure.input(operationRow).mutation(({ ctx, input }) => sendAgain(ctx, input)),
  allowFees: staffProcedure.input(allowFeesInput).mutation(({ ctx, input }) => allowFees(ctx, input)),
  proposeBankRefund: staffProcedure
    .input(proposeBankRefundInput)
    .mutation(({ ctx, input }) => proposeBankRefund(ctx, input)),
  confirmBankRefund: staffProcedure
    .input(confirmBankRefundInput)
    .mutation(({ ctx, input }) => confirmBankRefund(ctx, input)),
  decideRefund: staffProcedure.input(decideRefundInput).mutation(({ ctx, input }) => decideRefund(ctx, input)),
  holdMilestone: staffProcedure.input(holdMilestoneInput).mutation(({ ctx, input }) => holdMilestone(ctx, input)),
  suspendOrg: staffProcedure.input(suspendOrgInput).mutation(({ ctx, input }) => suspendOrg(ctx, input)),
  reinstateOrg: staffProcedure.input(reinstateOrgInput).mutation(({ ctx, input }) => reinstateOrg(ctx, input)),
  workflows: staffProcedure.query(({ ctx }) => workflows(ctx)),
  repairNow: staffProcedure.mutation(({ ctx }) => repairNow(ctx)),
});
