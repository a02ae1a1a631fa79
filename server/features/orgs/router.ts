import { brandProcedure, memberProcedure, router } from '../../trpc.ts';
import { requestBilling } from './request-billing.ts';
import { releaseLimits, saveReleaseLimits } from './release-limits.ts';
import { billingInput, releaseLimitsInput } from './schema.ts';
import { currentOrg, getBilling, listMembers, saveBilling } from './service.ts';

export const orgsRouter = router({
  current: memberProcedure.query(({ ctx }) => currentOrg(ctx)),
  members: memberProcedure.query(({ ctx }) => listMembers(ctx)),
  billing: memberProcedure.query(({ ctx }) => getBilling(ctx)),
  saveBilling: memberProcedure.input(billingInput).mutation(({ ctx, input }) => saveBilling(ctx, input)),
  requestBilling: brandProcedure.mutation(({ ctx }) => requestBilling(ctx)),
  releaseLimits: brandProcedure.query(({ ctx }) => releaseLimits(ctx)),
  saveReleaseLimits: brandProcedure
    .input(releaseLimitsInput)
    .mutation(({ ctx, input }) => saveReleaseLimits(ctx, input)),
});
