import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { exponentOf, type Currency, type Money } from '../../core/money.ts';
import { placeCursor, readPlace, toPage, type Page, type pageInput } from '../../core/pagination.ts';
import { creatorCards } from '../discovery/service.ts';
import { isNiche, NICHE_PARENT, nicheWithChildren } from '../niches/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { ratesNow, workOf, type Rate } from '../packages/market.ts';
import { orderLineState } from '../packages/rules.ts';
import { resolvePlace } from '../places/gazetteer.ts';
import {
  contactedCreators,
  creatorAnswers,
  creatorRecords,
  followersOf,
  marketRows,
  marketRowsOf,
  microPage,
  rankIn,
  wantedNiches,
  type AnswerRow,
  type MarketRow,
  type MicroPlace,
  type Scope,
} from './queries.ts';
import {
  bayesianRating,
  CELL_ENOUGH,
  changeOf,
  CONTACTED_DAYS,
  COUNTED,
  ENGAGEMENT_NETWORKS,
  enough,
  isAvailableNow,
  medianOf,
  MICRO,
  rankParts,
  RECORD_MONTHS,
  TREND_DAYS,
} from './rules.ts';
import type {
  browseMicroInput,
  ContactedCreator,
  MarketAnalytics,
  MarketFilter,
  marketInput,
  MarketStat,
  MarketStats,
  MarketTrend,
  MicroCreator,
  MicroPage,
  NetworkEngagement,
  OwnPlace,
  PriceCell,
} from './schema.ts';

const DAY_MS = 24 * 3_600_000;
/** Pages are read until they are full of creators who are available now, at most so many times. */
const READS = 8;

function scopeOf(filter: MarketFilter): { scope: Scope; place: ReturnType<typeof resolvePlace> } {
  const place = filter.city ? resolvePlace(filter.city) : null;
  const scope = {
    niches: filter.niche === undefined ? [] : isNiche(filter.niche) ? nicheWithChildren(filter.niche) : [filter.niche],
    platform: filter.platform ?? null,
    point: place ? { lat: place.lat, lon: place.lon } : null,
    km: filter.km,
    city: place ? null : (filter.city ?? null) || null,
  };
  return { scope, place };
}

/** Points, the time of the last post as Postgres writes it, and the org. */
const CURSOR =
  /^(\d{1,3})~(-infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)~([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
function placeAfter(after: string | undefined): MicroPlace | null {
  if (after === undefined) return null;
  const [, score, at, id] = CURSOR.exec(after) ?? [];
  if (
    score === undefined ||
    at === undefined ||
    id === undefined ||
    (at !== '-infinity' && Number.isNaN(Date.parse(at)))
  )
    throw new AppError('input.invalid', { field: 'after' });
  return { score: Number(score), at, id };
}

async function toMicro(tx: OrgContext, orgIds: readonly string[]): Promise<MicroCreator[]> {
  const rows = await marketRowsOf(tx.db, orgIds);
  const work = await workOf(tx, orgIds);
  const now = tx.clock.now();
  return (await creatorCards(tx, orgIds)).map((creator) => {
    const row = rows.get(creator.orgId);
    return {
      creator,
      packages: row?.packages ?? 0,
      priceFrom: row && row.price !== null && row.currency ? { amount: row.price, currency: row.currency } : null,
      availableNow: isAvailableNow(
        { available: creator.available, lastPostAt: row?.last_post_at ?? null },
        work.get(creator.orgId),
        now,
      ),
    };
  });
}

/** Creators of the marketplace: switched on, with packages, measured figures and recent posts first. */
export async function browseMicro(
  ctx: OrgContext,
  { after, limit, availableNow, ...filter }: z.output<typeof browseMicroInput>,
): Promise<MicroPage> {
  return withTx(ctx, async (tx) => {
    const { scope, place } = scopeOf(filter);
    const now = tx.clock.now();
    const items: MicroCreator[] = [];
    let from = placeAfter(after);
    let next: string | null = null;
    for (let read = 0; read < READS && items.length < limit; read += 1) {
      const rows = await microPage(tx.db, scope, { now, after: from, limit });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const found = await toMicro(
        tx,
        shown.map((row) => row.org_id),
      );
      items.push(...(availableNow ? found.filter((one) => one.availableNow) : found));
      next = rows.length > limit && last ? `${last.score}~${last.at}~${last.org_id}` : null;
      if (next === null || !last) break;
      from = { score: last.score, at: last.at, id: last.org_id };
    }
    return {
      items,
      next,
      place: place
        ? { name: filter.city ?? '', country: place.country, lat: place.lat, lon: place.lon, km: filter.km }
        : null,
    };
  });
}

/** An amount of millionths of a euro in a currency; null without a reference rate. */
function moneyOf(micros: number, currency: Currency, rates: readonly Rate[]): Money | null {
  const rate = rates.find((one) => one.currency === currency);
  if (!rate) return null;
  return { amount: Math.round((micros / 1_000_000) * rate.perEuro * 10 ** exponentOf(currency)), currency };
}

const recordsSince = (now: Date): Date => {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - RECORD_MONTHS);
  return since;
};

function engagementOf(rows: readonly MarketRow[], wanted: MarketFilter['platform']): NetworkEngagement[] {
  const found = (['instagram', 'tiktok', 'youtube'] as const).map((platform): NetworkEngagement => {
    // What a creator typed has no formula and is not compared.
    const values = rows.flatMap((row) => (row.verified.includes(platform) ? (row[platform] ?? []) : []));
    const median = medianOf(values);
    return {
      platform,
      formula: ENGAGEMENT_NETWORKS[platform],
      ...enough(median === null ? null : Math.round(median), values.length),
    };
  });
  return found.toSorted((a, b) => Number(b.platform === wanted) - Number(a.platform === wanted) || b.n - a.n);
}

/** The four statistics of the page, over its filter. */
export async function marketStats(
  ctx: OrgContext,
  { currency, ...filter }: z.output<typeof marketInput>,
): Promise<MarketStats> {
  return withTx(ctx, async (tx) => {
    const read = await marketRows(tx.db, scopeOf(filter).scope);
    const rows = read.slice(0, COUNTED);
    const now = tx.clock.now();
    const orgIds = rows.map((row) => row.org_id);
    const on = rows.filter((row) => row.available);
    const work = await workOf(
      tx,
      on.map((row) => row.org_id),
    );
    const rates = await ratesNow(tx);
    const prices = rows.flatMap(({ micros }) => micros ?? []);
    const median = medianOf(prices);
    const records = await creatorRecords(tx.db, { orgIds, since: recordsSince(now) });
    const rated = records.filter(({ completed }) => completed > 0).map(bayesianRating);
    return {
      asOf: now,
      creators: rows.length,
      exact: read.length <= COUNTED,
      availableNow: on.filter((row) =>
        isAvailableNow({ available: true, lastPostAt: row.last_post_at }, work.get(row.org_id), now),
      ).length,
      engagement: engagementOf(rows, filter.platform),
      price: {
        ...enough(median === null ? null : moneyOf(median, currency, rates), prices.length),
        ratesOf: rates.find((rate) => rate.currency === currency)?.day ?? null,
        unconverted: rows.filter(({ price, micros }) => price !== null && micros === null).length,
      },
      rating: enough(
        rated.length === 0 ? null : Math.round((rated.reduce((sum, value) => sum + value, 0) / rated.length) * 10),
        rated.length,
      ),
    };
  });
}

const CELLS = 24;

/** Prices and supply are counted by groups of niches: single ones have too few creators in a city. */
const groupOf = (niche: string): string => (isNiche(niche) ? (NICHE_PARENT[niche] ?? niche) : niche);

/** Prices by niche and city, supply and demand by niche, answers to offers: each with its number. */
export async function marketAnalytics(
  ctx: OrgContext,
  { currency, ...filter }: z.output<typeof marketInput>,
): Promise<MarketAnalytics> {
  return withTx(ctx, async (tx) => {
    const rows = (await marketRows(tx.db, scopeOf(filter).scope)).slice(0, COUNTED);
    const now = tx.clock.now();
    const rates = await ratesNow(tx);
    const cells = new Map<string, { niche: string; city: string; micros: number[] }>();
    const supply = new Map<string, { creators: number; available: number }>();
    for (const row of rows)
      for (const niche of new Set(row.niches.map(groupOf))) {
        const counts = supply.get(niche) ?? { creators: 0, available: 0 };
        supply.set(niche, {
          creators: counts.creators + 1,
          available: counts.available + Number(row.available),
        });
        if (row.city === null || row.rate_micros === null) continue;
        const key = `${niche}\n${row.city}`;
        const cell = cells.get(key) ?? { niche, city: row.city, micros: [] };
        cells.set(key, cell);
        cell.micros.push(row.rate_micros);
      }
    const campaigns = new Map<string, number>();
    for (const { niches } of await wantedNiches(tx.db))
      for (const group of new Set(niches.map(groupOf))) campaigns.set(group, (campaigns.get(group) ?? 0) + 1);
    const orgIds = rows.map((row) => row.org_id);
    const [from, since] = [2, 1].map((windows) => new Date(now.getTime() - windows * TREND_DAYS * DAY_MS)) as [
      Date,
      Date,
    ];
    const answers = answersOf(await creatorAnswers(tx.db, { orgIds, from: since, until: now }));
    const before = answersOf(await creatorAnswers(tx.db, { orgIds, from, until: since }));
    return {
      asOf: now,
      days: TREND_DAYS,
      ratesOf: rates.find((rate) => rate.currency === currency)?.day ?? null,
      prices: [...cells.values()]
        .filter(({ micros }) => micros.length >= CELL_ENOUGH)
        .toSorted((a, b) => b.micros.length - a.micros.length)
        .slice(0, CELLS)
        .map(({ niche, city, micros }): PriceCell => {
          const median = medianOf(micros);
          return { niche, city, value: median === null ? null : moneyOf(median, currency, rates), n: micros.length };
        }),
      supply: [...supply]
        .map(([niche, counts]) => ({ niche, ...counts, campaigns: campaigns.get(niche) ?? 0 }))
        .toSorted((a, b) => b.creators - a.creators)
        .slice(0, CELLS),
      answerHours: trendOf(answers.hours, before.hours),
      acceptance: trendOf(answers.acceptance, before.acceptance),
      offers: trendOf(answers.offers, before.offers),
    };
  });
}

type Answers = Record<'hours' | 'acceptance' | 'offers', MarketStat<number>>;
function answersOf(rows: readonly AnswerRow[]): Answers {
  const seconds = rows.flatMap(({ answer_seconds }) => answer_seconds ?? []);
  const [asked, accepted] = [sumOf(rows, 'asked'), sumOf(rows, 'accepted')];
  const middle = medianOf(seconds);
  return {
    hours: enough(middle === null ? null : Math.round(middle / 360) / 10, seconds.length),
    acceptance: enough(asked === 0 ? null : Math.round((accepted / asked) * 10_000), asked),
    offers: { value: asked, n: asked },
  };
}
const trendOf = (now: MarketStat<number>, before: MarketStat<number>): MarketTrend => ({
  ...now,
  before,
  change: changeOf(now.value, before.value),
});

const sumOf = <Row>(rows: readonly Row[], key: keyof Row): number =>
  rows.reduce((sum, row) => sum + Number(row[key]), 0);

/** Creators whom the org has sent an offer or written to in the last 90 days, with what became of it. */
export async function contacted(
  ctx: OrgContext,
  { after, limit = 25 }: Partial<z.output<typeof pageInput>> = {},
): Promise<Page<ContactedCreator>> {
  return withTx(ctx, async (tx) => {
    const rows = await contactedCreators(tx.db, {
      brandOrg: tx.actor.orgId,
      since: new Date(tx.clock.now().getTime() - CONTACTED_DAYS * DAY_MS),
      after: readPlace(after),
      limit: limit + 1,
    });
    const parties = await partiesOf(
      tx,
      rows.map((row) => row.id),
    );
    return toPage(rows, limit, placeCursor, (row) => ({
      creator: partyIn(parties, row.id),
      state: row.offer_state
        ? orderLineState({ offer: row.offer_state, contract: row.contract_state, toFund: row.to_fund })
        : row.answered
          ? 'answered'
          : 'written',
      title: row.title,
      offerId: row.offer_id,
      contractId: row.contract_id,
      at: row.contacted_at,
    }));
  });
}

/** The creator's own card, and what its place in the list is made of. */
export async function ownPlace(ctx: OrgContext): Promise<OwnPlace> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const now = tx.clock.now();
    const [card] = await toMicro(tx, [orgId]);
    const row = (await marketRowsOf(tx.db, [orgId])).get(orgId);
    const followers = await followersOf(tx.db, orgId);
    const inScope = followers >= MICRO.min && followers <= MICRO.max;
    const rank = inScope ? await rankIn(tx.db, { orgId, now }) : null;
    return {
      creator: card ?? null,
      followers,
      inScope,
      parts: rankParts(
        {
          available: row?.available ?? false,
          packages: row?.packages ?? 0,
          verified: (row?.verified.length ?? 0) > 0,
          lastPostAt: row?.last_post_at ?? null,
        },
        now,
      ),
      place: rank && row?.city ? { ...rank, city: row.city } : null,
    };
  });
}
