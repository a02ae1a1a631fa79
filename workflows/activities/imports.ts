import { inspectImport } from '../../server/features/imports/inspect.ts';
import { importFacts, importPart } from '../../server/features/imports/run.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, heartbeat, type ActivityContext } from './context.ts';
import { toScheduledSteps, type PlannedStep } from './scheduled-steps.ts';

export async function readImport(
  ctx: ActivityContext,
  { id }: { id: string },
): Promise<RowSnapshot<'inspect' | 'rows'>> {
  const { state, orgId, changedAt } = await importFacts(ctx, { id });
  // Each part moves the row, so that the next one has another time and follows at once.
  const step = (act: 'inspect' | 'rows', label: string): PlannedStep<'inspect' | 'rows'>[] => [
    { at: changedAt, act, label, always: true },
  ];
  return {
    state,
    closed: state === 'done' || state === 'refused' || state === 'canceled',
    steps: toScheduledSteps(
      ctx.clock.now(),
      state === 'reading' ? step('inspect', 'the file') : state === 'running' ? step('rows', 'the next rows') : [],
    ),
    attributes: { BrandOrg: orgId },
  };
}

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'creatorImport', {
    importSnapshot: readImport,
    inspectFile: inspectImport,
    importRows: (own: ActivityContext, { importId }: { importId: string }) => importPart(own, { importId }, heartbeat),
  });
export type ImportActivities = ReturnType<typeof createActivities>;
