import { flag, oneOf, type RawSearch, text, wholeNumber } from '@/lib/search.ts';

export const MARKET_TABS = ['browse', 'saved', 'contacted', 'analytics'] as const;
export type MarketTab = (typeof MARKET_TABS)[number];
/** The values of the procedure's input; written out, so that no schema is loaded to parse an address. */
export const MARKET_PLATFORMS = ['instagram', 'tiktok', 'youtube', 'blog', 'ugc'] as const;
export const RADIUS_LIMITS = { min: 1, max: 500 };
export const USUAL_RADIUS = 25;

export interface MarketSearch {
  tab?: Exclude<MarketTab, 'browse'> | undefined;
  niche?: string | undefined;
  platform?: (typeof MARKET_PLATFORMS)[number] | undefined;
  city?: string | undefined;
  km?: number | undefined;
  /** Only those who are available now. */
  now?: true | undefined;
}

export function readMarketSearch(raw: RawSearch): MarketSearch {
  const niche = text(raw['niche'], 30);
  const city = text(raw['city'], 80);
  return {
    tab: oneOf(raw['tab'], ['saved', 'contacted', 'analytics'] as const),
    niche: niche && /^[a-zA-Z]{2,30}$/u.test(niche) ? niche : undefined,
    platform: oneOf(raw['platform'], MARKET_PLATFORMS),
    city,
    km: city ? wholeNumber(raw['km'], RADIUS_LIMITS) : undefined,
    now: flag(raw['now']),
  };
}

/** What the search means to the procedures of the market. */
export const filterOf = ({ niche, platform, city, km }: MarketSearch) => ({
  ...(niche ? { niche } : {}),
  ...(platform ? { platform } : {}),
  ...(city ? { city } : {}),
  ...(km ? { km } : {}),
});
