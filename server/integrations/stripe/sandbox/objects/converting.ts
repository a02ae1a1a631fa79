import { exponentOf } from '../../../../core/money.ts';
import { upper, type World } from '../engine/world.ts';
import type { Charge } from './payment-types.ts';

/** Minor units of one currency in those of another. `rate`: whole units of `to` for one of `from`. */
export function convert(amount: number, from: string, to: { currency: string; rate: number }): number {
  return Math.round(amount * to.rate * 10 ** (exponentOf(upper(to.currency)) - exponentOf(upper(from))));
}

/** What `amount` of a charge is in the balance: in the currency that the charge settled in, at its rate. */
export function asSettled(
  world: World,
  charge: Charge,
  amount: number,
): { currency: string; amount: number; rate: number | null } {
  const line =
    charge.balance_transaction === null
      ? undefined
      : world.store.get('balance_transaction', charge.balance_transaction);
  if (!line || line.currency === charge.currency) return { currency: charge.currency, amount, rate: null };
  // The whole amount is what the charge brought; a part is converted.
  const whole = amount === charge.amount_captured;
  return {
    currency: line.currency,
    amount: whole
      ? line.amount
      : convert(amount, charge.currency, { currency: line.currency, rate: line.exchange_rate ?? 1 }),
    rate: line.exchange_rate,
  };
}
