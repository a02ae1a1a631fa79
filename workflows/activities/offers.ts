import { expireOffer, remindOffer } from '../../server/features/offers/deadline.ts';
import { AppError } from '../../server/core/errors.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { hoursBefore, toScheduledSteps } from './scheduled-steps.ts';

const REMINDERS_HOURS = [24, 4];

export async function readOffer(
  ctx: ActivityContext,
  { id }: { id: string },
): Promise<RowSnapshot<'remind' | 'expire'>> {
  const row = await ctx.db
    .selectFrom('offers')
    .select(['state', 'deadline_at', 'brand_org', 'creator_org', 'campaign_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const open = row.state === 'sent' || row.state === 'countered';
  return {
    state: row.state,
    closed: !open,
    steps: toScheduledSteps(ctx.clock.now(), [
      ...hoursBefore(row.deadline_at, REMINDERS_HOURS, 'remind', 'reminder of the offer'),
      { at: row.deadline_at, act: 'expire', label: 'deadline of the answer', always: true },
    ]),
    attributes: {
      BrandOrg: row.brand_org,
      CreatorOrg: row.creator_org,
      SponsioDeadline: row.deadline_at.toISOString(),
      ...(row.campaign_id ? { CampaignId: row.campaign_id } : {}),
    },
  };
}

export const QUEUE = 'money';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'offerExpiry', { offerSnapshot: readOffer, remindOffer, expireOffer });
export type OfferActivities = ReturnType<typeof createActivities>;
