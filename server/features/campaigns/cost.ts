import type { OrgContext } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import { feeSums } from '../ledger/charges/rules.ts';
import { brandFee, feeTax } from '../policies/service.ts';
import { chargeOfParts } from '../terms/rules.ts';
import type { CostQuote } from './schema.ts';

/** What so many creators cost at this pay, under the fee in force; null while the brand's tax country is unknown. */
export async function quoteCost(
  tx: OrgContext,
  input: { currency: Currency; parts: readonly number[]; slots: number },
): Promise<CostQuote | null> {
  const tax = await feeTax(tx, tx.actor.orgId);
  if (!tax) return null;
  const { slots, currency } = input;
  const fee = await brandFee(tx, { country: tax.country, currency });
  const perCreator = chargeOfParts(input.parts, { feeBps: fee, taxBps: tax.bps, currency });
  const all = {
    price: perCreator.price * slots,
    fee: perCreator.fee * slots,
    tax: perCreator.tax * slots,
    total: perCreator.total * slots,
  };
  return {
    currency,
    slots,
    perCreator,
    all,
    feeBps: fee.bps,
    feeTerms: feeSums(fee),
    taxBps: tax.bps,
    taxCountry: tax.country,
  };
}
