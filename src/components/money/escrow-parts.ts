import type { Money } from '../../../server/core/money.ts';

/** The parts of the escrow, always drawn in this order. */
export const ESCROW_PARTS = [
  'released',
  'releasing',
  'held',
  'unknown',
  'disputed',
  'refunded',
  'awaiting',
  'left',
] as const;
export type EscrowPart = (typeof ESCROW_PARTS)[number];

/** Minor units by part, all of one currency. */
export type EscrowParts = Partial<Record<EscrowPart, number>>;

export interface EscrowSegment {
  part: EscrowPart;
  money: Money;
  /** Share of the whole, 0–1. */
  share: number;
}

/** The segments that are not empty, in the order of the bar, with their shares. */
export function escrowSegments(parts: EscrowParts, currency: Money['currency']): EscrowSegment[] {
  const present = ESCROW_PARTS.map((part) => ({ part, amount: parts[part] ?? 0 })).filter(({ amount }) => amount > 0);
  const total = present.reduce((sum, { amount }) => sum + amount, 0);
  return present.map(({ part, amount }) => ({ part, money: { amount, currency }, share: amount / total }));
}
