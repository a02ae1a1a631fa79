import { allocate, shareOf, stepOf, type Currency } from '../../../core/money.ts';

/** What a brand is charged: its creator's price, the service fee on it, and tax on the fee. */
export interface Charge {
  price: number;
  fee: number;
  tax: number;
  total: number;
}

/** The provider takes no more in one charge, minor units. */
export const MAX_CHARGE = 99_999_999;

/** A service fee: a share of the price and a fixed sum together, within bounds. Sums are minor units of the deal's currency. */
export interface FeeTerms {
  bps: number;
  fixed: number;
  /** Null: without such a bound. */
  minimum: number | null;
  maximum: number | null;
}
/** Basis points alone, or terms with sums. */
export type FeeRate = number | FeeTerms;

/** The rate that a contract keeps; contracts from before fees had sums keep their basis points alone. */
export const feeRateOf = (contract: { fee_bps: number; fee_terms: FeeTerms | null }): FeeRate =>
  contract.fee_terms ?? contract.fee_bps;

/** The terms of a fee that is more than a share of the price, for those who show it; null: the share says all. */
export const feeSums = (rate: FeeRate): FeeTerms | null =>
  typeof rate === 'object' && (rate.fixed > 0 || rate.minimum !== null || rate.maximum !== null)
    ? { bps: rate.bps, fixed: rate.fixed, minimum: rate.minimum, maximum: rate.maximum }
    : null;

/**
 * The rate of a charge's fee as facts of a document, its sums only of a fee that has some. None of a fee that is not what the
 * rate makes of the price, as of suspended money that was accepted for less.
 */
export function feeFactsOf(
  { price, fee }: Pick<Charge, 'price' | 'fee'>,
  contract: { fee_bps: number; fee_terms: FeeTerms | null },
  currency: Currency,
): Record<string, number> {
  const rate = feeRateOf(contract);
  if (fee !== feeOn(price, rate, currency)) return {};
  const terms = feeSums(rate);
  if (!terms) return { feeBps: contract.fee_bps };
  return {
    feeBps: contract.fee_bps,
    ...(terms.fixed > 0 ? { feeFixed: terms.fixed } : {}),
    ...(terms.minimum === null ? {} : { feeMinimum: terms.minimum }),
    ...(terms.maximum === null ? {} : { feeMaximum: terms.maximum }),
  };
}

/** The fee on a price, rounded half up to the currency's step; a price of nothing costs nothing. */
export function feeOn(price: number, rate: FeeRate, currency: Currency): number {
  if (typeof rate === 'number') return shareOf(price, rate, currency);
  if (price === 0) return 0;
  const fee = shareOf(price, rate.bps, currency) + rate.fixed;
  return Math.min(Math.max(fee, rate.minimum ?? 0), rate.maximum ?? Number.MAX_SAFE_INTEGER);
}

/** The charge for `price`; each line is rounded half up to a multiple the provider accepts in that currency. */
export function chargeFor(price: number, rate: FeeRate, taxBps: number, currency: Currency): Charge {
  const fee = feeOn(price, rate, currency);
  const tax = shareOf(fee, taxBps, currency);
  return { price, fee, tax, total: price + fee + tax };
}

/** A price with `paid` for its fee and the tax that this contains, rounded half up to the currency's step. */
export function chargeOfPaid(price: number, paid: number, taxBps: number, currency: Currency): Charge {
  const step = stepOf(currency);
  const whole = 10_000 + taxBps;
  const tax = Math.floor((2 * paid * taxBps + whole * step) / (2 * whole * step)) * step;
  return { price, fee: paid - tax, tax, total: price + paid };
}

/** How an earned price is shared; the parts add up to it. */
export function commissionOf(
  price: number,
  commissionBps: number,
  currency: Currency,
): { creator: number; agent: number } {
  const agent = shareOf(price, commissionBps, currency);
  return { creator: price - agent, agent };
}

/**
 * Divides a charge at `part` of its price: what belongs to that part and what to the rest, line by line, by largest
 * remainder, so that both together are the charge to the minor unit.
 */
export function divideCharge(charge: Charge, part: number, currency: Currency): { part: Charge; rest: Charge } {
  if (part < 0 || part > charge.price) throw new RangeError(`${part} is not a part of ${charge.price}`);
  const step = stepOf(currency);
  const weights = [part, charge.price - part];
  const [fee = 0, feeRest = 0] = allocate(charge.fee, weights, step);
  const [tax = 0, taxRest = 0] = allocate(charge.tax, weights, step);
  return {
    part: { price: part, fee, tax, total: part + fee + tax },
    rest: { price: charge.price - part, fee: feeRest, tax: taxRest, total: charge.price - part + feeRest + taxRest },
  };
}

/**
 * Shares of the part of a price between two sums, each the share up to its end less the share up to its beginning: parts
 * that follow each other add up to the shares of the whole, to the minor unit and in the currency's steps.
 */
export function commissionBetween(
  from: number,
  to: number,
  commissionBps: number,
  currency: Currency,
): { creator: number; agent: number } {
  const before = commissionOf(from, commissionBps, currency);
  const after = commissionOf(to, commissionBps, currency);
  return { creator: after.creator - before.creator, agent: after.agent - before.agent };
}

/** The same of a charge: price, fee and tax between two sums of its price. */
export function chargeBetween(charge: Charge, from: number, to: number, currency: Currency): Charge {
  const before = divideCharge(charge, from, currency).part;
  const after = divideCharge(charge, to, currency).part;
  return {
    price: after.price - before.price,
    fee: after.fee - before.fee,
    tax: after.tax - before.tax,
    total: after.total - before.total,
  };
}

/** What is left of a charge of which a part of the price was released. */
export const restOfCharge = (charge: Charge, released: number, currency: Currency): Charge =>
  released === 0 ? charge : chargeBetween(charge, released, charge.price, currency);
