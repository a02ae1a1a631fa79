import { router, staffProcedure } from '../../trpc.ts';
import { caseInput, closeCaseInput, listCasesInput } from './schema.ts';
import { close, counts, list, one } from './service.ts';

export const casesRouter = router({
  list: staffProcedure.input(listCasesInput).query(({ ctx, input }) => list(ctx, input)),
  counts: staffProcedure.query(({ ctx }) => counts(ctx)),
  one: staffProcedure.input(caseInput).query(({ ctx, input }) => one(ctx, input)),
  close: staffProcedure.input(closeCaseInput).mutation(({ ctx, input }) => close(ctx, input)),
});
