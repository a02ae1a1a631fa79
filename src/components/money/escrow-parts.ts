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

/**
 * Widths in pixels of the segments in a bar of `width`: proportional, none under `floor`, adding up to the whole. The
 * browser does the same by flex-grow over a min-width; tests compare both.
 */
export function segmentWidths(shares: readonly number[], width: number, floor: number): number[] {
  const fixed = new Set<number>();
  for (;;) {
    const free = width - fixed.size * floor;
    const weight = shares.reduce((sum, share, index) => (fixed.has(index) ? sum : sum + share), 0);
    const tooSmall = shares.findIndex(
      (share, index) => !fixed.has(index) && (weight === 0 || (share / weight) * free < floor),
    );
    if (tooSmall === -1 || fixed.size === shares.length)
      return shares.map((share, index) => (fixed.has(index) ? floor : (share / weight) * free));
    fixed.add(tooSmall);
  }
}
