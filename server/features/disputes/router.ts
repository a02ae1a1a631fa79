import { memberProcedure, router, staffProcedure } from '../../trpc.ts';
import { appeal, concede, offer, send, withdraw } from './acts.ts';
import { caseOf, confirm, decide, queue } from './decide.ts';
import { open } from './opening.ts';
import {
  actInput,
  appealInput,
  confirmDecisionInput,
  confirmTerminationInput,
  decideDisputeInput,
  disputeOfInput,
  disputeQueueInput,
  offerInput,
  openDisputeInput,
  messageInput,
  proposeTerminationInput,
  staffDisputeInput,
  terminationInput,
} from './schema.ts';
import { confirmTermination, proposeTermination, terminable } from './termination.ts';
import { roomFor } from './view.ts';

/** Disputes between the sides of a deal about money that is held. */
export const disputesRouter = router({
  room: memberProcedure.input(disputeOfInput).query(({ ctx, input }) => roomFor(ctx, input)),
  open: memberProcedure.input(openDisputeInput).mutation(({ ctx, input }) => open(ctx, input)),
  send: memberProcedure.input(messageInput).mutation(({ ctx, input }) => send(ctx, input)),
  offer: memberProcedure.input(offerInput).mutation(({ ctx, input }) => offer(ctx, input)),
  concede: memberProcedure.input(actInput).mutation(({ ctx, input }) => concede(ctx, input)),
  withdraw: memberProcedure.input(actInput).mutation(({ ctx, input }) => withdraw(ctx, input)),
  appeal: memberProcedure.input(appealInput).mutation(({ ctx, input }) => appeal(ctx, input)),
  queue: staffProcedure.input(disputeQueueInput).query(({ ctx, input }) => queue(ctx, input)),
  case: staffProcedure.input(staffDisputeInput).query(({ ctx, input }) => caseOf(ctx, input)),
  decide: staffProcedure.input(decideDisputeInput).mutation(({ ctx, input }) => decide(ctx, input)),
  confirm: staffProcedure.input(confirmDecisionInput).mutation(({ ctx, input }) => confirm(ctx, input)),
  terminable: staffProcedure.input(terminationInput).query(({ ctx, input }) => terminable(ctx, input)),
  proposeTermination: staffProcedure
    .input(proposeTerminationInput)
    .mutation(({ ctx, input }) => proposeTermination(ctx, input)),
  confirmTermination: staffProcedure
    .input(confirmTerminationInput)
    .mutation(({ ctx, input }) => confirmTermination(ctx, input)),
});
