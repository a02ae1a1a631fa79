import type { Currency } from '../../../server/core/money.ts';
import type { AccountFigures } from '../../../server/features/creators/schema.ts';
import type { RatePlatform } from '../../../server/features/rates/constants/rules.ts';
import { formatsOf, isRatePlatform, type RateInput, type SourcedFigure } from '../../../server/features/rates/rules.ts';
import type { RateStart } from '../../../server/features/rates/schema.ts';
import type { Format, RightsUse } from '../../../server/features/terms/schema.ts';
import { followerCount, formulaOf } from '../../../server/features/creators/rules.ts';

/** The fields as typed. */
export interface RateValues {
  platform: RatePlatform;
  format: Format;
  followers: string;
  engagement: string;
  views: string;
  use: RightsUse;
  days: string;
  exclusivityDays: string;
  currency: Currency;
}

const accountOn = (start: RateStart, platform: RatePlatform): AccountFigures | undefined =>
  start.accounts.find((account) => account.platform === platform);

/** The creator's figures on this network as text; empty where there are none. */
export function figuresOn(
  start: RateStart,
  platform: RatePlatform,
): Pick<RateValues, 'followers' | 'engagement' | 'views'> {
  const account = accountOn(start, platform);
  return {
    followers: account ? String(account.followers.value) : '',
    engagement: account?.engagement ? String(account.engagement.value / 100) : '',
    views: account?.views ? String(account.views.value) : '',
  };
}

export function startValues(start: RateStart): RateValues {
  const platform = start.accounts.map((account) => account.platform).find(isRatePlatform) ?? 'instagram';
  return {
    platform,
    format: formatsOf(platform)[0]!,
    ...figuresOn(start, platform),
    use: 'organic',
    days: '30',
    exclusivityDays: '0',
    currency: start.currency,
  };
}

/** Basis points; NaN for what is no share, null for an empty field. */
function percentOf(text: string): number | null {
  const plain = text.trim().replace('%', '').replace(',', '.').trim();
  if (plain === '') return null;
  const value = /^\d{1,3}(\.\d{1,2})?$/u.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
  return value <= 10_000 ? value : Number.NaN;
}

export function daysOf(text: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d{1,4}$/u.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : Number.NaN;
}

export type RateField = 'followers' | 'engagement' | 'views' | 'days' | 'exclusivityDays';
const RIGHTS_DAYS = { min: 1, max: 1095 };
const EXCLUSIVITY_DAYS = { min: 0, max: 365 };

/** What the fields mean; `problems` names those that cannot be read. Without followers there is no input. */
export function readValues(
  values: RateValues,
  start: RateStart,
  deals: RateInput['deals'],
): { input: RateInput | null; problems: RateField[] } {
  const account = accountOn(start, values.platform);
  const [followers, views, engagement] = [
    followerCount(values.followers),
    followerCount(values.views),
    percentOf(values.engagement),
  ];
  const days = daysOf(values.days, RIGHTS_DAYS);
  const exclusivityDays = daysOf(values.exclusivityDays, EXCLUSIVITY_DAYS);
  const read = { followers, views, engagement, days, exclusivityDays };
  const problems = (Object.keys(read) as RateField[]).filter((field) => Number.isNaN(read[field]));
  if (problems.length > 0 || followers === null || followers === 0) return { input: null, problems };
  const figure = (value: number, known: { value: number; source: SourcedFigure['source'] } | null | undefined) => ({
    value,
    source: known?.value === value ? known.source : ('typed' as const),
  });
  return {
    problems,
    input: {
      platform: values.platform,
      format: values.format,
      followers: figure(followers, account?.followers),
      engagement:
        engagement === null
          ? null
          : {
              ...figure(engagement, account?.engagement),
              formula:
                (account?.engagement?.value === engagement && account.engagement.formula) || formulaOf(values.platform),
            },
      views: views === null ? null : figure(views, account?.views),
      rights: { use: values.use, days },
      exclusivityDays,
      niche: start.niche,
      country: start.country,
      currency: values.currency,
      deals,
    },
  };
}
