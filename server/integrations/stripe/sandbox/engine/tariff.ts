import { shareOf, stepOf, type Currency } from '../../../../core/money.ts';

/**
 * What the sandbox's provider charges and how fast it settles, per currency (minor units, basis points, days).
 * The shape follows Stripe's published prices and minimums (https://stripe.com/pricing,
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts); the figures are the sandbox's own and are
 * listed in docs/payment-sandbox.md.
 */
export interface Tariff {
  cardBps: number;
  cardFixed: number;
  debitFixed: number;
  disputeFee: number;
  minimumCharge: number;
  settlementDays: number;
}

export const TARIFFS: Record<Currency, Tariff> = {
  EUR: { cardBps: 150, cardFixed: 25, debitFixed: 35, disputeFee: 2000, minimumCharge: 50, settlementDays: 3 },
  GBP: { cardBps: 150, cardFixed: 20, debitFixed: 35, disputeFee: 2000, minimumCharge: 30, settlementDays: 3 },
  USD: { cardBps: 290, cardFixed: 30, debitFixed: 80, disputeFee: 1500, minimumCharge: 50, settlementDays: 2 },
  CAD: { cardBps: 290, cardFixed: 30, debitFixed: 80, disputeFee: 1500, minimumCharge: 50, settlementDays: 3 },
  JPY: { cardBps: 360, cardFixed: 0, debitFixed: 120, disputeFee: 1300, minimumCharge: 50, settlementDays: 4 },
  KWD: { cardBps: 290, cardFixed: 100, debitFixed: 250, disputeFee: 4500, minimumCharge: 150, settlementDays: 7 },
};

export function processingFee(amount: number, currency: Currency, method: 'card' | 'sepa_debit'): number {
  const tariff = TARIFFS[currency];
  if (method === 'sepa_debit') return tariff.debitFixed;
  return shareOf(amount, tariff.cardBps, currency) + Math.ceil(tariff.cardFixed / stepOf(currency)) * stepOf(currency);
}
