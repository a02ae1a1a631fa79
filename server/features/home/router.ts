import { brandProcedure, creatorProcedure, router } from '../../trpc.ts';
import { brandHome, creatorHome } from './service.ts';

export const homeRouter = router({
  brand: brandProcedure.query(({ ctx }) => brandHome(ctx)),
  creator: creatorProcedure.query(({ ctx }) => creatorHome(ctx)),
});
