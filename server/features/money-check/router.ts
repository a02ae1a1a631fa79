import { router, staffProcedure } from '../../trpc.ts';
import { confirmLiftInput, proposeLiftInput } from './schema.ts';
import { checkNow, confirmLift, moneyChecks, proposeLift } from './service.ts';
import { balances } from './balances.ts';
import { reconcileNow, reconciliations } from './stored-lines/runs.ts';

export const moneyCheckRouter = router({
  overview: staffProcedure.query(({ ctx }) => moneyChecks(ctx)),
  checkNow: staffProcedure.mutation(({ ctx }) => checkNow(ctx)),
  reconciliations: staffProcedure.query(({ ctx }) => reconciliations(ctx)),
  balances: staffProcedure.query(({ ctx }) => balances(ctx)),
  reconcileNow: staffProcedure.mutation(({ ctx }) => reconcileNow(ctx)),
  proposeLift: staffProcedure.input(proposeLiftInput).mutation(({ ctx, input }) => proposeLift(ctx, input)),
  confirmLift: staffProcedure.input(confirmLiftInput).mutation(({ ctx, input }) => confirmLift(ctx, input)),
});
