import { router, staffProcedure } from '../../trpc.ts';
import { pageInput } from '../../core/pagination.ts';
import { proposalInput, refuseInput } from './schema.ts';
import { pending, refuse, withdraw } from './service.ts';

export const approvalsRouter = router({
  pending: staffProcedure.input(pageInput).query(({ ctx, input }) => pending(ctx, input)),
  withdraw: staffProcedure.input(proposalInput).mutation(({ ctx, input }) => withdraw(ctx, input)),
  refuse: staffProcedure.input(refuseInput).mutation(({ ctx, input }) => refuse(ctx, input)),
});
