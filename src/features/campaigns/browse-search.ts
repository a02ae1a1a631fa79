import type { Currency } from '../../../server/core/money.ts';
import { flag, oneOf, type RawSearch, text, wholeNumber } from '@/lib/search.ts';

/** The names and values of the procedure's input; written out, so that no schema is loaded to parse an address. */
export const BROWSE_PLATFORMS = ['instagram', 'tiktok', 'youtube', 'blog', 'ugc'] as const;
export const BROWSE_CURRENCIES = ['EUR', 'GBP', 'USD', 'CAD', 'JPY', 'KWD'] as const satisfies readonly Currency[];
export const SORTS = ['newest', 'pay', 'deadline'] as const;

export interface BrowseSearch {
  q?: string | undefined;
  platform?: (typeof BROWSE_PLATFORMS)[number] | undefined;
  /** Of the form of a niche; the server finds nothing by one that does not exist. */
  niche?: string | undefined;
  city?: string | undefined;
  currency?: Currency | undefined;
  /** Minor units of `currency`. */
  payMin?: number | undefined;
  saved?: true | undefined;
  verified?: true | undefined;
  sort?: 'pay' | 'deadline' | undefined;
}

export function readBrowseSearch(raw: RawSearch): BrowseSearch {
  const currency = oneOf(raw['currency'], BROWSE_CURRENCIES);
  const niche = text(raw['niche'], 20);
  return {
    q: text(raw['q'], 80),
    platform: oneOf(raw['platform'], BROWSE_PLATFORMS),
    niche: niche && /^[a-zA-Z]{2,20}$/u.test(niche) ? niche : undefined,
    city: text(raw['city'], 80),
    currency,
    payMin: currency ? wholeNumber(raw['payMin'], { min: 1 }) : undefined,
    saved: flag(raw['saved']),
    verified: flag(raw['verified']),
    sort: oneOf(raw['sort'], ['pay', 'deadline'] as const),
  };
}
