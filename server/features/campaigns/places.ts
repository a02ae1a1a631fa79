import { withTx, type ServiceContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import {
  campaignLocked,
  campaignOfBrand,
  contractStates,
  lockPlaces,
  placesOf,
  setReopening,
  updateCampaign,
} from './queries/campaigns.ts';
import { settledState } from './rules.ts';
import type { CampaignState } from './schema.ts';

/** States in which the brand may still agree with a creator. */
const AGREEING: readonly CampaignState[] = ['live', 'paused', 'closed'];

/**
 * Refuses when the campaign has no place left for one more contract, counting those being signed: campaign.full,
 * campaign.not_open. Agreements about the same last place are serialized until the transaction ends.
 */
export async function requirePlace(tx: ServiceContext, input: { campaignId: string; brandOrg: string }): Promise<void> {
  await lockPlaces(tx.db, input.campaignId);
  const row = await campaignOfBrand(tx.db, input);
  // A creator does not see drafts and cancelled campaigns, which are not open for agreements either.
  if (!row)
    throw new AppError(
      tx.actor.kind === 'org' && tx.actor.orgId === input.brandOrg ? 'not_found' : 'campaign.not_open',
    );
  const places = (await placesOf(tx.db, [input.campaignId])).get(input.campaignId);
  if (row.state === 'filled' || (places?.taken ?? 0) + (places?.inSigning ?? 0) >= row.slots)
    throw new AppError('campaign.full');
  if (!AGREEING.includes(row.state)) throw new AppError('campaign.not_open');
}

/**
 * Moves a campaign to the state that follows from its contracts (`settledState`). For the platform, after a contract
 * moved.
 */
export async function settleCampaign(ctx: SystemContext, campaignId: string): Promise<CampaignState> {
  return withTx(ctx, async (tx) => {
    const row = await campaignLocked(tx.db, campaignId);
    if (!row) throw new AppError('not_found');
    const count = await contractStates(tx.db, campaignId);
    const now = tx.clock.now();
    const state = settledState({
      state: row.state,
      slots: row.slots,
      running: count.active ?? 0,
      finished: count.completed ?? 0,
      signing: (count.sent ?? 0) + (count.partially_signed ?? 0),
      reopens: row.reopens,
      takesApplications: !row.application_deadline || row.application_deadline > now,
    });
    if (state !== row.state) {
      await updateCampaign(
        tx.db,
        { campaignId, at: now, newVersion: true },
        { state, deadline_at: state === 'live' ? row.application_deadline : null },
      );
    }
    return state;
  });
}

/** Whether the place that a cancelled deal frees is offered to others again; the brand chooses when it cancels. */
export const decideReopening = (tx: ServiceContext, input: { campaignId: string; reopens: boolean }): Promise<void> =>
  setReopening(tx.db, input);
