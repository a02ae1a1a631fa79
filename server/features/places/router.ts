import { accountProcedure, router } from '../../trpc.ts';
import { suggestInput } from './schema.ts';
import { suggest } from './service.ts';

export const placesRouter = router({
  suggest: accountProcedure.input(suggestInput).query(({ input }) => suggest(input)),
});
