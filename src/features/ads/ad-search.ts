import type { Currency } from '../../../server/core/money.ts';
import { flag, oneOf, type RawSearch, text, wholeNumber } from '@/lib/search.ts';

/** The names and values of the procedure's input; written out, so that no schema is loaded to parse an address. */
export const AD_FORMATS = ['reel', 'story', 'post', 'video', 'short', 'photos', 'article'] as const;
export const AD_CURRENCIES = ['EUR', 'GBP', 'USD', 'CAD', 'JPY', 'KWD'] as const satisfies readonly Currency[];
export const AD_SORTS = ['distance', 'newest', 'pay'] as const;
/** Searched first around the reader's place. */
export const FIRST_KM = 50;
export const KM_LIMITS = { min: 1, max: 500 } as const;

export interface AdSearch {
  city?: string | undefined;
  country?: string | undefined;
  /** 0: everywhere. */
  km?: number | undefined;
  niche?: string | undefined;
  format?: (typeof AD_FORMATS)[number] | undefined;
  currency?: Currency | undefined;
  payMin?: number | undefined;
  /** 2026-11-24. */
  from?: string | undefined;
  saved?: true | undefined;
  verified?: true | undefined;
  sort?: 'newest' | 'pay' | undefined;
  view?: 'map' | undefined;
}

export function readAdSearch(raw: RawSearch): AdSearch {
  const currency = oneOf(raw['currency'], AD_CURRENCIES);
  const niche = text(raw['niche'], 20);
  const country = text(raw['country'], 2);
  const from = text(raw['from'], 10);
  const city = text(raw['city'], 80);
  return {
    city,
    country: city && country && /^[A-Z]{2}$/u.test(country) ? country : undefined,
    km: wholeNumber(raw['km'], { min: 0, max: KM_LIMITS.max }),
    niche: niche && /^[a-zA-Z]{2,20}$/u.test(niche) ? niche : undefined,
    format: oneOf(raw['format'], AD_FORMATS),
    currency,
    payMin: currency ? wholeNumber(raw['payMin'], { min: 1 }) : undefined,
    from: from && /^\d{4}-\d{2}-\d{2}$/u.test(from) ? from : undefined,
    saved: flag(raw['saved']),
    verified: flag(raw['verified']),
    sort: oneOf(raw['sort'], ['newest', 'pay'] as const),
    view: oneOf(raw['view'], ['map'] as const),
  };
}

/** As the procedure takes it. */
export function adQuery({ view: _view, km = FIRST_KM, from, ...search }: AdSearch) {
  return {
    ...search,
    ...(km === 0 ? {} : { km }),
    ...(from ? { from: new Date(`${from}T00:00:00Z`) } : {}),
  };
}
