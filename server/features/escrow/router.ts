import { memberProcedure, router, staffProcedure } from '../../trpc.ts';
import { contractId } from '../../core/inputs.ts';
import { dealFor, postings } from './deals/deal.ts';
import { dealCounts, dealsOfCampaign, listDeals } from './deals/list.ts';
import { moneyWaits } from './deals/waits.ts';
import {
  answerCancelInput,
  approveInput,
  proposeCancelInput,
  cancelInput,
  dealsOfCampaignInput,
  decideInput,
  holdMilestoneInput,
  listDealsInput,
  milestoneId,
  releasePartInput,
  requestChangesInput,
} from './schema.ts';
import { extendPost, extendReview, extendWork } from './timers/extend.ts';
import { extendWorkInput } from './timers/schema.ts';
import { holdMilestone } from './milestone/staff-hold.ts';
import { releasePart } from './release/parts.ts';
import { approve, releaseAccepted, requestChanges } from './review/service.ts';
import { cancel } from './refund/cancel.ts';
import { acceptCancel, proposeCancel, declineCancel, withdrawCancel } from './cancel/requests.ts';
import { verify } from './timeline/events.ts';

/** Deals under way. Whether the actor is the brand or the creator of a deal decides what they may do; see rules.ts. */
export const escrowRouter = router({
  deal: memberProcedure.input(contractId).query(({ ctx, input }) => dealFor(ctx, input)),
  list: memberProcedure.input(listDealsInput.prefault({})).query(({ ctx, input }) => listDeals(ctx, input)),
  counts: memberProcedure.query(({ ctx }) => dealCounts(ctx)),
  ofCampaign: memberProcedure.input(dealsOfCampaignInput).query(({ ctx, input }) => dealsOfCampaign(ctx, input)),
  approve: memberProcedure.input(approveInput).mutation(({ ctx, input }) => approve(ctx, input)),
  release: memberProcedure.input(decideInput).mutation(({ ctx, input }) => releaseAccepted(ctx, input)),
  releasePart: memberProcedure.input(releasePartInput).mutation(({ ctx, input }) => releasePart(ctx, input)),
  requestChanges: memberProcedure.input(requestChangesInput).mutation(({ ctx, input }) => requestChanges(ctx, input)),
  extendReview: memberProcedure.input(decideInput).mutation(({ ctx, input }) => extendReview(ctx, input)),
  extendWork: memberProcedure.input(extendWorkInput).mutation(({ ctx, input }) => extendWork(ctx, input)),
  extendPost: memberProcedure.input(decideInput).mutation(({ ctx, input }) => extendPost(ctx, input)),
  cancel: memberProcedure.input(cancelInput).mutation(({ ctx, input }) => cancel(ctx, input)),
  proposeCancel: memberProcedure.input(proposeCancelInput).mutation(({ ctx, input }) => proposeCancel(ctx, input)),
  acceptCancel: memberProcedure.input(decideInput).mutation(({ ctx, input }) => acceptCancel(ctx, input)),
  declineCancel: memberProcedure.input(answerCancelInput).mutation(({ ctx, input }) => declineCancel(ctx, input)),
  withdrawCancel: memberProcedure.input(decideInput).mutation(({ ctx, input }) => withdrawCancel(ctx, input)),
  postings: memberProcedure.input(milestoneId).query(({ ctx, input }) => postings(ctx, input)),
  waits: memberProcedure.input(contractId).query(({ ctx, input }) => moneyWaits(ctx, input)),
  holdMilestone: staffProcedure.input(holdMilestoneInput).mutation(({ ctx, input }) => holdMilestone(ctx, input)),
  verify: memberProcedure.input(contractId).query(({ ctx, input }) => verify(ctx, input)),
});
