import { pageInput } from '../../core/pagination.ts';
import { router, staffProcedure } from '../../trpc.ts';
import { overview, repairNow, workflows } from './service.ts';

export const platformRouter = router({
  overview: staffProcedure.query(({ ctx }) => overview(ctx)),
  workflows: staffProcedure.input(pageInput.prefault({})).query(({ ctx, input }) => workflows(ctx, input)),
  repairNow: staffProcedure.mutation(({ ctx }) => repairNow(ctx)),
});
