import type { FeeTerms } from '../../ledger/charges/rules.ts';

/**
 * The fees an installation ships with, basis points of the price: what a brand pays on top, and what a creator gives up.
 * Apart from the other terms, which the start page does not load.
 */
export const SHIPPED_FEE_BPS = { brand: 500, creator: 0 } as const;
export const SHIPPED_FEE: FeeTerms = { bps: SHIPPED_FEE_BPS.brand, fixed: 0, minimum: null, maximum: null };

/** A fee as the server writes it into a page, e.g. "500 0 - -". */
export const writtenFee = ({ bps, fixed, minimum, maximum }: FeeTerms): string =>
  [bps, fixed, minimum ?? '-', maximum ?? '-'].join(' ');

/** The fee of a page; the shipped one of a page without any, as the dev server sends it. */
export function readFee(written: string | undefined): FeeTerms {
  const [bps, fixed, minimum, maximum] = (written ?? '').split(' ');
  if (!bps || !fixed || !minimum || !maximum) return SHIPPED_FEE;
  const bound = (text: string) => (text === '-' ? null : Number(text));
  return { bps: Number(bps), fixed: Number(fixed), minimum: bound(minimum), maximum: bound(maximum) };
}
