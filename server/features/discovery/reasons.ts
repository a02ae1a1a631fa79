import { isNiche, nicheWithChildren } from '../niches/rules.ts';
import type { Filters } from './filters/schema.ts';
import { isMeasured } from './rules.ts';
import type { FoundCreator, MatchReason } from './schema.ts';

const MAX_REASONS = 6;
const inRange = (value: number | undefined, range: { min?: number | undefined; max?: number | undefined }): boolean =>
  value !== undefined && value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity);

/** Why the creator is a result, the most particular first. `words`: those of the question that its texts hold. */
export function reasonsOf(
  filters: Filters,
  creator: Omit<FoundCreator, 'reasons'>,
  more: { words: string[]; audience: Readonly<Record<string, number>>; lastPostAt: Date | null },
): MatchReason[] {
  const accounts = creator.accounts.filter((a) => !filters.platforms?.length || filters.platforms.includes(a.platform));
  const account = accounts.find(
    (a) =>
      inRange(a.followers.value, filters.followers ?? {}) &&
      (!filters.engagementBps || inRange(a.engagement?.value, filters.engagementBps)),
  );
  const niches = (filters.niches ?? []).flatMap((key) => (isNiche(key) ? nicheWithChildren(key) : [key]));
  const shares = [
    ...(filters.audienceCountries ?? []).map((a) => ({ kind: 'country' as const, value: a.country })),
    ...(filters.audienceGender ? [{ kind: 'gender' as const, value: filters.audienceGender.gender }] : []),
    ...(filters.audienceAge ?? []).map((a) => ({ kind: 'age' as const, value: a.band })),
  ];
  const niche = creator.niches.find((own) => niches.includes(own));
  const language = creator.languages.find((own) => filters.languages?.includes(own));
  const found: (MatchReason | false | undefined | null)[] = [
    more.words.length > 0 && { key: 'words', words: more.words },
    creator.distanceKm !== null &&
      creator.placeId !== null && { key: 'place', placeId: creator.placeId, km: creator.distanceKm },
    niche !== undefined && { key: 'niche', niche },
    filters.followers && account && { key: 'followers', platform: account.platform, value: account.followers.value },
    filters.engagementBps &&
      account?.engagement && { key: 'engagement', platform: account.platform, bps: account.engagement.value },
    filters.price && creator.priceFrom && { key: 'price', price: creator.priceFrom },
    ...shares.map(({ kind, value }): MatchReason | false => {
      const shareBps = more.audience[`${kind}:${value}`];
      return shareBps !== undefined && { key: 'audience', kind, value, shareBps };
    }),
    language !== undefined && { key: 'language', language },
    Boolean(filters.countries?.length) && creator.country !== null && { key: 'country', country: creator.country },
    filters.lastPostDays !== undefined && more.lastPostAt && { key: 'recent', at: more.lastPostAt },
    filters.verifiedOnly &&
      account &&
      isMeasured(account.followers.source) && {
        key: 'measured',
        platform: account.platform,
      },
  ];
  return found.filter((reason): reason is MatchReason => Boolean(reason)).slice(0, MAX_REASONS);
}
