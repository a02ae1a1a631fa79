import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { ownCampaign, storedTermsOf } from '../campaigns/drafts.ts';
import { pay, wanted } from '../campaigns/schema.ts';
import { freshnessOf, qualityOf } from '../discovery/rules.ts';
import { creatorCards } from '../discovery/service.ts';
import { isNiche, NICHE_PARENT, nicheWithChildren } from '../niches/rules.ts';
import { placeById } from '../places/gazetteer.ts';
import { distanceKm } from '../places/rules.ts';
import { FORMATS } from '../terms/rules.ts';
import type { Format } from '../terms/schema.ts';
import { candidatesOf, insertRun, microsOf, type CandidateRow } from './queries.ts';
import {
  audiencePart,
  budgetPart,
  deliveryPart,
  GATES,
  placePart,
  rankMatches,
  topicPart,
  WEIGHTS,
  type Candidate,
  type Gate,
  type Weights,
} from './rules.ts';
import type { CampaignMatches, ofCampaignInput } from './schema.ts';

/** At most so many creators are compared. */
const CANDIDATES = 2_000;
/** A niche counts for its group too, by half. */
const GROUP_SHARE = 0.5;

/** What a campaign looks for, as the parts of the fit compare it. */
interface Brief {
  topics: Record<string, number>;
  audience: Record<string, number>;
  place: { lat: number; lon: number } | null;
  radiusKm: number;
  deliverables: { format: Format; count: number }[];
  /** Millionths of a euro; null without a reference rate. */
  usual: number | null;
  high: number | null;
}

function topicsOf(niches: readonly string[]): Record<string, number> {
  const topics: Record<string, number> = {};
  for (const niche of niches) {
    topics[niche] = 1;
    const group = isNiche(niche) ? NICHE_PARENT[niche] : null;
    if (group) topics[group] = Math.max(topics[group] ?? 0, GROUP_SHARE);
  }
  return topics;
}

/** The price of all deliverables by the creator’s rates; the lowest rate where none are named, null where a rate is missing. */
function askOf({ price, prices }: CandidateRow, { deliverables }: Brief): number | null {
  if (deliverables.length === 0) return price;
  let sum = 0;
  for (const { format, count } of deliverables) {
    const own = prices[FORMATS.indexOf(format)] ?? null;
    if (own === null) return null;
    sum += own * count;
  }
  return sum;
}

function formatsPart({ facets }: CandidateRow, { deliverables }: Brief): number | null {
  const formats = new Set(deliverables.map(({ format }) => format));
  if (formats.size === 0) return null;
  return [...formats].filter((format) => facets.includes(`f:${format}`)).length / formats.size;
}

const COUNTRY = 'country:';
const countriesOf = (audience: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(audience).flatMap(([key, share]) =>
      key.startsWith(COUNTRY) ? [[key.slice(COUNTRY.length), share]] : [],
    ),
  );

function toCandidate(row: CandidateRow, brief: Brief, now: Date): Candidate {
  const { lat, lon } = row;
  const topics = topicsOf(row.niches);
  const gates: Gate[] = row.available ? [] : ['unavailable'];
  return {
    id: row.org_id,
    gates,
    topics,
    // Deals of others are not readable here: all count as experienced, and the share of places for newcomers is not used.
    deals: Number.MAX_SAFE_INTEGER,
    parts: {
      topic: topicPart(brief.topics, topics),
      audience: audiencePart(brief.audience, countriesOf(row.audience)),
      place: brief.place
        ? placePart({
            audienceShare: null,
            distanceKm: lat === null || lon === null ? null : distanceKm(brief.place, { lat, lon }),
            radiusKm: brief.radiusKm,
          })
        : null,
      quality: qualityOf(row.org_id),
      budget:
        brief.usual === null || brief.high === null
          ? null
          : budgetPart({ ask: askOf(row, brief), usual: brief.usual, high: brief.high }),
      delivery: deliveryPart({
        formats: formatsPart(row, brief),
        reliability: null,
        recency: freshnessOf(row.last_post_at, now),
      }),
    },
  };
}

/** As shares of one. */
function sharesOf(own: Weights | undefined): Weights {
  if (!own) return WEIGHTS;
  const sum = Object.values(own).reduce((total, weight) => total + weight, 0);
  return Object.fromEntries(Object.entries(own).map(([part, weight]) => [part, weight / sum])) as Weights;
}

/** Creators for the brand's own campaign, the best fit first. The ranking is stored as it is shown. */
export async function matchesOfCampaign(
  ctx: OrgContext,
  { campaignId, weights, limit }: z.output<typeof ofCampaignInput>,
): Promise<CampaignMatches> {
  return withTx(ctx, async (tx) => {
    const row = await ownCampaign(tx, campaignId);
    const looksFor = wanted.parse(row.wanted);
    const { min, max } = pay.parse(row.pay);
    const [usual = null, high = null] = await microsOf(tx.db, {
      currency: row.currency,
      amounts: [min, Math.max(min, max)],
    });
    const brief: Brief = {
      topics: topicsOf(looksFor.niches),
      audience: row.country ? { [row.country]: 1 } : {},
      place: row.place_id === null ? null : (placeById(row.place_id) ?? null),
      radiusKm: looksFor.radiusKm,
      deliverables: storedTermsOf(row).deliverables ?? [],
      usual,
      high,
    };
    const rows = await candidatesOf(
      tx.db,
      { ...looksFor, niches: [...new Set(looksFor.niches.flatMap(nicheWithChildren))] },
      CANDIDATES,
    );
    const candidates = rows.map((candidate) => toCandidate(candidate, brief, tx.clock.now()));
    const shares = sharesOf(weights);
    const ranked = rankMatches(candidates, { limit, weights: shares });
    const cards = new Map(
      (
        await creatorCards(
          tx,
          ranked.map(({ id }) => id),
        )
      ).map((card) => [card.orgId, card]),
    );
    const items = ranked.flatMap(({ id, fit, ...match }) => {
      const creator = cards.get(id);
      return creator ? [{ creator, fit: Math.round(fit * 10) / 10, ...match }] : [];
    });
    const run = newId();
    await insertRun(tx.db, {
      id: run,
      orgId: tx.actor.orgId,
      campaignId,
      weights: shares,
      considered: candidates.length,
      at: tx.clock.now(),
      results: items.map(({ creator, ...item }) => ({ creatorOrg: creator.orgId, ...item })),
    });
    return {
      run,
      items,
      considered: candidates.length,
      gated: GATES.flatMap((gate) => {
        const count = candidates.filter(({ gates }) => gates.includes(gate)).length;
        return count > 0 ? [{ gate, count }] : [];
      }),
    };
  });
}
