import * as z from 'zod';
import { currencyCode } from '../../core/inputs.ts';
import type { Currency, Money } from '../../core/money.ts';
import type { AccountFigures } from '../creators/schema.ts';
import { FORMATS } from '../terms/rules.ts';
import { RATE_PLATFORMS, TIERS } from './constants/rules.ts';
import type { ReferenceRate } from './rules.ts';

export const rateStartInput = z.strictObject({ creator: z.string().max(40).optional() });
export const comparableInput = z.strictObject({
  platform: z.enum(RATE_PLATFORMS),
  format: z.enum(FORMATS),
  tier: z.enum(TIERS),
  currency: currencyCode,
});

/** What the calculator begins with: the figures of a creator, where there is one, and the reference rates. */
export interface RateStart {
  creator: { orgId: string; handle: string; name: string; isOwn: boolean } | null;
  accounts: AccountFigures[];
  niche: string | null;
  country: string | null;
  /** One that has a reference rate: of the creator's first rate, else the euro. */
  currency: Currency;
  rates: ReferenceRate[];
}

/** Signed deals of the last two years with the same network, format and size of creator. */
export interface ComparableDeals {
  n: number;
  /** Price of one piece; null with fewer than ten, or from fewer than three brands or creators. */
  median: Money | null;
}
