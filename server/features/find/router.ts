import { memberProcedure, router } from '../../trpc.ts';
import { findInput } from './schema.ts';
import { findRecords } from './service.ts';

export const findRouter = router({
  records: memberProcedure.input(findInput).query(({ ctx, input }) => findRecords(ctx, input)),
});
