import { router, staffProcedure } from '../../trpc.ts';
import { reinstateOrgInput, suspendOrgInput } from './schema.ts';
import { reinstateOrg, suspendOrg } from './service.ts';

export const suspensionsRouter = router({
  suspend: staffProcedure.input(suspendOrgInput).mutation(({ ctx, input }) => suspendOrg(ctx, input)),
  reinstate: staffProcedure.input(reinstateOrgInput).mutation(({ ctx, input }) => reinstateOrg(ctx, input)),
});
