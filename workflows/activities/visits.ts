import { AppError } from '../../server/core/errors.ts';
import { checkInUntil, remindersLeft } from '../../server/features/visits/rules.ts';
import { missVisit, remindOfVisit } from '../../server/features/visits/timers.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

export async function readVisit(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'remind' | 'miss'>> {
  const row = await ctx.db
    .selectFrom('visits as v')
    .innerJoin('visit_slots as s', 's.id', 'v.slot_id')
    .select(['v.state', 'v.booked_at', 'v.reminded', 'v.brand_org', 'v.creator_org', 'v.contract_id'])
    .select(['s.starts_at', 's.ends_at'])
    .where('v.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const now = ctx.clock.now();
  const reminders = remindersLeft({ startsAt: row.starts_at, bookedAt: row.booked_at, reminded: row.reminded }, now);
  return {
    state: row.state,
    closed: row.state !== 'booked',
    steps: toScheduledSteps(now, [
      ...reminders.map(({ at, hours }) => ({
        at,
        act: 'remind' as const,
        label: `reminder, ${hours} h before`,
        hours,
        always: true,
      })),
      {
        at: checkInUntil({ endsAt: row.ends_at }),
        act: 'miss',
        label: 'end of the time to check in',
        always: true,
      },
    ]),
    attributes: {
      BrandOrg: row.brand_org,
      CreatorOrg: row.creator_org,
      ...(row.contract_id ? { ContractId: row.contract_id } : {}),
      SponsioDeadline: row.starts_at.toISOString(),
    },
  };
}

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'visitLifecycle', { visitSnapshot: readVisit, remindOfVisit, missVisit });
export type VisitActivities = ReturnType<typeof createActivities>;
