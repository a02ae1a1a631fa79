import { memberProcedure, router } from '../../trpc.ts';
import { comparableInput, rateStartInput } from './schema.ts';
import { comparable, rateStart } from './service.ts';

export const ratesRouter = router({
  start: memberProcedure.input(rateStartInput).query(({ ctx, input }) => rateStart(ctx, input)),
  comparable: memberProcedure.input(comparableInput).query(({ ctx, input }) => comparable(ctx, input)),
});
