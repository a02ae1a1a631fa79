import { memberProcedure, router, staffProcedure } from '../../trpc.ts';
import { pageInput } from '../../core/pagination.ts';
import { answerHelpInput, requestHelpInput, helpFilesInput, helpInput } from './schema.ts';
import { answerHelp, requestHelp, helpFiles, helpOf, openHelp } from './service.ts';

export const helpRouter = router({
  thread: memberProcedure.input(helpInput).query(({ ctx, input }) => helpOf(ctx, input)),
  ask: memberProcedure.input(requestHelpInput).mutation(({ ctx, input }) => requestHelp(ctx, input)),
  open: staffProcedure.input(pageInput).query(({ ctx, input }) => openHelp(ctx, input)),
  files: staffProcedure.input(helpFilesInput).query(({ ctx, input }) => helpFiles(ctx, input)),
  answer: staffProcedure.input(answerHelpInput).mutation(({ ctx, input }) => answerHelp(ctx, input)),
});
