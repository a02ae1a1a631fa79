import { memberProcedure, router } from '../../trpc.ts';
import { decline, withdraw } from './answer.ts';
import { propose } from './propose.ts';
import {
  addendaOfInput,
  declineAddendumInput,
  proposeAddendumInput,
  signAddendumInput,
  withdrawAddendumInput,
} from './schema.ts';
import { sign } from './sign.ts';
import { addendaFor } from './view.ts';

/** Changes of a signed contract that both sides sign. */
export const addendaRouter = router({
  ofDeal: memberProcedure.input(addendaOfInput).query(({ ctx, input }) => addendaFor(ctx, input)),
  propose: memberProcedure.input(proposeAddendumInput).mutation(({ ctx, input }) => propose(ctx, input)),
  sign: memberProcedure.input(signAddendumInput).mutation(({ ctx, input }) => sign(ctx, input, ctx)),
  decline: memberProcedure.input(declineAddendumInput).mutation(({ ctx, input }) => decline(ctx, input)),
  withdraw: memberProcedure.input(withdrawAddendumInput).mutation(({ ctx, input }) => withdraw(ctx, input)),
});
