import { router, staffProcedure } from '../../trpc.ts';
import { overview, repairNow, workflows } from './service.ts';

export const platformRouter = router({
  overview: staffProcedure.query(({ ctx }) => overview(ctx)),
  workflows: staffProcedure.query(({ ctx }) => workflows(ctx)),
  repairNow: staffProcedure.mutation(({ ctx }) => repairNow(ctx)),
});
