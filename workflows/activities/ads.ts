import { AppError } from '../../server/core/errors.ts';
import { sendAlert } from '../../server/features/ads/alerts.ts';
import { adWarnsAt } from '../../server/features/ads/rules.ts';
import { expireAd, warnOfAdEnd } from '../../server/features/ads/timers.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

export async function readAd(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'warn' | 'expire'>> {
  const row = await ctx.db
    .selectFrom('ads')
    .select(['state', 'ends_at', 'warned_end', 'org_id', 'kind'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const shown = (row.state === 'live' || row.state === 'paused') && row.ends_at !== null;
  const now = ctx.clock.now();
  // A warning that is late is still sent, until the end itself.
  const warns = row.ends_at !== null && row.ends_at > now && row.warned_end?.getTime() !== row.ends_at.getTime();
  return {
    state: row.state,
    closed: !shown,
    steps:
      shown && row.ends_at
        ? toScheduledSteps(now, [
            ...(warns
              ? [{ at: adWarnsAt(row.ends_at), act: 'warn' as const, label: 'warning of the end', always: true }]
              : []),
            { at: row.ends_at, act: 'expire', label: 'end of the ad', always: true },
          ])
        : [],
    attributes: {
      ...(row.kind === 'wanted' ? { BrandOrg: row.org_id } : { CreatorOrg: row.org_id }),
      ...(row.ends_at ? { SponsioDeadline: row.ends_at.toISOString() } : {}),
    },
  };
}

export async function readAlert(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'send'>> {
  const row = await ctx.db
    .selectFrom('ad_alerts')
    .select(['active', 'next_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return {
    state: row.active ? 'active' : 'ended',
    closed: !row.active,
    steps: toScheduledSteps(ctx.clock.now(), [{ at: row.next_at, act: 'send', label: 'daily digest', always: true }]),
    attributes: { SponsioDeadline: row.next_at.toISOString() },
  };
}

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'adLifecycle', {
    adSnapshot: readAd,
    warnOfAdEnd,
    expireAd,
    alertSnapshot: readAlert,
    sendAlert,
  });
export type AdActivities = ReturnType<typeof createActivities>;
