import { pageInput } from '../../core/pagination.ts';
import { brandProcedure, creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { browseMicroInput, marketInput } from './schema.ts';
import { browseMicro, contacted, marketAnalytics, marketStats, ownPlace } from './service.ts';

export const microMarketRouter = router({
  browse: brandProcedure.input(browseMicroInput).query(({ ctx, input }) => browseMicro(ctx, input)),
  stats: memberProcedure.input(marketInput).query(({ ctx, input }) => marketStats(ctx, input)),
  analytics: memberProcedure.input(marketInput).query(({ ctx, input }) => marketAnalytics(ctx, input)),
  contacted: brandProcedure.input(pageInput).query(({ ctx, input }) => contacted(ctx, input)),
  mine: creatorProcedure.query(({ ctx }) => ownPlace(ctx)),
});
