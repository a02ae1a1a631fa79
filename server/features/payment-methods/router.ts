import { brandProcedure, memberProcedure, router } from '../../trpc.ts';
import { autoFundInput, changeLogInput, methodId } from './schema.ts';
import { changeLog, listMethods, setAutoFund, setDefault } from './service.ts';
import { finishSetup, removeMethod, startSetup } from './setup.ts';

/** Payment methods that a brand saves, and the log of payment settings. */
export const paymentMethodsRouter = router({
  list: brandProcedure.query(({ ctx }) => listMethods(ctx)),
  start: brandProcedure.mutation(({ ctx }) => startSetup(ctx)),
  finish: brandProcedure.input(methodId).mutation(({ ctx, input }) => finishSetup(ctx, input)),
  setDefault: brandProcedure.input(methodId).mutation(({ ctx, input }) => setDefault(ctx, input)),
  remove: brandProcedure.input(methodId).mutation(({ ctx, input }) => removeMethod(ctx, input)),
  setAutoFund: brandProcedure.input(autoFundInput).mutation(({ ctx, input }) => setAutoFund(ctx, input)),
  changes: memberProcedure.input(changeLogInput).query(({ ctx, input }) => changeLog(ctx, input)),
});
