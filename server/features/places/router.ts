import { accountProcedure, router } from '../../trpc.ts';
import { namedInput, suggestInput } from './schema.ts';
import { named, suggest } from './service.ts';

export const placesRouter = router({
  suggest: accountProcedure.input(suggestInput).query(({ input }) => suggest(input)),
  named: accountProcedure.input(namedInput).query(({ input }) => named(input)),
});
