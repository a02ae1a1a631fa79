import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { audit } from '../audit/audit.ts';
import { reactToContact } from '../contacts/reactions.ts';
import { formulaOf, freeLater, isFreeNow } from '../creators/rules.ts';
import { accountsOfCreators } from '../creators/service.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { placeById, placeName } from '../places/gazetteer.ts';
import { distanceKm } from '../places/rules.ts';
import { requireFilterCount } from './filters/rules.ts';
import type { Filters } from './filters/schema.ts';
import { isCompared, type Search } from './queries/conditions.ts';
import {
  deleteBlock,
  foundCreators,
  heldLexemes,
  insertBlock,
  orgIdsOfHandles,
  type FoundRow,
} from './queries/creators.ts';
import {
  unconvertedOf,
  cellsOf,
  countOf,
  countsOf,
  extentOf,
  factsOf,
  firstPageOf,
  pageOf,
  prepareSearch,
  type Counts,
  type Order,
  type PageRow,
  type ResultPlace,
} from './queries/search.ts';
import { rankedPage } from './ranked.ts';
import { reasonsOf } from './reasons.ts';
import { relaxations } from './relax.ts';
import { RESULTS_COUNTED, wordsOf } from './rules.ts';
import {
  FACET_KEYS,
  type blockInput,
  type compareInput,
  type FacetKey,
  type Facets,
  type FoundCreator,
  type FoundOnMap,
  type FoundPage,
  type mapInput,
  type ResultCount,
  type searchInput,
} from './schema.ts';

const FACETS: Record<string, FacetKey> = {
  n: 'niches',
  l: 'languages',
  c: 'countries',
  p: 'platforms',
  f: 'formats',
  g: 'gender',
  t: 'tier',
};

export const resultCount = (count: number): ResultCount => ({
  count: Math.min(count, RESULTS_COUNTED),
  exact: count <= RESULTS_COUNTED,
});

/** Binds a cursor to its search. */
const searchHash = (filters: Filters, orgId: string): string =>
  createHash('sha256').update(canonicalJson({ filters, orgId })).digest('hex').slice(0, 16);

/** Of the search, the place of the last result, and whether there are more results than are counted. */
const CURSOR = /^([\da-f]{16})~([^~]{1,60})~([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(~many)?$/;

interface OwnPlace extends ResultPlace {
  many: boolean;
}

/** The place that a cursor names. Throws discovery.other_search for one that was made for another search. */
function requireOwnPlace(after: string | undefined, hash: string): OwnPlace | null {
  if (after === undefined) return null;
  const [, own, key, orgId, many] = CURSOR.exec(after) ?? [];
  if (own !== hash || key === undefined || orgId === undefined)
    throw new AppError('discovery.other_search', { field: 'after' });
  return { key, orgId, many: many !== undefined };
}

function orderOf(filters: Filters): Order | 'words' {
  if (filters.sort === 'distance') {
    if (!filters.places?.length) throw new AppError('input.invalid', { field: 'filters.sort', problem: 'required' });
    return 'distance';
  }
  if (filters.sort === 'price' || filters.sort === 'followers' || filters.sort === 'recent') return filters.sort;
  if (filters.sort === 'engagement')
    // Rates of two formulas are not compared: one formula is put in order, the others follow.
    return filters.platforms?.length && filters.platforms.every((p) => formulaOf(p) === 'er_v')
      ? 'engagementV'
      : 'engagementF';
  return filters.text ? 'words' : 'recent';
}

/** What the conditions need beside the filters. Throws input.invalid for an unknown place, discovery.no_words for a text without a word. */
export const prepared = (tx: OrgContext, filters: Filters): Promise<{ search: Search; ratesOf: string | null }> =>
  preparedFor(tx, filters, tx.actor.orgId);

/** For whom searches: an org, or no org at all. */
export async function preparedFor(
  tx: ServiceContext,
  filters: Filters,
  orgId: string,
): Promise<{ search: Search; ratesOf: string | null }> {
  requireFilterCount(filters);
  const points = (filters.places ?? []).map(({ id }, i) => {
    const place = placeById(id);
    if (!place) throw new AppError('input.invalid', { field: `filters.places.${i}.id` });
    return { lat: place.lat, lon: place.lon };
  });
  const words = wordsOf(filters.text ?? '');
  if (filters.text && words.length === 0) throw new AppError('discovery.no_words', { field: 'filters.text' });
  await prepareSearch(tx.db);
  const facts = await factsOf(tx.db, {
    words,
    notWords: (filters.notText ?? []).flatMap(wordsOf),
    price: filters.price,
    like: filters.like ?? [],
  });
  const kept = facts.terms.filter((forms) => forms.length > 0);
  return {
    search: {
      filters,
      orgId,
      now: tx.clock.now(),
      points,
      // A question of nothing but short common words is searched by those.
      terms: kept.length > 0 ? kept : words.map((word) => [word]),
      notTerms: facts.not_terms.filter((forms) => forms.length > 0),
      likeNiches: facts.like_niches,
      price: filters.price && facts.rates_of !== null ? { min: facts.price_min, max: facts.price_max } : null,
    },
    ratesOf: filters.price ? facts.rates_of : null,
  };
}

function toFacets(counts: readonly { value: string; count: number }[]): Facets {
  const facets = Object.fromEntries(FACET_KEYS.map((key) => [key, []])) as unknown as Facets;
  for (const { value, count } of counts) {
    const [prefix = '', ...rest] = value.split(':');
    const key = FACETS[prefix];
    if (key) facets[key].push({ value: rest.join(':'), count });
  }
  for (const list of Object.values(facets)) list.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return facets;
}

async function toCreators(tx: OrgContext, search: Search, orgIds: readonly string[]): Promise<FoundCreator[]> {
  if (orgIds.length === 0) return [];
  const rows = new Map((await foundCreators(tx.db, orgIds)).map((row) => [row.org_id, row]));
  const parties = await partiesOf(tx, orgIds);
  const accounts = await accountsOfCreators(tx, orgIds);
  const lexemes = search.terms.flat();
  const held = lexemes.length > 0 ? await heldLexemes(tx.db, { orgIds, lexemes }) : new Map<string, Set<string>>();
  const words = wordsOf(search.filters.text ?? '');
  const [first] = search.points;
  const toCreator = (row: FoundRow): FoundCreator => {
    const [lat, lon] = [row.lat, row.lon];
    const freedom = { available: row.available, freeFrom: row.free_from };
    const creator = {
      orgId: row.org_id,
      handle: row.handle,
      name: row.name,
      headline: row.headline,
      avatarUrl: partyIn(parties, row.org_id).avatarUrl,
      city: row.city,
      country: row.country,
      placeId: row.place_id,
      lat,
      lon,
      niches: row.niches,
      languages: row.languages,
      accounts: (accounts.get(row.org_id) ?? []).toSorted((a, b) => b.followers.value - a.followers.value),
      priceFrom:
        row.price_amount === null || row.price_currency === null
          ? null
          : { amount: row.price_amount, currency: row.price_currency },
      distanceKm: first && lat !== null && lon !== null ? distanceKm(first, { lat, lon }) : null,
      rating: row.rating,
      available: isFreeNow(freedom, search.now),
      freeFrom: freeLater(freedom, search.now),
      service: row.service,
      serviceKm: row.service_km,
      ratesOnRequest: row.hides_rates,
      verified: row.verified.length > 0,
    };
    const own = held.get(row.org_id);
    return {
      ...creator,
      reasons: reasonsOf(search.filters, creator, {
        words: own ? words.filter((_, i) => search.terms[i]?.some((form) => own.has(form))) : [],
        audience: row.audience as Record<string, number>,
        lastPostAt: row.last_post_at,
      }),
    };
  };
  return orgIds.flatMap((id) => {
    const row = rows.get(id);
    return row ? [toCreator(row)] : [];
  });
}

/** Creators by id as a search shows them, without reasons. Those whom users may not find are left out. */
export const creatorCards = (tx: OrgContext, orgIds: readonly string[]): Promise<FoundCreator[]> =>
  toCreators(
    tx,
    {
      filters: {},
      orgId: tx.actor.orgId,
      now: tx.clock.now(),
      points: [],
      terms: [],
      notTerms: [],
      likeNiches: [],
      price: null,
    },
    orgIds,
  );

/** Ids of creators who meet every filter, at most so many; the platform calls it in the name of an org. */
export async function matchingCreators(tx: OrgContext, filters: Filters, limit: number): Promise<string[]> {
  const { search } = await prepared(tx, filters);
  const rows = await pageOf(tx.db, search, { order: 'recent', after: null, limit });
  return rows.slice(0, limit).map((row) => row.org_id);
}

async function relaxed(tx: OrgContext, search: Search): Promise<FoundPage['relaxed']> {
  const found: NonNullable<FoundPage['relaxed']> = [];
  for (const { step, filters } of relaxations(search.filters)) {
    const wider = (await prepared(tx, filters)).search;
    found.push({ step, filters, ...resultCount(await countOf(tx.db, wider)) });
  }
  return found;
}

/** A page of results; on the first page with the counts. */
async function pageAndCounts(
  tx: OrgContext,
  search: Search,
  { order, after, limit }: { order: Order | 'words'; after: OwnPlace | null; limit: number },
): Promise<{ rows: PageRow[]; counts: Counts | null }> {
  if (order === 'words')
    return {
      rows: await rankedPage(tx, search, { after, limit }),
      counts: after === null ? await countsOf(tx.db, search) : null,
    };
  if (after === null) return firstPageOf(tx.db, search, { order, limit });
  return { rows: await pageOf(tx.db, search, { order, after, limit, many: after.many }), counts: null };
}

/** Creators who meet every filter, in the order of the search. */
export async function searchCreators(
  ctx: OrgContext,
  { filters, after, limit }: z.output<typeof searchInput>,
): Promise<FoundPage> {
  return withTx(ctx, async (tx) => {
    const hash = searchHash(filters, tx.actor.orgId);
    const place = requireOwnPlace(after, hash);
    const { search, ratesOf } = await prepared(tx, filters);
    const { rows, counts } = await pageAndCounts(tx, search, { order: orderOf(filters), after: place, limit });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const isFirst = place === null;
    const many = counts ? counts.total > RESULTS_COUNTED : place?.many;
    return {
      items: await toCreators(
        tx,
        search,
        shown.map((row) => row.org_id),
      ),
      total: counts && resultCount(counts.total),
      facets: counts && toFacets(counts.facets),
      next: rows.length > limit && last ? `${hash}~${last.key}~${last.org_id}${many ? '~many' : ''}` : null,
      relaxed: counts?.total === 0 ? await relaxed(tx, search) : null,
      unconverted: isFirst && isCompared(search) ? await unconvertedOf(tx.db, search) : [],
      ratesOf,
    };
  });
}

/** Creators who meet every filter, by place within a box. */
export async function searchOnMap(
  ctx: OrgContext,
  { filters, box, language }: z.output<typeof mapInput>,
): Promise<FoundOnMap> {
  return withTx(ctx, async (tx) => {
    const { search } = await prepared(tx, filters);
    const shown = box ?? (await extentOf(tx.db, search));
    const cells = shown ? await cellsOf(tx.db, search, shown) : [];
    return {
      cells: cells.map(({ lat, lon, count, org_id, handle, place_id, south, north, west, east }) => {
        const place = place_id === null ? null : placeById(place_id);
        return {
          lat,
          lon,
          count,
          orgId: org_id,
          handle,
          place: place ? { id: place.id, name: placeName(place.id, language), country: place.country } : null,
          extent: { south, north, west, east },
        };
      }),
      total: resultCount(cells.reduce((sum, { count }) => sum + count, 0)),
    };
  });
}

/** Creators by handle, in the order given; those whom the org cannot find are left out. */
export async function compareCreators(
  ctx: OrgContext,
  { handles }: z.output<typeof compareInput>,
): Promise<FoundCreator[]> {
  return withTx(ctx, async (tx) => creatorCards(tx, await orgIdsOfHandles(tx.db, handles)));
}

/** Neither org finds the other any more. */
export async function blockOrg(ctx: OrgContext, { orgId }: z.output<typeof blockInput>): Promise<void> {
  await withTx(ctx, async (tx) => {
    if (orgId === tx.actor.orgId || (await partiesOf(tx, [orgId])).size === 0) throw new AppError('not_found');
    await insertBlock(tx.db, { orgId: tx.actor.orgId, blockedOrg: orgId, at: tx.clock.now() });
    await reactToContact(tx, { kind: 'block', by: tx.actor.orgId, to: orgId });
    await audit(tx, 'org.blocked', `org:${orgId}`);
  });
}

export async function unblockOrg(ctx: OrgContext, { orgId }: z.output<typeof blockInput>): Promise<void> {
  await withTx(ctx, async (tx) => {
    await deleteBlock(tx.db, { orgId: tx.actor.orgId, blockedOrg: orgId });
    await audit(tx, 'org.unblocked', `org:${orgId}`);
  });
}
