import { expireProposal as endProposal } from '../../server/features/approvals/expire.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

async function readProposal(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'expire'>> {
  const row = await ctx.db
    .selectFrom('staff_approvals')
    .select(['state', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return { state: 'deleted', closed: true, steps: [], attributes: {} };
  const closed = row.state !== 'proposed';
  return {
    state: row.state,
    closed,
    steps: closed
      ? []
      : toScheduledSteps(ctx.clock.now(), [
          { at: row.expires_at, act: 'expire', label: 'no second answer', always: true },
        ]),
    attributes: closed ? {} : { SponsioDeadline: row.expires_at.toISOString() },
  };
}

async function expireProposal(ctx: ActivityContext, { id }: { id: string }): Promise<string> {
  const { ended } = await endProposal(ctx, { id });
  return ended ? 'expired' : 'kept';
}

export const QUEUE = 'accounts';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'staffApproval', { readProposal, expireProposal });
export type ApprovalActivities = ReturnType<typeof createActivities>;
