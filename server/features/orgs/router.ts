import { memberProcedure, router } from '../../trpc.ts';
import { billingInput } from './schema.ts';
import { currentOrg, getBilling, listMembers, saveBilling } from './service.ts';

export const orgsRouter = router({
  current: memberProcedure.query(({ ctx }) => currentOrg(ctx)),
  members: memberProcedure.query(({ ctx }) => listMembers(ctx)),
  billing: memberProcedure.query(({ ctx }) => getBilling(ctx)),
  saveBilling: memberProcedure.input(billingInput).mutation(({ ctx, input }) => saveBilling(ctx, input)),
});
