import type { PaymentLine } from '../../../server/features/payments/schema.ts';

/** A bonus is released without a delivery. */
export const workOf = (lines: readonly PaymentLine[]): PaymentLine[] => lines.filter((line) => !line.bonus);

export const creatorsOf = (lines: readonly PaymentLine[]): string[] => [
  ...new Set(lines.map((line) => line.creator.name)),
];

export const priceOf = (lines: readonly PaymentLine[]): number => lines.reduce((sum, line) => sum + line.price, 0);
