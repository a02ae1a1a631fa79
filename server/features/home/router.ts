import { brandProcedure, creatorProcedure, router } from '../../trpc.ts';
import { brandHome, creatorHome, workCounts } from './service.ts';

export const homeRouter = router({
  brand: brandProcedure.query(({ ctx }) => brandHome(ctx)),
  work: creatorProcedure.query(({ ctx }) => workCounts(ctx)),
  creator: creatorProcedure.query(({ ctx }) => creatorHome(ctx)),
});
