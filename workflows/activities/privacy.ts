import { AppError } from '../../server/core/errors.ts';
import { checkDeletion, closeDeletion, eraseAccount } from '../../server/features/privacy/deletion.ts';
import { collectExport, expireExport } from '../../server/features/privacy/export.ts';
import { RECHECK } from '../../server/features/privacy/rules.ts';
import { plus } from '../../server/core/clock.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

export async function readExport(
  ctx: ActivityContext,
  { id }: { id: string },
): Promise<RowSnapshot<'collect' | 'expire'>> {
  const row = await ctx.db
    .selectFrom('data_exports')
    .select(['state', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  // Erased with its owner: no further step.
  if (!row) return { state: 'erased', closed: true, steps: [], attributes: {} };
  return {
    state: row.state,
    closed: row.state === 'expired',
    steps: toScheduledSteps(ctx.clock.now(), [
      ...(row.state === 'ready' && row.expires_at
        ? [{ at: row.expires_at, act: 'expire' as const, label: 'end of the download', always: true }]
        : []),
      ...(row.state === 'ready'
        ? []
        : [{ at: row.created_at, act: 'collect' as const, label: 'collecting', always: true }]),
    ]),
    attributes: row.expires_at ? { SponsioDeadline: row.expires_at.toISOString() } : {},
  };
}

export async function readDeletion(
  ctx: ActivityContext,
  { id }: { id: string },
): Promise<RowSnapshot<'check' | 'erase' | 'close'>> {
  const row = await ctx.db
    .selectFrom('deletion_requests')
    .select(['state', 'requested_at', 'erase_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const next = {
    checking: { at: row.requested_at, act: 'check', label: 'first look' },
    blocked: {
      at: plus(row.updated_at, RECHECK[ctx.integrations.settings.clockPolicy]),
      act: 'check',
      label: 'next look for held money',
    },
    planned: { at: row.erase_at ?? row.requested_at, act: 'erase', label: 'end of the time to change one’s mind' },
    erased: { at: row.updated_at, act: 'close', label: 'last mail' },
  } as const;
  const planned = Object.hasOwn(next, row.state) ? next[row.state as keyof typeof next] : null;
  return {
    state: row.state,
    closed: planned === null,
    steps: planned ? toScheduledSteps(ctx.clock.now(), [{ ...planned, always: true }]) : [],
    attributes: row.erase_at ? { SponsioDeadline: row.erase_at.toISOString() } : {},
  };
}

export const QUEUE = 'accounts';
export const createActivities = (ctx: ActivityContext) => ({
  ...bindActivities(ctx, 'dataExport', { exportSnapshot: readExport, collectExport, expireExport }),
  ...bindActivities(ctx, 'accountDeletion', {
    deletionSnapshot: readDeletion,
    checkDeletion,
    eraseAccount,
    closeDeletion,
  }),
});
export type PrivacyActivities = ReturnType<typeof createActivities>;
