import { brandProcedure, creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { checkNow, decidePost } from './decide.ts';
import { savePost } from './link.ts';
import { checkPostInput, dealPostsInput, decidePostInput, savePostInput, toPostInput } from './schema.ts';
import { dealPosts, toPost } from './service.ts';

export const publicationsRouter = router({
  ofDeal: memberProcedure.input(dealPostsInput).query(({ ctx, input }) => dealPosts(ctx, input)),
  toPost: creatorProcedure.input(toPostInput).query(({ ctx, input }) => toPost(ctx, input)),
  save: creatorProcedure.input(savePostInput).mutation(({ ctx, input }) => savePost(ctx, input)),
  check: memberProcedure.input(checkPostInput).mutation(({ ctx, input }) => checkNow(ctx, input)),
  decide: brandProcedure.input(decidePostInput).mutation(({ ctx, input }) => decidePost(ctx, input)),
});
