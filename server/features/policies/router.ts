import { publicProcedure, router } from '../../trpc.ts';
import { operator } from './operator.ts';

export const policiesRouter = router({
  operator: publicProcedure.query(({ ctx }) => operator(ctx)),
});
