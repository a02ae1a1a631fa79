import { withTx, type OrgContext, type SystemContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { campaignRow } from '../campaigns/market.ts';
import { creatorCards } from '../discovery/service.ts';
import { notify } from '../notifications/notify.ts';
import { compareCreators } from './candidates.ts';
import { fitsOf, lockRanking, matchesRow, newestRanked, rankingState, saveRanking } from './queries/batch.ts';
import { relationsOf } from './queries/votes.ts';
import { nextNight, rankMatches, weightsAfter } from './rules.ts';
import type { ProposedCreators } from './schema.ts';

/** Kept of each ranking. */
const KEPT = 20;
/** A brand is notified of new creators from this fit on, at most once in the time. */
const NOTICED_FIT = 50;
const NOTICE_PAUSE_MS = 24 * 3_600_000;
/** Changes of creators that come close together are read at once. */
const STALE_FOR_MS = 15 * 60_000;

export interface RankingState {
  state: string;
  brandOrg: string;
  /** When the ranking is to be made; null for a campaign that takes no applications. */
  due: Date | null;
}

/** When the newest ranking of a campaign has to be made again. */
export async function rankingStateOf(ctx: SystemContext, { id }: { id: string }): Promise<RankingState> {
  const row = await rankingState(ctx.db, id);
  if (!row) throw new AppError('not_found');
  const { brand_org: brandOrg, made_at: madeAt, stale_at: staleAt, due_at: dueAt } = row;
  if (row.state !== 'live') return { state: row.state, brandOrg, due: null };
  if (!madeAt || !dueAt || row.updated_at > madeAt) return { state: 'computing', brandOrg, due: ctx.clock.now() };
  const due = staleAt ? Math.min(dueAt.getTime(), staleAt.getTime() + STALE_FOR_MS) : dueAt.getTime();
  return { state: row.ranking ?? 'computing', brandOrg, due: new Date(due) };
}

/**
 * Makes the ranking of a live campaign again and keeps its first creators. The brand is notified of creators who came in since
 * the last notice, at most once a day; those of the first ranking are not new.
 */
export async function makeRanking(
  ctx: SystemContext,
  { campaignId }: { campaignId: string },
): Promise<{ fits: number; found: number }> {
  return withTx(ctx, async (tx) => {
    await lockRanking(tx.db, campaignId);
    const campaign = await campaignRow(tx, campaignId);
    if (!campaign || campaign.state !== 'live') return { fits: 0, found: 0 };
    const now = tx.clock.now();
    const before = await matchesRow(tx.db, campaignId);
    const known = new Map((await fitsOf(tx.db, campaignId)).map((fit) => [fit.creatorOrg, fit.foundAt]));
    const { candidates, votes } = await compareCreators(tx, campaign);
    const matches = rankMatches(candidates, { limit: KEPT, weights: weightsAfter(votes) });
    const fits = matches.map(({ id, fit, reasonsFor }) => ({
      creatorOrg: id,
      fit,
      reason: reasonsFor[0]?.part ?? null,
      foundAt: known.get(id) ?? now,
    }));
    const relations = await relationsOf(tx.db, { campaignId, orgIds: fits.map(({ creatorOrg }) => creatorOrg) });
    const since = before ? (before.noticed_at ?? before.first_made_at) : null;
    const found = since
      ? fits.filter(
          ({ creatorOrg, fit, foundAt }) => foundAt > since && fit >= NOTICED_FIT && !relations.has(creatorOrg),
        ).length
      : 0;
    const isDue = !before?.noticed_at || now.getTime() - before.noticed_at.getTime() >= NOTICE_PAUSE_MS;
    const noticed = found > 0 && isDue;
    await saveRanking(tx.db, {
      campaignId,
      brandOrg: campaign.brand_org,
      considered: candidates.length,
      firstMadeAt: before?.first_made_at ?? now,
      at: now,
      dueAt: nextNight(now, campaignId),
      noticedAt: noticed ? now : (before?.noticed_at ?? null),
      fits,
    });
    if (noticed)
      await notify(tx, {
        orgId: campaign.brand_org,
        kind: 'matches_found',
        data: { title: campaign.title, number: String(found) },
        link: ADDRESSES.matches(campaignId),
        key: `matches_found:${campaignId}:${now.toISOString().slice(0, 10)}`,
      });
    return { fits: fits.length, found };
  });
}

/** The first creators of the newest live campaign's ranking, for the brand's home; null without one. */
const PROPOSED = 5;
export const proposedCreators = (ctx: OrgContext): Promise<ProposedCreators | null> => withTx(ctx, proposed);

async function proposed(tx: OrgContext): Promise<ProposedCreators | null> {
  const campaign = await newestRanked(tx.db, tx.actor.orgId);
  if (!campaign) return null;
  const fits = await fitsOf(tx.db, campaign.id);
  const relations = await relationsOf(tx.db, {
    campaignId: campaign.id,
    orgIds: fits.map(({ creatorOrg }) => creatorOrg),
  });
  const open = fits.filter(({ creatorOrg }) => !relations.has(creatorOrg)).slice(0, PROPOSED);
  const byId = new Map(open.map((fit) => [fit.creatorOrg, fit]));
  const cards = await creatorCards(tx, [...byId.keys()]);
  return {
    campaign,
    creators: cards.map(({ orgId, name, handle, avatarUrl, city }) => ({
      orgId,
      name,
      handle,
      avatarUrl,
      city,
      fit: byId.get(orgId)!.fit / 10,
      reason: byId.get(orgId)!.reason,
    })),
  };
}
