import { brandProcedure, creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { checkIn, checkInCode, markArrived } from './arrival.ts';
import { bookVisit, cancelVisit, moveVisit } from './booking.ts';
import {
  cancelVisitInput,
  checkInInput,
  closeSlotInput,
  moveVisitInput,
  offerSlotInput,
  slotId,
  subjectInput,
  upcomingInput,
  visitId,
} from './schema.ts';
import { closeSlot, offerSlot, visitsOf } from './slots.ts';
import { upcomingVisits } from './upcoming.ts';

export const visitsRouter = router({
  of: memberProcedure.input(subjectInput).query(({ ctx, input }) => visitsOf(ctx, input)),
  upcoming: memberProcedure.input(upcomingInput.prefault({})).query(({ ctx, input }) => upcomingVisits(ctx, input)),
  offer: brandProcedure.input(offerSlotInput).mutation(({ ctx, input }) => offerSlot(ctx, input)),
  closeSlot: brandProcedure.input(closeSlotInput).mutation(({ ctx, input }) => closeSlot(ctx, input)),
  code: brandProcedure.input(visitId).query(({ ctx, input }) => checkInCode(ctx, input)),
  arrive: brandProcedure.input(visitId).mutation(({ ctx, input }) => markArrived(ctx, input)),
  book: creatorProcedure.input(slotId).mutation(({ ctx, input }) => bookVisit(ctx, input)),
  move: creatorProcedure.input(moveVisitInput).mutation(({ ctx, input }) => moveVisit(ctx, input)),
  checkIn: creatorProcedure.input(checkInInput).mutation(({ ctx, input }) => checkIn(ctx, input)),
  cancel: memberProcedure.input(cancelVisitInput).mutation(({ ctx, input }) => cancelVisit(ctx, input)),
});
