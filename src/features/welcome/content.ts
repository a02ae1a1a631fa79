import { SHIPPED_FEE_BPS } from '../../../server/features/policies/rules.ts';

/**
 * The claims of the landing page and its quotes, in one place. With `LANDING_FIGURES=measured` the server sends
 * measured figures instead, and none of these is shown.
 */
export const CLAIMED_FIGURES = { influencers: '50K+', roiPercent: 300, rating: 4.8 } as const;

/**
 * Quotes of the demo's accounts: their texts are `landing:testimonials.<id>`. The first is large, beside the picture.
 */
export const TESTIMONIALS = [
  { id: 'ellen', kind: 'brand', name: 'Ellen Marsh', avatar: 'Northlight Yoga' },
  { id: 'maya', kind: 'creator', name: 'Maya Laurent', avatar: 'Maya Laurent' },
  { id: 'gaia', kind: 'brand', name: 'Gaia Ferri', avatar: 'Forno Rosso' },
] as const;

/** The sample deal of the page: a real bill under the fee schedule and tax rate in force, in minor units. */
export const DEMO_DEAL = {
  brand: 'Café Lumen',
  creator: 'Maya Laurent',
  currency: 'EUR',
  price: 45_000,
  nextPart: 15_000,
  feeBps: SHIPPED_FEE_BPS.brand,
  taxBps: 2_000,
  autumn: { held: 113_000, released: 128_000, disputed: 24_000, refunded: 25_000 },
} as const;
