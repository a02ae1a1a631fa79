import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { Filters } from '../../server/features/discovery/filters/schema.ts';
import { isNiche, nicheWithChildren } from '../../server/features/niches/rules.ts';
import { placeById } from '../../server/features/places/gazetteer.ts';
import { distanceKm } from '../../server/features/places/rules.ts';
import { PLATFORMS } from '../../server/features/terms/rules.ts';

/** A creator as its own tables say, for a search that reads every one of them. */
export interface PlainCreator {
  orgId: string;
  handle: string;
  headline: string;
  bio: string;
  niches: string[];
  languages: string[];
  gender: string | null;
  birthYear: number | null;
  available: boolean;
  country: string | null;
  placeId: number | null;
  lat: number | null;
  lon: number | null;
  accounts: {
    id: string;
    platform: string;
    followers: number;
    engagement: number | null;
    growth: number | null;
    views: number | null;
    source: string;
    lastPostAt: string | null;
    audience: Record<string, number> | null;
  }[];
  rates: { format: string; currency: string; amount: number }[];
}

/** Every creator that every user may find, by the rows of profile, org, accounts and rates. */
export async function plainCreators(owner: Kysely<DB>): Promise<PlainCreator[]> {
  const { rows } = await sql<PlainCreator>`
    select p.org_id as "orgId", p.handle, p.headline, p.bio, p.niches, p.languages, p.gender, p.available,
        case when p.shows_age then p.birth_year end as "birthYear", o.country, o.place_id as "placeId", o.lat, o.lon,
        coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'platform', a.platform, 'followers', a.followers,
            'engagement', a.engagement_bps, 'growth', a.growth_bps, 'views', a.views, 'source', a.source, 'lastPostAt', a.last_post_at,
            'audience', (select jsonb_object_agg(d.kind || ':' || d.value, d.share_bps) from account_audience d where d.account_id = a.id)))
          from social_accounts a where a.org_id = p.org_id), '[]') as accounts,
        coalesce((select jsonb_agg(jsonb_build_object('format', r.format, 'currency', r.currency, 'amount', r.amount))
          from creator_rates r where r.org_id = p.org_id), '[]') as rates
      from creator_profiles p join orgs o on o.id = p.org_id
      where o.kind = 'creator' and p.published_at is not null and p.hidden_at is null and o.suspended_at is null and o.closed_at is null`.execute(
    owner,
  );
  return rows;
}

interface Range {
  min?: number | undefined;
  max?: number | undefined;
}
const inside = (value: number | null, range: Range | undefined): boolean =>
  range === undefined || (value !== null && value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity));

const MINOR: Record<string, number> = { JPY: 1, KWD: 1000 };
/** Units per euro of the rates in the repository. */
const PER_EUR: Record<string, number> = { EUR: 1, USD: 1.1355, JPY: 178.27, GBP: 0.85463, CAD: 1.6105 };
const euros = (amount: number, currency: string): number | null =>
  PER_EUR[currency] === undefined ? null : Math.round((amount / (MINOR[currency] ?? 100) / PER_EUR[currency]) * 1e6);

function hasPrice(creator: PlainCreator, f: Filters): boolean {
  const formats = creator.rates.filter((r) => !f.formats?.length || f.formats.includes(r.format as 'reel'));
  if (f.formats?.length && formats.length === 0) return false;
  const { price } = f;
  if (!price) return true;
  const bounds = {
    min: price.min === undefined ? undefined : (euros(price.min, price.currency) ?? undefined),
    max: price.max === undefined ? undefined : (euros(price.max, price.currency) ?? undefined),
  };
  if (PER_EUR[price.currency] === undefined) {
    const own = creator.rates.filter((r) => r.currency === price.currency).map((r) => r.amount);
    return own.length > 0 && inside(Math.min(...own), price);
  }
  const lowest = (rates: PlainCreator['rates']): number | null => {
    const all = rates.flatMap((r) => euros(r.amount, r.currency) ?? []);
    return all.length > 0 ? Math.min(...all) : null;
  };
  return f.formats?.length
    ? f.formats.some((format) => inside(lowest(creator.rates.filter((r) => r.format === format)), bounds))
    : inside(lowest(creator.rates), bounds);
}

/** Whether a creator meets every filter but those of full text. */
export function meets(creator: PlainCreator, f: Filters, now: Date, byHandle: Map<string, PlainCreator>): boolean {
  const platforms = f.platforms?.length ? f.platforms : PLATFORMS;
  const accounts = creator.accounts.filter((a) => platforms.includes(a.platform as 'instagram'));
  const needsAccount =
    Boolean(f.platforms?.length) ||
    f.verifiedOnly === true ||
    [f.followers, f.engagementBps, f.growthBps, f.views].some((range) => range !== undefined);
  const meetsAccount = accounts.some(
    (a) =>
      inside(a.followers, f.followers) &&
      inside(a.engagement, f.engagementBps) &&
      inside(a.growth, f.growthBps) &&
      inside(a.views, f.views) &&
      (!f.verifiedOnly || a.source === 'api' || a.source === 'creator_file'),
  );
  const expand = (keys: readonly string[]) => keys.flatMap((key) => (isNiche(key) ? nicheWithChildren(key) : [key]));
  const shares =
    creator.accounts.toSorted((a, b) => b.followers - a.followers || (a.id < b.id ? -1 : 1))[0]?.audience ?? {};
  const has = (key: string, share: number) => (shares[key] ?? -1) >= share;
  const { lat, lon } = creator;
  const last = Math.max(
    ...creator.accounts.map((a) => (a.lastPostAt ? Date.parse(a.lastPostAt) : -Infinity)),
    -Infinity,
  );
  const year = now.getUTCFullYear();
  return (
    (!needsAccount || meetsAccount) &&
    !creator.accounts.some((a) => f.notPlatforms?.includes(a.platform as 'instagram')) &&
    hasPrice(creator, f) &&
    (!f.niches?.length || expand(f.niches).some((n) => creator.niches.includes(n))) &&
    !expand(f.notNiches ?? []).some((n) => creator.niches.includes(n)) &&
    (!f.languages?.length || f.languages.some((l) => creator.languages.includes(l))) &&
    (!f.countries?.length || f.countries.includes(creator.country ?? '')) &&
    !(f.notCountries ?? []).includes(creator.country ?? '') &&
    (!f.places?.length ||
      (lat !== null &&
        lon !== null &&
        f.places.some(({ id, radiusKm }) => distanceKm(placeById(id)!, { lat, lon }) <= radiusKm))) &&
    !(f.notPlaces ?? []).includes(creator.placeId ?? 0) &&
    (!f.gender?.length || f.gender.includes(creator.gender as 'female')) &&
    inside(creator.birthYear === null ? null : year - creator.birthYear, f.age) &&
    (f.audienceCountries ?? []).every((a) => has(`country:${a.country}`, a.shareBps)) &&
    (!f.audienceGender || has(`gender:${f.audienceGender.gender}`, f.audienceGender.shareBps)) &&
    (f.audienceAge ?? []).every((a) => has(`age:${a.band}`, a.shareBps)) &&
    (f.lastPostDays === undefined || last >= now.getTime() - f.lastPostDays * 24 * 3_600_000) &&
    f.rating === undefined &&
    (!f.availableNow || creator.available) &&
    (!f.like?.length ||
      (!f.like.includes(creator.handle) &&
        f.like.some((handle) => byHandle.get(handle)?.niches.some((n) => creator.niches.includes(n)))))
  );
}
