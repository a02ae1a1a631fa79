import { payeeProcedure, router } from '../../trpc.ts';
import { saveTaxInput } from './schema.ts';
import { saveTaxProfile, taxProfile } from './service.ts';

export const taxProfilesRouter = router({
  get: payeeProcedure.query(({ ctx }) => taxProfile(ctx)),
  save: payeeProcedure.input(saveTaxInput).mutation(({ ctx, input }) => saveTaxProfile(ctx, input)),
});
