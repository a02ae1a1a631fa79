import { accountProcedure, memberProcedure, publicProcedure, router } from '../../trpc.ts';
import { pageInput } from '../../core/pagination.ts';
import { keepFactor, removeFactor } from './factors.ts';
import { requestEmailChange, confirmEmailChange } from './email.ts';
import { changePassword } from './password.ts';
import {
  requestEmailChangeInput,
  changePasswordInput,
  confirmEmailChangeInput,
  proveInput,
  removeFactorInput,
  revokeSessionInput,
} from './schema.ts';
import { demoCode, listSessions, listSignIns, securityOverview } from './service.ts';
import { revokeOtherSessions, revokeSession } from './sessions.ts';
import { proofOptions, proveIdentity } from './step-up.ts';

export const securityRouter = router({
  overview: accountProcedure.query(({ ctx }) => securityOverview(ctx)),
  sessions: accountProcedure.input(pageInput).query(({ ctx, input }) => listSessions(ctx, input)),
  signIns: accountProcedure.input(pageInput).query(({ ctx, input }) => listSignIns(ctx, input)),
  proofOptions: accountProcedure.query(({ ctx }) => proofOptions(ctx)),
  prove: accountProcedure.input(proveInput).mutation(({ ctx, input }) => proveIdentity(ctx, input)),
  changePassword: accountProcedure.input(changePasswordInput).mutation(({ ctx, input }) => changePassword(ctx, input)),
  requestEmailChange: memberProcedure
    .input(requestEmailChangeInput)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),
  confirmEmailChange: memberProcedure
    .input(confirmEmailChangeInput)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input)),
  removeFactor: accountProcedure.input(removeFactorInput).mutation(({ ctx, input }) => removeFactor(ctx, input)),
  keepFactor: accountProcedure.mutation(({ ctx }) => keepFactor(ctx)),
  revokeSession: accountProcedure.input(revokeSessionInput).mutation(({ ctx, input }) => revokeSession(ctx, input)),
  revokeOtherSessions: accountProcedure.mutation(({ ctx }) => revokeOtherSessions(ctx)),
  demoCode: publicProcedure.query(({ ctx }) => demoCode(ctx)),
});
