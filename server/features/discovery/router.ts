import { memberProcedure, publicProcedure, router, seekerProcedure } from '../../trpc.ts';
import { blockedOrgs } from './blocks.ts';
import { countSearches, missedCreator } from './counts.ts';
import { parseInput } from './grammar/schema.ts';
import { previewSearch } from './preview.ts';
import {
  blockedInput,
  blockInput,
  compareInput,
  countsInput,
  mapInput,
  missedInput,
  previewInput,
  searchInput,
} from './schema.ts';
import { readSentence } from './sentence.ts';
import { blockOrg, compareCreators, searchCreators, searchOnMap, unblockOrg } from './service.ts';

export const discoveryRouter = router({
  parse: memberProcedure.input(parseInput).query(({ ctx, input }) => readSentence(ctx, input)),
  preview: publicProcedure.input(previewInput).query(({ ctx, input }) => previewSearch(ctx, input, ctx.ip)),
  search: seekerProcedure.input(searchInput).query(({ ctx, input }) => searchCreators(ctx, input)),
  map: seekerProcedure.input(mapInput).query(({ ctx, input }) => searchOnMap(ctx, input)),
  counts: seekerProcedure.input(countsInput).query(({ ctx, input }) => countSearches(ctx, input)),
  missed: seekerProcedure.input(missedInput).query(({ ctx, input }) => missedCreator(ctx, input)),
  compare: seekerProcedure.input(compareInput).query(({ ctx, input }) => compareCreators(ctx, input)),
  blocked: memberProcedure.input(blockedInput.prefault({})).query(({ ctx, input }) => blockedOrgs(ctx, input)),
  block: memberProcedure.input(blockInput).mutation(({ ctx, input }) => blockOrg(ctx, input)),
  unblock: memberProcedure.input(blockInput).mutation(({ ctx, input }) => unblockOrg(ctx, input)),
});
