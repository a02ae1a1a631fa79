import { AppError } from '../../server/core/errors.ts';
import { settleCampaign } from '../../server/features/campaigns/places.ts';
import { closeApplications, expireApplications, publishScheduled } from '../../server/features/campaigns/timers.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps, type PlannedStep } from './scheduled-steps.ts';

/** An application without any change for that long expires. */
const APPLICATION_LIFE_MS = 14 * 24 * 3_600_000;

type CampaignAct = 'publish' | 'close' | 'expireApplications';

export async function readCampaign(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<CampaignAct>> {
  // The signal may come from a contract that began or ended: update the campaign first, then read it.
  await settleCampaign(ctx, id);
  const row = await ctx.db
    .selectFrom('campaigns as c')
    .select(['c.state', 'c.deadline_at', 'c.application_deadline', 'c.brand_org'])
    .select((eb) =>
      eb
        .selectFrom('applications as a')
        .whereRef('a.campaign_id', '=', 'c.id')
        .where('a.state', 'in', ['submitted', 'shortlisted'])
        .select((x) => x.fn.min('a.updated_at').as('oldest'))
        .as('oldest_open'),
    )
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const now = ctx.clock.now();
  const takesApplications = row.state === 'live' || row.state === 'paused';
  const steps: PlannedStep<CampaignAct>[] = [];
  if (row.state === 'scheduled' && row.deadline_at)
    steps.push({ at: row.deadline_at, act: 'publish', label: 'scheduled publication', always: true });
  if (takesApplications && row.application_deadline) {
    steps.push({ at: row.application_deadline, act: 'close', label: 'application deadline', always: true });
  }
  if (takesApplications || row.oldest_open) {
    const since = row.oldest_open ?? now;
    steps.push({
      at: new Date(since.getTime() + APPLICATION_LIFE_MS),
      act: 'expireApplications',
      label: 'life of an unanswered application',
      always: true,
    });
  }
  return {
    state: row.state,
    // A campaign that is over continues while an application has no answer.
    closed: row.state === 'draft' || steps.length === 0,
    steps: toScheduledSteps(now, steps),
    attributes: {
      CampaignId: id,
      BrandOrg: row.brand_org,
      ...(row.deadline_at ? { SponsioDeadline: row.deadline_at.toISOString() } : {}),
    },
  };
}

export const QUEUE = 'money';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'campaignLifecycle', {
    campaignSnapshot: readCampaign,
    publishScheduled,
    closeApplications,
    expireApplications,
  });
export type CampaignActivities = ReturnType<typeof createActivities>;
