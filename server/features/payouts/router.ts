import { pageInput } from '../../core/pagination.ts';
import { payeeProcedure, router } from '../../trpc.ts';
import { refreshAccount, startOnboarding } from './account.ts';
import { payOutInput, startOnboardingInput } from './schema.ts';
import { listEarnings, listPayouts, payOut, payoutOverview } from './service.ts';

export const payoutsRouter = router({
  overview: payeeProcedure.query(({ ctx }) => payoutOverview(ctx)),
  list: payeeProcedure.input(pageInput).query(({ ctx, input }) => listPayouts(ctx, input)),
  earnings: payeeProcedure.input(pageInput).query(({ ctx, input }) => listEarnings(ctx, input)),
  startOnboarding: payeeProcedure.input(startOnboardingInput).mutation(({ ctx, input }) => startOnboarding(ctx, input)),
  refreshAccount: payeeProcedure.mutation(({ ctx }) => refreshAccount(ctx)),
  payOut: payeeProcedure.input(payOutInput).mutation(({ ctx, input }) => payOut(ctx, input)),
});
