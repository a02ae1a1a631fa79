import { router, staffProcedure } from '../../trpc.ts';
import { deadLetters, retryDeadLetter } from './dead-letters.ts';
import { outboxRow } from './schema.ts';

export const outboxRouter = router({
  deadLetters: staffProcedure.query(({ ctx }) => deadLetters(ctx)),
  retry: staffProcedure.input(outboxRow).mutation(({ ctx, input }) => retryDeadLetter(ctx, input)),
});
