/**
 * The fees an installation ships with, basis points of the price: what a brand pays on top, and what a creator gives up.
 * Apart from the other terms, which the start page does not load.
 */
export const SHIPPED_FEE_BPS = { brand: 500, creator: 0 } as const;
