import type { EngagementFormula } from '../../creators/schema.ts';
import type { Format, RightsUse } from '../../terms/schema.ts';

/** The constants of the formula and where each was published. A change of one is a new version. */
export const RATE_VERSION = '2026-11';

/** Networks for which prices were published; a blog and content without a channel have none. */
export const RATE_PLATFORMS = ['instagram', 'tiktok', 'youtube'] as const;
export type RatePlatform = (typeof RATE_PLATFORMS)[number];

export const TIERS = ['nano', 'micro', 'mid', 'macro', 'mega'] as const;
export type Tier = (typeof TIERS)[number];
/** Followers from which a tier begins. */
export const TIER_FROM: Readonly<Record<Tier, number>> = {
  nano: 0,
  micro: 10_000,
  mid: 50_000,
  macro: 500_000,
  mega: 1_000_000,
};

export interface Source {
  name: string;
  year: number;
}
export const SOURCES = {
  prices: { name: 'wordontheblock', year: 2023 },
  engagement: { name: 'organicmediabuying (Statista, HypeAuditor, IMH)', year: 2025 },
  engagementByViews: { name: 'Buffer', year: 2025 },
} as const satisfies Record<string, Source>;

/** A value at a number of followers; between two the logarithm is interpolated, outside the nearest holds. */
export type Curve = readonly (readonly [followers: number, value: number])[];

/** Dollars for a thousand views, as published for nano, micro and macro: the lower and the upper end. */
export const CPM: Readonly<Record<RatePlatform, { from: Curve; to: Curve }>> = {
  instagram: {
    from: [
      [3_000, 5],
      [22_000, 10],
      [700_000, 15],
    ],
    to: [
      [3_000, 12],
      [22_000, 20],
      [700_000, 30],
    ],
  },
  tiktok: {
    from: [
      [3_000, 4],
      [22_000, 8],
    ],
    to: [
      [3_000, 10],
      [22_000, 18],
    ],
  },
  youtube: { from: [[1, 15]], to: [[1, 30]] },
};

/** Views by followers where none were measured: the published price of a post divided by the published price of a view. */
export const VIEWS_SHARE: Readonly<Record<RatePlatform, Curve>> = {
  instagram: [
    [3_000, 1.18],
    [22_000, 0.667],
    [700_000, 0.444],
  ],
  tiktok: [
    [1_000, 0.71],
    [10_000, 0.25],
    [22_000, 0.19],
  ],
  youtube: [[1, 0.89]],
};

/** Usual engagement in basis points. By followers it falls with their number; by views it is one figure for a network. */
export const USUAL_ENGAGEMENT: Readonly<Record<EngagementFormula, Readonly<Record<RatePlatform, Curve>>>> = {
  er_f: {
    instagram: [
      [3_000, 480],
      [22_000, 240],
      [160_000, 180],
      [700_000, 150],
      [3_000_000, 120],
    ],
    tiktok: [
      [3_000, 1_030],
      [22_000, 810],
      [160_000, 630],
      [700_000, 550],
      [3_000_000, 490],
    ],
    youtube: [
      [3_000, 320],
      [22_000, 210],
      [160_000, 150],
      [700_000, 120],
      [3_000_000, 90],
    ],
  },
  er_v: { instagram: [[1, 116]], tiktok: [[1, 486]], youtube: [[1, 441]] },
};
/** The fourth root of the ratio to the usual engagement, within bounds. The root and the bounds are our own setting. */
export const ENGAGEMENT_POWER = 0.25;
export const ENGAGEMENT_BOUNDS = { min: 0.8, max: 1.25 };

/** Against a post of the feed, in basis points. Published: reels 15 to 25 % more, a frame of a story 40 to 60 % of it. */
export const FORMAT_FACTOR: Readonly<Record<RatePlatform, Partial<Record<Format, number>>>> = {
  instagram: { post: 10_000, photos: 10_000, reel: 12_000, story: 5_000 },
  tiktok: { video: 10_000 },
  youtube: { video: 10_000 },
};

/** Days up to which each addition holds; published: 25 to 100 % for usage beyond organic posts. In basis points. */
export const RIGHTS_ADDED: Readonly<Record<RightsUse, readonly (readonly [upToDays: number, added: number])[]>> = {
  organic: [[Infinity, 0]],
  paid_ads: [
    [30, 2_500],
    [90, 5_000],
    [Infinity, 7_500],
  ],
  all_channels: [
    [30, 5_000],
    [90, 7_500],
    [Infinity, 10_000],
  ],
};
/** Published: 30 to 50 % for exclusivity in a category. */
export const EXCLUSIVITY_ADDED: readonly (readonly [upToDays: number, added: number])[] = [
  [0, 0],
  [30, 3_000],
  [90, 4_000],
  [Infinity, 5_000],
];

/** Comparable deals from which their median counts, and the parties that they must come from. */
export const ENOUGH_DEALS = 10;
export const ENOUGH_PARTIES = 3;
export const DEAL_MONTHS = 24;
/** A median of `n` deals weighs n ÷ (n + 30). */
export const PRIOR_DEALS = 30;
