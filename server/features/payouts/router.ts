import { payeeProcedure, router } from '../../trpc.ts';
import { refreshAccount, startOnboarding } from './account.ts';
import { payOutInput, startOnboardingInput } from './schema.ts';
import { payOut, payoutOverview } from './service.ts';

export const payoutsRouter = router({
  overview: payeeProcedure.query(({ ctx }) => payoutOverview(ctx)),
  startOnboarding: payeeProcedure.input(startOnboardingInput).mutation(({ ctx, input }) => startOnboarding(ctx, input)),
  refreshAccount: payeeProcedure.mutation(({ ctx }) => refreshAccount(ctx)),
  payOut: payeeProcedure.input(payOutInput).mutation(({ ctx, input }) => payOut(ctx, input)),
});
