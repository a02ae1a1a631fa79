import { creatorProcedure, payeeProcedure, router } from '../../trpc.ts';
import {
  acceptInput,
  actsInput,
  draftInput,
  inviteInput,
  listedInput,
  listInput,
  narrowInput,
  representationInput,
  requestsInput,
} from './schema.ts';
import { accept, decline, end, narrow, setListed } from './answer.ts';
import { draft, invite, withdrawInvitation } from './invite.ts';
import { listRequests } from './requests.ts';
import { listActs, listRepresentations } from './service.ts';

export const representationsRouter = router({
  list: payeeProcedure.input(listInput.prefault({})).query(({ ctx, input }) => listRepresentations(ctx, input)),
  acts: payeeProcedure.input(actsInput).query(({ ctx, input }) => listActs(ctx, input)),
  requests: payeeProcedure.input(requestsInput.prefault({})).query(({ ctx, input }) => listRequests(ctx, input)),
  draft: payeeProcedure.input(draftInput).query(({ ctx, input }) => draft(ctx, input)),
  invite: payeeProcedure.input(inviteInput).mutation(({ ctx, input }) => invite(ctx, input, ctx)),
  withdraw: payeeProcedure.input(representationInput).mutation(({ ctx, input }) => withdrawInvitation(ctx, input)),
  accept: creatorProcedure.input(acceptInput).mutation(({ ctx, input }) => accept(ctx, input, ctx)),
  decline: creatorProcedure.input(representationInput).mutation(({ ctx, input }) => decline(ctx, input)),
  narrow: creatorProcedure.input(narrowInput).mutation(({ ctx, input }) => narrow(ctx, input)),
  setListed: creatorProcedure.input(listedInput).mutation(({ ctx, input }) => setListed(ctx, input)),
  end: payeeProcedure.input(representationInput).mutation(({ ctx, input }) => end(ctx, input)),
});
