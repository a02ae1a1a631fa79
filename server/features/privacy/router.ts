import { creatorProcedure, router } from '../../trpc.ts';
import { confirmAge } from './age.ts';
import { confirmAgeInput } from './schema.ts';

export const privacyRouter = router({
  confirmAge: creatorProcedure.input(confirmAgeInput).mutation(({ ctx, input }) => confirmAge(ctx, input)),
});
