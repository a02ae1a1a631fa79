import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { ownCampaign } from '../campaigns/drafts.ts';
import { creatorCards } from '../discovery/service.ts';
import { peopleIn } from '../places/gazetteer.ts';
import { countriesOf, priceOf, type Brief } from './brief.ts';
import { compareCreators } from './candidates.ts';
import { bestSet, reachOf, type Offered } from './portfolio.ts';
import type { CandidateRow } from './queries/candidates.ts';
import { rankMatches } from './rules.ts';
import type { BestSet, bestSetInput } from './schema.ts';
import { weightsFor } from './service.ts';

/** The set is chosen among so many of the best fits. */
const COMPARED = 200;

/**
 * People reached by a post in each country: its median views by the shares of the audience, all of them in the creator's own
 * country where no network gives shares. A campaign in a country counts the people there alone. Null without measured views.
 */
function reachIn({ views, audience, country }: CandidateRow, brief: Brief): Record<string, number> | null {
  if (views === null) return null;
  const shares = countriesOf(audience);
  const sum = Object.values(shares).reduce((total, share) => total + share, 0);
  const all = sum > 0 ? shares : country ? { [country]: 1 } : {};
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, share]) =>
      brief.audience.country === null || brief.audience.country === name
        ? [[name, (views * share) / (sum > 0 ? sum : 1)]]
        : [],
    ),
  );
}

/**
 * Of the creators who fit best: a set that reaches many people for the budget. Who lacks a rate for something that the campaign
 * requires counts with what the campaign pays.
 */
export async function bestSetOf(
  ctx: OrgContext,
  { campaignId, weights, budget }: z.output<typeof bestSetInput>,
): Promise<BestSet> {
  return withTx(ctx, async (tx) => {
    const compared = await compareCreators(tx, await ownCampaign(tx, campaignId));
    const { brief, candidates, rows } = compared;
    const matches = rankMatches(candidates, { limit: COMPARED, weights: weightsFor(weights, compared) });
    let unmeasured = 0;
    const unpriced = new Set<string>();
    const offered = matches.flatMap(({ id }): Offered[] => {
      const row = rows.get(id)!;
      const rate = priceOf(row, brief);
      const reach = reachIn(row, brief);
      if (reach === null) {
        unmeasured += 1;
        return [];
      }
      if (rate === null) unpriced.add(id);
      return [{ id, price: rate ?? brief.payMax, reach }];
    });
    const countries = [...new Set(offered.flatMap(({ reach }) => Object.keys(reach)))];
    const sizes = Object.fromEntries(countries.map((country) => [country, peopleIn(country)]));
    const chosen = bestSet(offered, { budget, sizes });
    const own = new Map(offered.map((item) => [item.id, item]));
    const fits = new Map(matches.map(({ id, fit }) => [id, fit]));
    const cards = await creatorCards(tx, chosen.ids);
    return {
      currency: brief.currency,
      budget,
      price: chosen.price,
      left: budget - chosen.price,
      reach: Math.round(chosen.reach),
      country: brief.audience.country,
      items: cards.map((creator) => ({
        creator,
        price: own.get(creator.orgId)!.price,
        reach: Math.round(reachOf([own.get(creator.orgId)!], sizes)),
        byRate: !unpriced.has(creator.orgId),
        fit: Math.round((fits.get(creator.orgId) ?? 0) * 10) / 10,
      })),
      compared: offered.length,
      unpriced: unpriced.size,
      unmeasured,
    };
  });
}
