import type { Currency } from '../../core/money.ts';
import type { AccountCode } from './rules.ts';

/** Accounts whose postings are summed per org, as the trigger `ledger_add_totals` names them; all of them are credit accounts. */
export const TOTALLED = [
  'ESCROW_HELD',
  'ESCROW_DISPUTED',
  'FEE_DEFERRED',
  'REFUND_PAYABLE',
] as const satisfies readonly AccountCode[];

/** What `brand_money` returns: per currency, over everything a brand ever paid. */
export interface BrandMoneyRow {
  currency: Currency;
  funded: number;
  held: number;
  released: number;
  refunded: number;
  disputed: number;
  fee_paid: number;
  fee_earned: number;
  fee_returned: number;
  fee_deferred: number;
  tax_returned: number;
}

/** The balances of all accounts of one code in a currency. */
export interface AccountTotal {
  code: AccountCode;
  currency: Currency;
  total: number;
}
