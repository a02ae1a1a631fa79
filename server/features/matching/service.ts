import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { brandSavedAt } from '../brands/audiences.ts';
import { ownCampaign } from '../campaigns/drafts.ts';
import { creatorCards } from '../discovery/service.ts';
import { audienceOf, priceOf } from './brief.ts';
import { CANDIDATES, compareCreators, type Compared } from './candidates.ts';
import { countsWithout } from './queries/candidates.ts';
import { insertRun } from './queries/runs.ts';
import { deleteVote, isFound, relationsOf, saveVote } from './queries/votes.ts';
import {
  CONDITIONS,
  GATES,
  partsInUse,
  rankMatches,
  sharesOf,
  weightsAfter,
  type Match,
  type Weights,
} from './rules.ts';
import type {
  CampaignMatches,
  freshnessInput,
  MatchedCreator,
  MatchFreshness,
  ofCampaignInput,
  unvoteInput,
  voteInput,
} from './schema.ts';

/** The weights of the call, or else those of the campaign after its brand's answers. */
export const weightsFor = (own: Weights | undefined, { votes }: Pick<Compared, 'votes'>): Weights =>
  own ? sharesOf(own) : weightsAfter(votes);

async function toCreators(
  tx: OrgContext,
  campaignId: string,
  { matches, compared }: { matches: readonly Match[]; compared: Compared },
): Promise<MatchedCreator[]> {
  const orgIds = matches.map(({ id }) => id);
  const cards = new Map((await creatorCards(tx, orgIds)).map((card) => [card.orgId, card]));
  const relations = await relationsOf(tx.db, { campaignId, orgIds });
  const votes = new Map(compared.votes.map(({ creatorOrg, ...vote }) => [creatorOrg, vote]));
  const deals = new Map(compared.candidates.map((candidate) => [candidate.id, candidate.deals]));
  const { brief } = compared;
  return matches.flatMap(({ id, fit, ...match }) => {
    const [creator, row] = [cards.get(id), compared.rows.get(id)];
    if (!creator || !row) return [];
    const price = priceOf(row, brief);
    return [
      {
        creator,
        fit: Math.round(fit * 10) / 10,
        ...match,
        audience: audienceOf(row, brief),
        deals: deals.get(id) ?? 0,
        price: price === null ? null : { amount: price, currency: brief.currency },
        vote: votes.get(id) ?? null,
        relation: relations.get(id) ?? null,
      },
    ];
  });
}

const REJECTED_SHOWN = 20;
async function rejectedIn(tx: OrgContext, { votes }: Compared): Promise<CampaignMatches['rejected']> {
  const newest = votes
    .filter(({ isUp }) => !isUp)
    .toReversed()
    .slice(0, REJECTED_SHOWN);
  const reasons = new Map(newest.map(({ creatorOrg, reason }) => [creatorOrg, reason]));
  const cards = await creatorCards(tx, [...reasons.keys()]);
  return cards.map(({ orgId, name, handle }) => ({ orgId, name, handle, reason: reasons.get(orgId) ?? null }));
}

/** How many creators each condition alone leaves out, most first; read where no creator is left. */
async function leftOutBy(tx: OrgContext, { brief, candidates }: Compared): Promise<CampaignMatches['leftOut']> {
  const without = await countsWithout(tx.db, { wanted: brief.wanted, limit: CANDIDATES });
  return CONDITIONS.map((condition) => ({ condition, count: without[condition] - candidates.length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

/** Creators for the brand's own campaign, the best fit first. The ranking is stored as it is shown, unless `stored` is false. */
export async function matchesOfCampaign(
  ctx: OrgContext,
  { campaignId, weights, limit, stored }: z.output<typeof ofCampaignInput>,
): Promise<CampaignMatches> {
  return withTx(ctx, async (tx) => {
    const campaign = await ownCampaign(tx, campaignId);
    const compared = await compareCreators(tx, campaign);
    const { candidates } = compared;
    const shares = weightsFor(weights, compared);
    const matches = rankMatches(candidates, { limit, weights: shares });
    const items = await toCreators(tx, campaignId, { matches, compared });
    const run = stored ? newId() : null;
    const at = tx.clock.now();
    if (run)
      await insertRun(tx.db, {
        id: run,
        orgId: tx.actor.orgId,
        campaignId,
        weights: shares,
        considered: candidates.length,
        at,
        results: items.map(({ creator, fit, parts, audience, isNewcomer }) => ({
          creatorOrg: creator.orgId,
          fit,
          parts: { ...parts, within: audience },
          isNewcomer,
        })),
      });
    return {
      run,
      madeAt: at,
      items,
      considered: candidates.length,
      gated: GATES.flatMap((gate) => {
        const count = candidates.filter(({ gates }) => gates.includes(gate)).length;
        return count > 0 ? [{ gate, count }] : [];
      }).toSorted((a, b) => b.count - a.count),
      refused: compared.refused,
      leftOut: items.length === 0 ? await leftOutBy(tx, compared) : [],
      weights: shares,
      audience: compared.brief.audience,
      partsInUse: partsInUse(candidates.filter(({ gates }) => gates.length === 0)),
      answers: weights ? 0 : compared.votes.filter(({ reason }) => reason !== null).length,
      rejected: await rejectedIn(tx, compared),
      budget: { amount: compared.brief.payMax * campaign.slots, currency: campaign.currency },
    };
  });
}

/** Whether a ranking still shows the campaign and its brand as they are. */
export async function freshnessOfMatches(
  ctx: OrgContext,
  { campaignId, madeAt }: z.output<typeof freshnessInput>,
): Promise<MatchFreshness> {
  return withTx(ctx, async (tx) => {
    const { updated_at: changedAt } = await ownCampaign(tx, campaignId);
    const savedAt = await brandSavedAt(tx, tx.actor.orgId);
    return { state: changedAt > madeAt || (savedAt !== null && savedAt > madeAt) ? 'stale' : 'ready' };
  });
}

/** Keeps what the brand says about a proposed creator; who is rejected is left out of the campaign's next rankings. */
export async function voteOnMatch(
  ctx: OrgContext,
  { campaignId, creatorOrg, isUp, reason }: z.output<typeof voteInput>,
): Promise<void> {
  requireRight(ctx, 'campaign.edit');
  await withTx(ctx, async (tx) => {
    await ownCampaign(tx, campaignId);
    if (!(await isFound(tx.db, creatorOrg))) throw new AppError('not_found');
    await saveVote(tx.db, { campaignId, creatorOrg, isUp, reason, orgId: tx.actor.orgId, at: tx.clock.now() });
    await audit(tx, isUp ? 'match.approved' : 'match.rejected', `campaign:${campaignId}`, { creator: creatorOrg });
  });
}

/** Takes back what the brand said. */
export async function withdrawVote(ctx: OrgContext, input: z.output<typeof unvoteInput>): Promise<void> {
  requireRight(ctx, 'campaign.edit');
  await withTx(ctx, async (tx) => {
    await ownCampaign(tx, input.campaignId);
    await deleteVote(tx.db, input);
    await audit(tx, 'match.vote_withdrawn', `campaign:${input.campaignId}`, { creator: input.creatorOrg });
  });
}
