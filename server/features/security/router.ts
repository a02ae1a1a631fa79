import { accountProcedure, publicProcedure, router } from '../../trpc.ts';
import { proveInput, revokeSessionInput } from './schema.ts';
import { demoCode, securityOverview } from './service.ts';
import { revokeOtherSessions, revokeSession } from './sessions.ts';
import { proofOptions, proveIdentity } from './step-up.ts';

export const securityRouter = router({
  overview: accountProcedure.query(({ ctx }) => securityOverview(ctx)),
  proofOptions: accountProcedure.query(({ ctx }) => proofOptions(ctx)),
  prove: accountProcedure.input(proveInput).mutation(({ ctx, input }) => proveIdentity(ctx, input)),
  revokeSession: accountProcedure.input(revokeSessionInput).mutation(({ ctx, input }) => revokeSession(ctx, input)),
  revokeOtherSessions: accountProcedure.mutation(({ ctx }) => revokeOtherSessions(ctx)),
  demoCode: publicProcedure.query(({ ctx }) => demoCode(ctx)),
});
