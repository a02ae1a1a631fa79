import { withTx, type StaffContext } from '../../context.ts';
import { accountTotals } from '../ledger/service.ts';
import type { AccountTotal } from '../ledger/schema.ts';

/** Balances of the ledger by account of the chart and currency. */
export const balances = (ctx: StaffContext): Promise<AccountTotal[]> => withTx(ctx, (tx) => accountTotals(tx));
