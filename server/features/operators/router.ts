import { router, staffProcedure } from '../../trpc.ts';
import { accountInput, dealInput, searchInput } from './schema.ts';
import { account, bank, deal, feeCaps, search } from './service.ts';

/** What staff read of accounts, deals and money. */
export const operatorsRouter = router({
  search: staffProcedure.input(searchInput).query(({ ctx, input }) => search(ctx, input)),
  deal: staffProcedure.input(dealInput).query(({ ctx, input }) => deal(ctx, input)),
  account: staffProcedure.input(accountInput).query(({ ctx, input }) => account(ctx, input)),
  feeCaps: staffProcedure.query(({ ctx }) => feeCaps(ctx)),
  bank: staffProcedure.query(({ ctx }) => bank(ctx)),
});
