import { memberProcedure, router, staffProcedure } from '../../trpc.ts';
import { answerHelpInput, askHelpInput, helpInput } from './schema.ts';
import { answerHelp, askForHelp, helpOf, openHelp } from './service.ts';

export const helpRouter = router({
  thread: memberProcedure.input(helpInput).query(({ ctx, input }) => helpOf(ctx, input)),
  ask: memberProcedure.input(askHelpInput).mutation(({ ctx, input }) => askForHelp(ctx, input)),
  open: staffProcedure.query(({ ctx }) => openHelp(ctx)),
  answer: staffProcedure.input(answerHelpInput).mutation(({ ctx, input }) => answerHelp(ctx, input)),
});
