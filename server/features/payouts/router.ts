import { creatorProcedure, router } from '../../trpc.ts';
import { refreshAccount, startOnboarding } from './account.ts';
import { payOutInput, startOnboardingInput } from './schema.ts';
import { payOut, payoutOverview } from './service.ts';

export const payoutsRouter = router({
  overview: creatorProcedure.query(({ ctx }) => payoutOverview(ctx)),
  startOnboarding: creatorProcedure.input(startOnboardingInput).mutation(({ ctx, input }) => startOnboarding(ctx, input)),
  refreshAccount: creatorProcedure.mutation(({ ctx }) => refreshAccount(ctx)),
  payOut: creatorProcedure.input(payOutInput).mutation(({ ctx, input }) => payOut(ctx, input)),
});
