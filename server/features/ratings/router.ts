import { creatorProcedure, memberProcedure, router, staffProcedure } from '../../trpc.ts';
import { rateAgency, ratingOfAgency } from './agency.ts';
import {
  agencyRatingInput,
  dealRatingsInput,
  rateAgencyInput,
  rateInput,
  ratingsOfInput,
  removeRatingInput,
  replyInput,
  reportedRatingInput,
  reportRatingInput,
} from './schema.ts';
import {
  rate,
  ratingsOf,
  ratingsOfThisDeal,
  removeRating,
  replyToRating,
  reportedRating,
  reportRating,
} from './service.ts';

export const ratingsRouter = router({
  ofDeal: memberProcedure.input(dealRatingsInput).query(({ ctx, input }) => ratingsOfThisDeal(ctx, input)),
  of: memberProcedure.input(ratingsOfInput).query(({ ctx, input }) => ratingsOf(ctx, input)),
  give: memberProcedure.input(rateInput).mutation(({ ctx, input }) => rate(ctx, input)),
  ofAgency: creatorProcedure.input(agencyRatingInput).query(({ ctx, input }) => ratingOfAgency(ctx, input)),
  giveAgency: creatorProcedure.input(rateAgencyInput).mutation(({ ctx, input }) => rateAgency(ctx, input)),
  reply: memberProcedure.input(replyInput).mutation(({ ctx, input }) => replyToRating(ctx, input)),
  report: memberProcedure.input(reportRatingInput).mutation(({ ctx, input }) => reportRating(ctx, input)),
  reported: staffProcedure.input(reportedRatingInput).query(({ ctx, input }) => reportedRating(ctx, input)),
  remove: staffProcedure.input(removeRatingInput).mutation(({ ctx, input }) => removeRating(ctx, input)),
});
