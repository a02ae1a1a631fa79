import { router, staffProcedure } from '../../trpc.ts';
import { pageInput } from '../../core/pagination.ts';
import { held } from './held.ts';
import { accountInput, accountPageInput, dealInput, payoutsInput, searchInput } from './schema.ts';
import { account, acts, bank, deal, deals, feeCaps, payouts, search } from './service.ts';

/** What staff read of accounts, deals and money. */
export const operatorsRouter = router({
  search: staffProcedure.input(searchInput).query(({ ctx, input }) => search(ctx, input)),
  deal: staffProcedure.input(dealInput).query(({ ctx, input }) => deal(ctx, input)),
  account: staffProcedure.input(accountInput).query(({ ctx, input }) => account(ctx, input)),
  deals: staffProcedure.input(accountPageInput).query(({ ctx, input }) => deals(ctx, input)),
  payouts: staffProcedure.input(payoutsInput).query(({ ctx, input }) => payouts(ctx, input)),
  acts: staffProcedure.input(accountPageInput).query(({ ctx, input }) => acts(ctx, input)),
  feeCaps: staffProcedure.input(pageInput).query(({ ctx, input }) => feeCaps(ctx, input)),
  held: staffProcedure.input(pageInput).query(({ ctx, input }) => held(ctx, input)),
  bank: staffProcedure.input(pageInput).query(({ ctx, input }) => bank(ctx, input)),
});
