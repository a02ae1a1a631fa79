import { pageInput } from '../../core/pagination.ts';
import { payeeProcedure, router } from '../../trpc.ts';
import { refreshAccount, startOnboarding } from './account.ts';
import { payoutDetail } from './detail.ts';
import { saveSchedule } from './schedule/service.ts';
import { payOutInput, payoutId, saveScheduleInput, startOnboardingInput } from './schema.ts';
import { listEarnings, listPayouts, payOut, payoutOverview } from './service.ts';

export const payoutsRouter = router({
  overview: payeeProcedure.query(({ ctx }) => payoutOverview(ctx)),
  list: payeeProcedure.input(pageInput).query(({ ctx, input }) => listPayouts(ctx, input)),
  earnings: payeeProcedure.input(pageInput).query(({ ctx, input }) => listEarnings(ctx, input)),
  startOnboarding: payeeProcedure.input(startOnboardingInput).mutation(({ ctx, input }) => startOnboarding(ctx, input)),
  refreshAccount: payeeProcedure.mutation(({ ctx }) => refreshAccount(ctx)),
  byId: payeeProcedure.input(payoutId).query(({ ctx, input }) => payoutDetail(ctx, input)),
  saveSchedule: payeeProcedure.input(saveScheduleInput).mutation(({ ctx, input }) => saveSchedule(ctx, input)),
  payOut: payeeProcedure.input(payOutInput).mutation(({ ctx, input }) => payOut(ctx, input)),
});
