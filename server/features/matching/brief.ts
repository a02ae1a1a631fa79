import type { ServiceContext } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import { storedTermsOf } from '../campaigns/drafts.ts';
import { pay, wanted } from '../campaigns/schema.ts';
import { freshnessOf, qualityOf } from '../discovery/rules.ts';
import type { CategoryKey } from '../creators/categories/rules.ts';
import { advertisedBy } from '../creators/categories/words.ts';
import type { Audience } from '../brands/schema.ts';
import { beyondKm } from '../creators/rules.ts';
import { isNiche, NICHE_PARENT, nicheWithChildren } from '../niches/rules.ts';
import { nicheWords } from '../niches/synonyms.ts';
import { placeById } from '../places/gazetteer.ts';
import { distanceKm } from '../places/rules.ts';
import { LOCALES } from '../../core/locale.ts';
import { FORMATS } from '../terms/rules.ts';
import type { Format } from '../terms/schema.ts';
import {
  audiencePart,
  sharesWithin,
  wantedTraits,
  type AudienceShares,
  type AudienceTarget,
} from './audience/rules.ts';
import { microsOf, type CandidateRow, type DealRecord, type Wanted } from './queries/candidates.ts';
import { budgetPart, deliveryPart, placePart, reliabilityOf, topicPart, type Parts } from './rules.ts';

/** A niche counts for its group too, by half. */
const GROUP_SHARE = 0.5;
/** Amounts are converted by the rate of so many minor units. */
const RATE_OF = 1_000_000;

/** What a campaign looks for, as the parts of the fit compare it. */
export interface Brief {
  wanted: Wanted;
  topics: Record<string, number>;
  audience: AudienceTarget;
  place: { lat: number; lon: number } | null;
  radiusKm: number;
  deliverables: { format: Format; count: number }[];
  currency: Currency;
  /** Minor units per creator. */
  payMax: number;
  /** Millionths of a euro; null without a reference rate. */
  usual: number | null;
  high: number | null;
  /** Of a minor unit of the currency; null without a reference rate. */
  microsPerMinor: number | null;
  /** Names of what it is about, in lower case: another brand's exclusivity in one of them stands against a creator. */
  categories: string[];
  /** What the campaign advertises, by its texts and niches. */
  advertised: CategoryKey[];
}

/** The columns of a campaign that its brief is made of. */
export interface BriefSource {
  title: string;
  summary: string;
  product: string;
  wanted: unknown;
  pay: unknown;
  terms: Parameters<typeof storedTermsOf>[0]['terms'];
  currency: Currency;
  country: string | null;
  place_id: number | null;
}

export function topicsOf(niches: readonly string[]): Record<string, number> {
  const topics: Record<string, number> = {};
  for (const niche of niches) {
    topics[niche] = 1;
    const group = isNiche(niche) ? NICHE_PARENT[niche] : null;
    if (group) topics[group] = Math.max(topics[group] ?? 0, GROUP_SHARE);
  }
  return topics;
}

/** Millionths of a euro for a minor unit of each currency; null for one without a reference rate. */
export async function ratesOf(
  tx: ServiceContext,
  currencies: readonly Currency[],
): Promise<Map<Currency, number | null>> {
  const rates = new Map<Currency, number | null>();
  for (const currency of new Set(currencies)) {
    const [micros = null] = await microsOf(tx.db, { currency, amounts: [RATE_OF] });
    rates.set(currency, micros === null ? null : micros / RATE_OF);
  }
  return rates;
}

/** `audience`: whom the brand is to reach; null where it has not said. */
export function briefOf(
  row: BriefSource,
  { rates, audience }: { rates: ReadonlyMap<Currency, number | null>; audience: Audience | null },
): Brief {
  const looksFor = wanted.parse(row.wanted);
  const { min, max } = pay.parse(row.pay);
  const terms = storedTermsOf(row);
  const rate = rates.get(row.currency) ?? null;
  const inMicros = (amount: number): number | null => (rate === null ? null : Math.round(amount * rate));
  const category = terms.exclusivity?.category.trim().toLowerCase() ?? '';
  return {
    wanted: { ...looksFor, niches: [...new Set(looksFor.niches.flatMap(nicheWithChildren))] },
    topics: topicsOf(looksFor.niches),
    audience: targetOf(row.country, audience),
    place: row.place_id === null ? null : (placeById(row.place_id) ?? null),
    radiusKm: looksFor.radiusKm,
    deliverables: terms.deliverables ?? [],
    currency: row.currency,
    payMax: Math.max(min, max),
    usual: inMicros(min),
    high: inMicros(Math.max(min, max)),
    microsPerMinor: rate,
    categories: [
      ...new Set([
        ...(category ? [category] : []),
        ...looksFor.niches.flatMap((niche) => LOCALES.flatMap((locale) => nicheWords(niche, locale))),
      ]),
    ].map((name) => name.toLowerCase()),
    advertised: advertisedBy({ texts: [row.title, row.summary, row.product, category], niches: looksFor.niches }),
  };
}

/** Networks count women and men: for both, or for neither of them alone, no genders are compared. */
function targetOf(country: string | null, audience: Audience | null): AudienceTarget {
  const genders = (['female', 'male'] as const).filter((gender) => audience?.genders.includes(gender));
  return {
    country,
    ageMin: audience?.ageMin ?? null,
    ageMax: audience?.ageMax ?? null,
    genders: genders.length === 1 ? genders : [],
  };
}

/** The price of all deliverables by the creator’s rates; the lowest rate where none are named, null where a rate is missing. */
function askOf({ price, prices }: Pick<CandidateRow, 'price' | 'prices'>, { deliverables }: Brief): number | null {
  if (deliverables.length === 0) return price;
  let sum = 0;
  for (const { format, count } of deliverables) {
    const own = prices[FORMATS.indexOf(format)] ?? null;
    if (own === null) return null;
    sum += own * count;
  }
  return sum;
}

/** In minor units of the campaign's currency. */
export function priceOf(row: Pick<CandidateRow, 'price' | 'prices'>, brief: Brief): number | null {
  const micros = askOf(row, brief);
  return micros === null || !brief.microsPerMinor ? null : Math.round(micros / brief.microsPerMinor);
}

function formatsPart({ facets }: Pick<CandidateRow, 'facets'>, { deliverables }: Brief): number | null {
  const formats = new Set(deliverables.map(({ format }) => format));
  if (formats.size === 0) return null;
  return [...formats].filter((format) => facets.includes(`f:${format}`)).length / formats.size;
}

const COUNTRY = 'country:';
export const countriesOf = (audience: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(audience).flatMap(([key, share]) =>
      key.startsWith(COUNTRY) ? [[key.slice(COUNTRY.length), share]] : [],
    ),
  );

/** The shares of a creator's audience that the brief is for. */
export const audienceOf = (
  { audience }: Pick<CandidateRow, 'audience'>,
  brief: Pick<Brief, 'audience'>,
): AudienceShares => sharesWithin(audience, brief.audience);

/** How a creator meets each part of a brief. */
export function partsOf(row: CandidateRow, brief: Brief, { now, record }: { now: Date; record: DealRecord }): Parts {
  const { lat, lon } = row;
  return {
    topic: topicPart(brief.topics, topicsOf(row.niches)),
    audience: audiencePart(audienceOf(row, brief), wantedTraits(brief.audience)),
    place: brief.place
      ? placePart({
          audienceShare: null,
          distanceKm: beyondKm(row, lat === null || lon === null ? null : distanceKm(brief.place, { lat, lon })),
          radiusKm: brief.radiusKm,
        })
      : null,
    quality: qualityOf(row.org_id)?.score ?? null,
    budget:
      brief.usual === null || brief.high === null
        ? null
        : budgetPart({ ask: askOf(row, brief), usual: brief.usual, high: brief.high }),
    delivery: deliveryPart({
      formats: formatsPart(row, brief),
      reliability: reliabilityOf(record),
      recency: freshnessOf(row.last_post_at, now),
    }),
  };
}
