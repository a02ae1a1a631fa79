import { pageInput } from '../../core/pagination.ts';
import { router, staffProcedure } from '../../trpc.ts';
import { deadLetters, retryDeadLetter } from './dead-letters.ts';
import { outboxRow } from './schema.ts';

export const outboxRouter = router({
  deadLetters: staffProcedure.input(pageInput.prefault({})).query(({ ctx, input }) => deadLetters(ctx, input)),
  retry: staffProcedure.input(outboxRow).mutation(({ ctx, input }) => retryDeadLetter(ctx, input)),
});
