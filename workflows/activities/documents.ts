import { collectDocuments, expireDocuments } from '../../server/features/documents/export.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

export async function readDocumentExport(
  ctx: ActivityContext,
  { id }: { id: string },
): Promise<RowSnapshot<'collect' | 'expire'>> {
  const row = await ctx.db
    .selectFrom('document_exports')
    .select(['state', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  // Erased with the person who requested it: no further step.
  if (!row) return { state: 'erased', closed: true, steps: [], attributes: {} };
  const running = row.state === 'queued' || row.state === 'collecting';
  return {
    state: row.state,
    closed: row.state === 'expired' || row.state === 'cancelled' || row.state === 'failed',
    steps: toScheduledSteps(ctx.clock.now(), [
      ...(row.state === 'ready' && row.expires_at
        ? [{ at: row.expires_at, act: 'expire' as const, label: 'end of the download', always: true }]
        : []),
      ...(running ? [{ at: row.created_at, act: 'collect' as const, label: 'collecting', always: true }] : []),
    ]),
    attributes: row.expires_at ? { SponsioDeadline: row.expires_at.toISOString() } : {},
  };
}

export const QUEUE = 'accounts';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'documentExport', {
    documentExportSnapshot: readDocumentExport,
    collectDocuments,
    expireDocuments,
  });
export type DocumentActivities = ReturnType<typeof createActivities>;
