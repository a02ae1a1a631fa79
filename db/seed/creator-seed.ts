import type { Locale } from '../../server/core/locale.ts';
import type { CreatorInput } from '../../server/features/creators/schema.ts';
import type { NicheKey } from '../../server/features/niches/rules.ts';

export interface CreatorSeed {
  key: string;
  name: string;
  locale?: Locale;
  /** Joined this many days ago. */
  joined: number;
  /** Country of the bank that gets paid; absent: no payout account yet. */
  bank?: string;
  birthYear: number;
  profile: CreatorInput;
}

type Figures = [platform: CreatorInput['platforms'][number]['platform'], followers: number, engagementBps: number];
type RateSeed = [
  platform: CreatorInput['rates'][number]['platform'],
  format: CreatorInput['rates'][number]['format'],
  amount: number,
];

interface Short extends Omit<CreatorSeed, 'profile'> {
  handle: string;
  headline: string;
  bio: string;
  city: string;
  country: string;
  currency: CreatorInput['rates'][number]['currency'];
  niches: NicheKey[];
  languages: string[];
  figures: Figures[];
  rates: RateSeed[];
}

const SITES = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
  blog: 'https://',
  ugc: 'https://',
} as const;

/** A creator of the demo with a profile; the addresses of its accounts follow from the handle. */
export function creator({
  handle,
  headline,
  bio,
  city,
  country,
  currency,
  niches,
  languages,
  figures,
  rates,
  ...rest
}: Short): CreatorSeed {
  return {
    ...rest,
    profile: {
      handle,
      headline,
      bio,
      city,
      country,
      niches,
      languages,
      platforms: figures.map(([platform, followers, engagementBps]) => ({
        platform,
        url: `${SITES[platform]}${handle}`,
        followers,
        engagementBps,
      })),
      rates: rates.map(([platform, format, amount]) => ({ platform, format, currency, amount })),
    },
  };
}
