import { brandProcedure, creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { proposedCreators } from './batch.ts';
import { bestSetOf } from './best-set.ts';
import {
  bestSetInput,
  campaignRef,
  forCreatorInput,
  freshnessInput,
  showInput,
  similarInput,
  ofCampaignInput,
  unvoteInput,
  voteInput,
} from './schema.ts';
import { freshnessOfMatches, matchesOfCampaign, voteOnMatch, withdrawVote } from './service.ts';
import { similarCreators } from './similar.ts';
import { hideFromMatches, matchesForCreator, showInMatches } from './work.ts';

export const matchingRouter = router({
  ofCampaign: brandProcedure.input(ofCampaignInput).query(({ ctx, input }) => matchesOfCampaign(ctx, input)),
  forCreator: creatorProcedure
    .input(forCreatorInput.prefault({}))
    .query(({ ctx, input }) => matchesForCreator(ctx, input)),
  similar: memberProcedure.input(similarInput).query(({ ctx, input }) => similarCreators(ctx, input)),
  proposed: brandProcedure.query(({ ctx }) => proposedCreators(ctx)),
  hide: creatorProcedure.input(campaignRef).mutation(({ ctx, input }) => hideFromMatches(ctx, input)),
  show: creatorProcedure.input(showInput).mutation(({ ctx, input }) => showInMatches(ctx, input)),
  freshness: brandProcedure.input(freshnessInput).query(({ ctx, input }) => freshnessOfMatches(ctx, input)),
  bestSet: brandProcedure.input(bestSetInput).query(({ ctx, input }) => bestSetOf(ctx, input)),
  vote: brandProcedure.input(voteInput).mutation(({ ctx, input }) => voteOnMatch(ctx, input)),
  withdrawVote: brandProcedure.input(unvoteInput).mutation(({ ctx, input }) => withdrawVote(ctx, input)),
});
