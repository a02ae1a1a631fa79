import type { Capability } from '@/lib/capabilities.ts';

/**
 * Figures that the specification states. With `LANDING_FIGURES=measured` the server sends measured ones instead.
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

/**
 * What the page says the product does, by its key under `landing`, and the capability behind it. `part`: the claim names
 * only what works as soon as the capability is open in part.
 */
export const CLAIMS = {
  'ask.label': ['discovery', 'whole'],
  'features.vetting': ['vetting', 'whole'],
  'features.escrow': ['escrow', 'whole'],
  'features.matching': ['matching', 'whole'],
  'features.briefs': ['briefs', 'whole'],
  'features.terms': ['contracts', 'whole'],
  'features.reports': ['reports', 'whole'],
  'features.invoices': ['escrow', 'whole'],
  'features.creators': ['analytics', 'whole'],
  'features.social': ['social', 'whole'],
  'features.growth': ['growth', 'whole'],
  'how.discoverText': ['growth', 'part'],
  'how.createText': ['contracts', 'part'],
  'how.payText': ['escrow', 'whole'],
  'how.payRoi': ['reports', 'whole'],
  'questions.holdsText': ['escrow', 'whole'],
  'questions.silenceText': ['escrow', 'whole'],
  'questions.disagreeText': ['escrow', 'whole'],
  'pricing.ads': ['briefs', 'part'],
  'pricing.matching': ['matching', 'whole'],
  'pricing.review': ['contracts', 'part'],
  'pricing.secure': ['escrow', 'whole'],
  'pricing.analytics': ['reports', 'whole'],
  'pricing.profile': ['growth', 'part'],
  'pricing.apply': ['growth', 'part'],
  'pricing.tools': ['social', 'whole'],
  'pricing.fast': ['escrow', 'whole'],
  'pricing.support': ['escrow', 'whole'],
} as const satisfies Record<string, readonly [Capability['id'], 'whole' | 'part']>;

/** The sample deal of the page: a real bill under the fee in force, in minor units. */
export const DEMO_DEAL = {
  brand: 'Café Lumen',
  creator: 'Maya Laurent',
  currency: 'EUR',
  price: 45_000,
  nextPart: 15_000,
  taxBps: 2_000,
  autumn: { held: 113_000, released: 128_000, disputed: 24_000, refunded: 25_000 },
} as const;
