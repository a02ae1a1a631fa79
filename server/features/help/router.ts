import { memberProcedure, router, staffProcedure } from '../../trpc.ts';
import { answerHelpInput, requestHelpInput, helpInput } from './schema.ts';
import { answerHelp, requestHelp, helpOf, openHelp } from './service.ts';

export const helpRouter = router({
  thread: memberProcedure.input(helpInput).query(({ ctx, input }) => helpOf(ctx, input)),
  ask: memberProcedure.input(requestHelpInput).mutation(({ ctx, input }) => requestHelp(ctx, input)),
  open: staffProcedure.query(({ ctx }) => openHelp(ctx)),
  answer: staffProcedure.input(answerHelpInput).mutation(({ ctx, input }) => answerHelp(ctx, input)),
});
