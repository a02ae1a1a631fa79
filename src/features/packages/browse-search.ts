import type { Currency } from '../../../server/core/money.ts';
import { oneOf, type RawSearch, text, wholeNumber } from '@/lib/search.ts';

/** The names and values of the procedure's input; written out, so that no schema is loaded to parse an address. */
export const PACKAGE_PLATFORMS = ['instagram', 'tiktok', 'youtube', 'blog', 'ugc'] as const;
export const PACKAGE_CURRENCIES = ['EUR', 'GBP', 'USD', 'CAD', 'JPY', 'KWD'] as const satisfies readonly Currency[];
export const SORTS = ['recent', 'price', 'days'] as const;
const RADIUS = { min: 1, max: 500 };

export interface PackageBrowseSearch {
  niche?: string | undefined;
  platform?: (typeof PACKAGE_PLATFORMS)[number] | undefined;
  /** Minor units of `currency`. */
  priceMax?: number | undefined;
  currency?: Currency | undefined;
  days?: number | undefined;
  city?: string | undefined;
  km?: number | undefined;
  sort?: 'price' | 'days' | undefined;
}

export function readPackageSearch(raw: RawSearch): PackageBrowseSearch {
  const niche = text(raw['niche'], 30);
  const city = text(raw['city'], 80);
  return {
    niche: niche && /^[a-zA-Z]{2,30}$/u.test(niche) ? niche : undefined,
    platform: oneOf(raw['platform'], PACKAGE_PLATFORMS),
    priceMax: wholeNumber(raw['priceMax'], { min: 1, max: 90_000_000 }),
    currency: oneOf(raw['currency'], PACKAGE_CURRENCIES),
    days: wholeNumber(raw['days'], { min: 1, max: 60 }),
    city,
    km: city ? wholeNumber(raw['km'], RADIUS) : undefined,
    sort: oneOf(raw['sort'], ['price', 'days'] as const),
  };
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/** Ids of packages to compare, separated by commas: at most four. */
export function readCompared(raw: RawSearch): { ids?: string | undefined } {
  const ids = (text(raw['ids'], 200) ?? '')
    .split(',')
    .filter((id) => ID.test(id))
    .slice(0, 4);
  return { ids: ids.join(',') || undefined };
}
