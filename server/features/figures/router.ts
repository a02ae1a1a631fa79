import { publicProcedure, router } from '../../trpc.ts';
import { measuredFigures } from './service.ts';

export const figuresRouter = router({
  measured: publicProcedure.query(({ ctx }) => measuredFigures(ctx)),
});
