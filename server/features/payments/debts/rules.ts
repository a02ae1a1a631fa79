import { stepOf, type Currency } from '../../../core/money.ts';

/** The smallest sum that the provider charges. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const SMALLEST_CHARGE: Record<Currency, number> = { EUR: 50, GBP: 30, USD: 50, CAD: 50, JPY: 50, KWD: 150 };

/** Whether what a brand owes can be paid on a page: less than that waits for more, or is written off. */
export const isPayable = (amount: number, currency: Currency): boolean => amount >= SMALLEST_CHARGE[currency];

/** What of it the provider can charge: whole steps of the currency. A share of a joint payment may be finer; that rest stays owed. */
export const chargeable = (amount: number, currency: Currency): number => {
  const step = stepOf(currency);
  return Math.floor(amount / step) * step;
};

/** A debt of a brand, minor units. */
export interface DebtSums {
  amount: number;
  /** Given back by its bank while it was owed. */
  cancelled: number;
  paid: number;
  written_off: number;
  /** Of what was paid, returned to the brand since its bank gave the money back. */
  repaid: number;
  /** Of what was written off, given back by its bank. */
  regained: number;
}

/** What the brand still owes. */
export const owedOf = (d: Pick<DebtSums, 'amount' | 'cancelled' | 'paid' | 'written_off'>): number =>
  d.amount - d.cancelled - d.paid - d.written_off;

/** Of what was lost, what its bank still has: owed, paid by the brand, or written off. */
export const lostOf = (d: Pick<DebtSums, 'amount' | 'cancelled' | 'repaid' | 'regained'>): number =>
  d.amount - d.cancelled - d.repaid - d.regained;

/** Money that a bank gives back after a loss: it ends what is owed first, then the brand gets what it had paid, the rest is the platform's. */
export function shareReturned(d: DebtSums, amount: number): { cancelled: number; repaid: number; regained: number } {
  const cancelled = Math.min(amount, owedOf(d));
  const repaid = Math.min(amount - cancelled, d.paid - d.repaid);
  const regained = Math.min(amount - cancelled - repaid, d.written_off - d.regained);
  return { cancelled, repaid, regained };
}

/** A payment goes to the oldest debts first; `left`: more than is owed now. */
export function sharePayment<D extends { id: string } & DebtSums>(
  debts: readonly D[],
  amount: number,
): { shares: { debt: D; amount: number }[]; left: number } {
  let left = amount;
  const shares = debts.flatMap((debt) => {
    const own = Math.min(left, owedOf(debt));
    left -= own;
    return own > 0 ? [{ debt, amount: own }] : [];
  });
  return { shares, left };
}

/**
 * What of the debts about a payment settles a refund of it that did not go through: as much as the refund, or nothing, since
 * a refund is paid as a whole.
 */
export function setOffShares<D extends { id: string } & DebtSums>(
  debts: readonly D[],
  refund: number,
): { debt: D; amount: number }[] {
  const { shares, left } = sharePayment(debts, refund);
  return left > 0 ? [] : shares;
}
