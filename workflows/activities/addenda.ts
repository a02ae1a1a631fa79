import { addendumFacts, applyAddendum, expireAddendum, remindAddendum } from '../../server/features/addenda/apply.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { hoursBefore, toScheduledSteps } from './scheduled-steps.ts';

const REMINDERS_HOURS = [24];

export async function readAddendum(
  ctx: ActivityContext,
  { id }: { id: string },
): Promise<RowSnapshot<'remind' | 'apply' | 'expire'>> {
  const row = await addendumFacts(ctx, id);
  const now = ctx.clock.now();
  return {
    state: row.state,
    closed: row.ended_at !== null,
    steps:
      row.state === 'signed'
        ? toScheduledSteps(now, [{ at: row.signed_at ?? now, act: 'apply', label: 'both signed', always: true }])
        : toScheduledSteps(now, [
            ...hoursBefore(row.deadline_at, REMINDERS_HOURS, 'remind', 'reminder to sign'),
            { at: row.deadline_at, act: 'expire', label: 'deadline of the signatures', always: true },
          ]),
    attributes: {
      ContractId: row.contract_id,
      BrandOrg: row.brand_org,
      CreatorOrg: row.creator_org,
      AmountMinor: row.total_after,
      SponsioDeadline: row.deadline_at.toISOString(),
    },
  };
}

export const QUEUE = 'money';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'addendumSigning', {
    addendumSnapshot: readAddendum,
    remindAddendum,
    applyAddendum,
    expireAddendum,
  });
export type AddendumActivities = ReturnType<typeof createActivities>;
