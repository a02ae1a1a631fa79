import { sql, type RawBuilder } from 'kysely';
import { isNiche, nicheWithChildren } from '../../niches/rules.ts';
import { FORMATS, PLATFORMS } from '../../terms/rules.ts';
import type { Platform } from '../../terms/schema.ts';
import type { Filters } from '../filters/schema.ts';
import { audienceTags, birthTags, figureTags, followerTags, isWholeSteps } from '../tags/rules.ts';
import { cellsAround, boxAround } from '../rules.ts';

type Condition = RawBuilder<boolean>;

export interface Point {
  lat: number;
  lon: number;
}

/** A search with what its conditions need beside the filters. */
export interface Search {
  filters: Filters;
  /** The searching org. */
  orgId: string;
  now: Date;
  /** Of `filters.places`, in the same order. */
  points: readonly Point[];
  /** Forms in the index of each word of `filters.text`, and of each of `filters.notText`. */
  terms: readonly (readonly string[])[];
  notTerms: readonly (readonly string[])[];
  /** Of the creators named in `filters.like`. */
  likeNiches: readonly string[];
  /** Ends of the price range in millionths of a euro; null where its currency has no reference rate. */
  price: { min: number | null; max: number | null } | null;
}

const texts = (values: readonly string[]) => sql`${[...values]}::text[]`;
const facet = (prefix: string, values: readonly string[]): Condition =>
  sql<boolean>`s.facets && ${texts(values.map((value) => `${prefix}:${value}`))}`;
/** One condition for each list of tags. They make the index useful; what they let through, an exact condition decides. */
const tagged = (lists: readonly (readonly string[])[]): Condition[] =>
  lists.map((tags) => sql<boolean>`s.tags && ${texts(tags)}`);
const column = (platform: Platform, figure: 'followers' | 'engagement' | 'growth' | 'views') =>
  sql.ref(`s.${platform}_${figure}`);

interface Range {
  min?: number | undefined;
  max?: number | undefined;
}
function within(value: RawBuilder<unknown>, range: Range | undefined): Condition[] {
  if (!range) return [];
  return [
    ...(range.min === undefined ? [] : [sql<boolean>`${value} >= ${range.min}`]),
    ...(range.max === undefined ? [] : [sql<boolean>`${value} <= ${range.max}`]),
    ...(range.min === undefined && range.max === undefined ? [sql<boolean>`${value} is not null`] : []),
  ];
}

const and = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
const or = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Figures are those of one account: an account of the searched networks meets all conditions together. */
function accounts({ filters: f }: Search): Condition[] {
  const figures = f.followers ?? f.engagementBps ?? f.growthBps ?? f.views;
  const followers = tagged(followerTags(f.followers ?? {}, f.platforms));
  const networks = f.platforms?.length && followers.length === 0 ? [facet('p', f.platforms)] : [];
  if (!figures && !f.verifiedOnly) return networks;
  const found = [...networks, ...followers, ...tagged(figureTags(f))];
  const followersAlone = !f.engagementBps && !f.growthBps && !f.views && !f.verifiedOnly;
  if (followersAlone && !f.platforms?.length && isWholeSteps(f.followers ?? {})) return found;
  const platforms = f.platforms?.length ? f.platforms : PLATFORMS;
  return [
    ...found,
    ...(f.verifiedOnly ? [sql<boolean>`s.tags && ${texts(platforms.map((p) => `${p}:v`))}`] : []),
    or(
      platforms.map((p) =>
        and([
          sql<boolean>`${column(p, 'followers')} is not null`,
          ...within(column(p, 'followers'), f.followers),
          ...within(column(p, 'engagement'), f.engagementBps),
          ...within(column(p, 'growth'), f.growthBps),
          ...within(column(p, 'views'), f.views),
          ...(f.verifiedOnly ? [sql<boolean>`${p} = any(s.verified)`] : []),
        ]),
      ),
    ),
  ];
}

/** The lowest rate as the index holds it: a creator without a rate comes last. */
export const INDEXED_PRICE = 'coalesce(s.price, 9000000000000000)';

function prices({ filters: f, price }: Search): Condition[] {
  const formats: Condition[] = f.formats?.length ? [facet('f', f.formats)] : [];
  if (!f.price) return formats;
  if (price === null)
    return [
      ...formats,
      sql<boolean>`s.unconverted_currency = ${f.price.currency}`,
      ...within(sql.ref('s.unconverted_amount'), f.price),
    ];
  const range = { min: price.min ?? undefined, max: price.max ?? undefined };
  if (!f.formats?.length)
    return [
      ...(range.max === undefined ? [sql<boolean>`s.price is not null`] : []),
      ...within(sql.raw(INDEXED_PRICE), range),
    ];
  return [
    ...formats,
    // The lowest rate is no higher than that of a format.
    ...(range.max === undefined ? [] : [sql<boolean>`${sql.raw(INDEXED_PRICE)} <= ${range.max}`]),
    or(f.formats.map((format) => and(within(sql`s.prices[${sql.lit(FORMATS.indexOf(format) + 1)}]`, range)))),
  ];
}

const nichesOf = (keys: readonly string[]): string[] => [
  ...new Set(keys.flatMap((key) => (isNiche(key) ? nicheWithChildren(key) : [key]))),
];

function topics({ filters: f, likeNiches }: Search): Condition[] {
  return [
    ...(f.notPlatforms?.length ? [sql<boolean>`not ${facet('p', f.notPlatforms)}`] : []),
    ...tagged(f.niches?.length ? [f.niches.map((key) => `in:${key}`)] : []),
    ...(f.notNiches?.length ? [sql<boolean>`not ${facet('n', nichesOf(f.notNiches))}`] : []),
    ...(f.like?.length ? [facet('n', likeNiches), sql<boolean>`s.handle <> all(${texts(f.like)})`] : []),
  ];
}

function places({ filters: f, points }: Search): Condition[] {
  const circles = (f.places ?? []).map(({ radiusKm }, i) => ({ radiusKm, ...points[i]! }));
  return [
    ...(circles.length > 0
      ? [
          sql<boolean>`s.tags && ${texts([...new Set(circles.flatMap(cellsAround))])}`,
          or(
            circles.map((circle) => {
              const { south, north } = boxAround(circle);
              return sql<boolean>`(s.lat between ${south} and ${north} and distance_km(${circle.lat}, ${circle.lon}, s.lat, s.lon) <= ${circle.radiusKm})`;
            }),
          ),
        ]
      : []),
    ...(f.notPlaces?.length
      ? [sql<boolean>`(s.place_id is null or s.place_id <> all(${[...f.notPlaces]}::int[]))`]
      : []),
    ...(f.countries?.length ? [facet('c', f.countries)] : []),
    ...(f.notCountries?.length
      ? [sql<boolean>`(s.country is null or s.country <> all(${texts(f.notCountries)}))`]
      : []),
  ];
}

function audience({ filters: f }: Search): Condition[] {
  const shares = [
    ...(f.audienceCountries ?? []).map((a) => [`country:${a.country}`, a.shareBps] as const),
    ...(f.audienceGender ? [[`gender:${f.audienceGender.gender}`, f.audienceGender.shareBps] as const] : []),
    ...(f.audienceAge ?? []).map((a) => [`age:${a.band}`, a.shareBps] as const),
  ];
  return shares.flatMap(([key, share]) => [
    ...tagged(audienceTags(key, share)),
    sql<boolean>`(s.audience->>${key}::text)::int >= ${share}`,
  ]);
}

function person({ filters: f, now }: Search): Condition[] {
  const year = now.getUTCFullYear();
  const born = f.age && {
    min: f.age.max === undefined ? undefined : year - f.age.max,
    max: f.age.min === undefined ? undefined : year - f.age.min,
  };
  return [
    ...(f.gender?.length ? [facet('g', f.gender)] : []),
    ...tagged(birthTags(born, year)),
    ...within(sql.ref('s.birth_year'), born),
    ...(f.languages?.length ? [facet('l', f.languages)] : []),
    ...(f.availableNow
      ? [
          sql<boolean>`s.tags && ${texts(['available'])}`,
          sql<boolean>`(s.free_from is null or s.free_from <= ${now.toISOString().slice(0, 10)}::date)`,
        ]
      : []),
    ...(f.rating === undefined ? [] : [sql<boolean>`s.rating >= ${f.rating}`]),
    ...(f.lastPostDays === undefined
      ? []
      : [
          sql<boolean>`coalesce(s.last_post_at, '-infinity'::timestamptz) >= ${new Date(now.getTime() - f.lastPostDays * 24 * 3_600_000)}`,
        ]),
  ];
}

/** A query for rows that hold one of the forms. */
export const anyOf = (forms: readonly string[]): RawBuilder<unknown> =>
  sql`${forms.map((form) => `'${form.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`).join(' | ')}::tsquery`;

/** Every condition of the search; with `orgId` at the end those that depend on who searches. */
export function conditionsOf(search: Search): Condition {
  const { filters: f, orgId, terms, notTerms } = search;
  return and([
    ...accounts(search),
    ...prices(search),
    ...topics(search),
    ...places(search),
    ...audience(search),
    ...person(search),
    ...(terms.length > 0 ? [sql<boolean>`s.words @@ ${anyOf(terms.flat())}`] : []),
    ...(notTerms.length > 0 ? [sql<boolean>`not s.words @@ ${anyOf(notTerms.flat())}`] : []),
    ...(f.hideContacted
      ? [
          sql<boolean>`s.org_id <> all(array(
            select creator_org from offers where brand_org = ${orgId}::uuid
            union select creator_org from applications where brand_org = ${orgId}::uuid))`,
        ]
      : []),
    sql<boolean>`s.org_id <> all(array(select orgs_blocked()))`,
  ]);
}

/** The search without its price, for those whose price cannot be compared. */
export const withoutPrice = (search: Search): Search => {
  const { price: _price, ...filters } = search.filters;
  return { ...search, filters, price: null };
};
export const isCompared = ({ filters, price }: Search): boolean => filters.price !== undefined && price !== null;
