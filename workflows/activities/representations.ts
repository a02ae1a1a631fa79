import { lapse } from '../../server/features/representations/timers.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

const RUNNING: readonly string[] = ['active', 'ending'];

export async function readRepresentation(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'lapse'>> {
  const row = await ctx.db
    .selectFrom('representations')
    .select(['state', 'creator_org', 'answer_until', 'valid_to'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return { state: 'deleted', closed: true, steps: [], attributes: {} };
  const invited = row.state === 'invited';
  const at = invited ? row.answer_until : RUNNING.includes(row.state) ? row.valid_to : null;
  return {
    state: row.state,
    closed: !invited && !RUNNING.includes(row.state),
    steps: toScheduledSteps(
      ctx.clock.now(),
      at
        ? [{ at, act: 'lapse', label: invited ? 'end of the invitation' : 'end of the representation', always: true }]
        : [],
    ),
    attributes: {
      ...(row.creator_org ? { CreatorOrg: row.creator_org } : {}),
      ...(at ? { SponsioDeadline: at.toISOString() } : {}),
    },
  };
}

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'representation', { representationSnapshot: readRepresentation, lapseRepresentation: lapse });
export type RepresentationActivities = ReturnType<typeof createActivities>;
