import { memberProcedure, publicProcedure, router } from '../../trpc.ts';
import { acceptInput, pendingInput, textInput } from './schema.ts';
import { acceptTerms, pendingTerms, storedText } from './service.ts';

export const agreementsRouter = router({
  pending: memberProcedure.input(pendingInput).query(({ ctx, input }) => pendingTerms(ctx, input)),
  accept: memberProcedure.input(acceptInput).mutation(({ ctx, input }) => acceptTerms(ctx, input)),
  text: publicProcedure.input(textInput).query(({ ctx, input }) => storedText(ctx, input)),
});
