import { sql } from 'kysely';
import { withTx, type ServiceContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { contractStates, placesOf } from './queries.ts';
import type { CampaignState } from './schema.ts';

/** States in which the brand may still agree with somebody. */
const AGREEING: readonly CampaignState[] = ['live', 'paused', 'closed'];

/**
 * Refuses when the campaign has no place left for one more contract, counting those being signed: campaign.full,
 * campaign.not_open. Two agreements about one last place wait for each other until the transaction ends.
 */
export async function requirePlace(tx: ServiceContext, input: { campaignId: string; brandOrg: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${input.campaignId}, 1))`.execute(tx.db);
  const row = await tx.db.selectFrom('campaigns').select(['state', 'slots']).where('id', '=', input.campaignId).where('brand_org', '=', input.brandOrg).executeTakeFirst();
  // A creator does not see drafts and cancelled campaigns, which are not open for agreements either.
  if (!row) throw new AppError(tx.actor.kind === 'org' && tx.actor.orgId === input.brandOrg ? 'not_found' : 'campaign.not_open');
  const places = (await placesOf(tx.db, [input.campaignId])).get(input.campaignId);
  if (row.state === 'filled' || (places?.taken ?? 0) + (places?.inSigning ?? 0) >= row.slots) throw new AppError('campaign.full');
  if (!AGREEING.includes(row.state as CampaignState)) throw new AppError('campaign.not_open');
}

/**
 * Moves a campaign to where its contracts have brought it: filled when every place has a running or finished contract,
 * open again when one of them came to nothing, completed when it takes nobody any more and all its contracts have ended.
 * For the platform, after a contract moved.
 */
export async function settleCampaign(ctx: SystemContext, campaignId: string): Promise<CampaignState> {
  return withTx(ctx, async (tx) => {
    const row = await tx.db.selectFrom('campaigns').select(['state', 'slots', 'application_deadline']).where('id', '=', campaignId).forUpdate().executeTakeFirst();
    if (!row) throw new AppError('not_found');
    const count = await contractStates(tx.db, campaignId);
    const running = count.active ?? 0;
    const finished = count.completed ?? 0;
    const signing = (count.sent ?? 0) + (count.partially_signed ?? 0);
    let state = row.state as CampaignState;
    if ((state === 'live' || state === 'paused') && running + finished >= row.slots) state = 'filled';
    if ((state === 'filled' || state === 'closed') && finished > 0 && running + signing === 0) state = 'completed';
    const now = tx.clock.now();
    // Past its last day for applications it still agrees with those who applied.
    if (state === 'filled' && running + finished < row.slots) state = row.application_deadline && row.application_deadline <= now ? 'closed' : 'live';
    if (state !== row.state) {
      await tx.db
        .updateTable('campaigns')
        .set((eb) => ({ state, deadline_at: state === 'live' ? row.application_deadline : null, version: eb('version', '+', 1), updated_at: now }))
        .where('id', '=', campaignId)
        .execute();
    }
    return state;
  });
}
