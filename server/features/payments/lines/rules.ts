import { allocate, stepOf, type Currency } from '../../../core/money.ts';
import { chargeOfPaid, feeRateOf, feeSums, type Charge, type FeeTerms } from '../../ledger/charges/rules.ts';

/*
 * A payment has a line for each milestone that it pays. The first line holds the page, the claim and the charge at the
 * provider; the others name it. A payment of one milestone has one line.
 */

/** Milestones that are paid together at most. */
export const MAX_LINES = 20;

/** What the lines are together: each is what it would be alone, so that nothing is left to divide. */
export const sumOf = (lines: readonly Charge[]): Charge => ({
  price: lines.reduce((sum, line) => sum + line.price, 0),
  fee: lines.reduce((sum, line) => sum + line.fee, 0),
  tax: lines.reduce((sum, line) => sum + line.tax, 0),
  total: lines.reduce((sum, line) => sum + line.total, 0),
});

/** The fee that is the same share of each price; null: different ones, or sums that count for each milestone. */
export function oneRate<C extends { fee_bps: number; fee_terms: FeeTerms | null }>(contracts: readonly C[]): C | null {
  const [first] = contracts;
  if (!first || contracts.length === 1) return first ?? null;
  const alike = contracts.every((one) => one.fee_bps === first.fee_bps && feeSums(feeRateOf(one)) === null);
  return alike ? first : null;
}

/** Parts of a sum about the whole charge, one for each line by its total; together they are the sum to the minor unit. */
export const sharesOf = (amount: number, lines: readonly Pick<Charge, 'total'>[]): number[] =>
  allocate(
    amount,
    lines.map((line) => line.total),
  );

/**
 * The lines of a payment for which less arrived than was quoted, but no less than their prices: each keeps its price, and what
 * is left is fee and tax, by what each was quoted for both. Together they are what arrived, to the minor unit.
 */
export function acceptedCharges(
  received: number,
  lines: readonly (Charge & { tax_bps: number })[],
  currency: Currency,
): Charge[] {
  const { price } = sumOf(lines);
  const weights = lines.map(({ fee, tax }) => fee + tax);
  const paid = received === price ? weights.map(() => 0) : allocate(received - price, weights, stepOf(currency));
  return lines.map((line, i) => chargeOfPaid(line.price, paid[i]!, line.tax_bps, currency));
}

/** The first line of the payment that a row belongs to. */
export const leadOf = (row: { id: string; lead_id: string | null }): string => row.lead_id ?? row.id;

/** Both are payments of the same milestones. */
export const paysTheSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** A line of the provider's balance. */
interface BankLine {
  id: string;
  amount: number;
  fee: number;
}

/**
 * Divides the lines of a dispute among milestones by weight. Each line is the share of the sum up to it less the share of
 * the sum before it: at every line the shares are the dispute to the minor unit, and what comes back whole leaves nothing.
 */
export function divideLines<L extends BankLine>(lines: readonly L[], weights: readonly number[]): L[][] {
  const shares: L[][] = weights.map(() => []);
  let [amount, fee] = [0, 0];
  const of = (sum: number): number[] => allocate(Math.abs(sum), weights).map((part) => (sum < 0 ? 0 - part : part));
  for (const line of lines) {
    const before = [of(amount), of(fee)] as const;
    amount += line.amount;
    fee += line.fee;
    const after = [of(amount), of(fee)] as const;
    for (const [i, share] of shares.entries())
      share.push({ ...line, amount: after[0][i]! - before[0][i]!, fee: after[1][i]! - before[1][i]! });
  }
  return shares;
}
