import { memberProcedure, newcomerProcedure, publicProcedure, router } from '../../trpc.ts';
import { completeSignUpInput, updateAccountInput } from './schema.ts';
import { completeSignUp, currentSession, demoFacts, updateAccount } from './service.ts';

export const accountsRouter = router({
  demo: publicProcedure.query(({ ctx }) => demoFacts(ctx)),
  session: publicProcedure.query(({ ctx }) => currentSession(ctx)),
  completeSignUp: newcomerProcedure.input(completeSignUpInput).mutation(({ ctx, input }) => completeSignUp(ctx, input)),
  update: memberProcedure.input(updateAccountInput).mutation(({ ctx, input }) => updateAccount(ctx, input)),
});
