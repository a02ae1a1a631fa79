import { brandProcedure, memberProcedure, router } from '../../trpc.ts';
import {
  acceptInput,
  closeOfferInput,
  counterInput,
  listOffersInput,
  offerId,
  offerStartInput,
  sendOfferInput,
} from './schema.ts';
import { acceptOffer, counterOffer, extendOffer } from './answer.ts';
import { declineContractInput } from '../contracts/schema.ts';
import { declineOffer, withdrawOffer } from './close.ts';
import { declineContract } from './contract-decline.ts';
import { getOffer, listOffers, offerCounts } from './service.ts';
import { sendOffer } from './send.ts';
import { startOffer } from './start.ts';

export const offersRouter = router({
  counts: memberProcedure.query(({ ctx }) => offerCounts(ctx)),
  list: memberProcedure.input(listOffersInput).query(({ ctx, input }) => listOffers(ctx, input)),
  get: memberProcedure.input(offerId).query(({ ctx, input }) => getOffer(ctx, input)),
  start: brandProcedure.input(offerStartInput).query(({ ctx, input }) => startOffer(ctx, input)),
  send: brandProcedure.input(sendOfferInput).mutation(({ ctx, input }) => sendOffer(ctx, input)),
  counter: memberProcedure.input(counterInput).mutation(({ ctx, input }) => counterOffer(ctx, input)),
  accept: memberProcedure.input(acceptInput).mutation(({ ctx, input }) => acceptOffer(ctx, input)),
  decline: memberProcedure.input(closeOfferInput).mutation(({ ctx, input }) => declineOffer(ctx, input)),
  withdraw: memberProcedure.input(closeOfferInput).mutation(({ ctx, input }) => withdrawOffer(ctx, input)),
  declineContract: memberProcedure
    .input(declineContractInput)
    .mutation(({ ctx, input }) => declineContract(ctx, input)),
  extend: memberProcedure.input(offerId).mutation(({ ctx, input }) => extendOffer(ctx, input)),
});
