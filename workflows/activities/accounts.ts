import { AppError } from '../../server/core/errors.ts';
import { endCode, queueCodeMail } from '../../server/features/accounts/code-mail.ts';
import { executeRemoval } from '../../server/features/security/factors.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps } from './scheduled-steps.ts';

export async function readCode(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'mail' | 'expire'>> {
  const row = await ctx.db
    .selectFrom('one_time_codes')
    .select(['used_at', 'superseded_at', 'expires_at', 'created_at', 'mail_settled_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const state = row.used_at ? 'used' : row.superseded_at ? 'ended' : row.mail_settled_at ? 'mailed' : 'issued';
  return {
    state,
    closed: state === 'used' || state === 'ended',
    steps: toScheduledSteps(ctx.clock.now(), [
      ...(row.mail_settled_at ? [] : [{ at: row.created_at, act: 'mail' as const, label: 'mail', always: true }]),
      { at: row.expires_at, act: 'expire', label: 'end of the code', always: true },
    ]),
    attributes: { SponsioDeadline: row.expires_at.toISOString() },
  };
}

export async function readRemoval(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'remove'>> {
  const row = await ctx.db
    .selectFrom('factor_removals')
    .select(['state', 'due_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  // Erased with its person: no further step.
  if (!row) return { state: 'erased', closed: true, steps: [], attributes: {} };
  return {
    state: row.state,
    closed: row.state !== 'planned',
    steps: toScheduledSteps(ctx.clock.now(), [
      { at: row.due_at, act: 'remove', label: 'end of the day', always: true },
    ]),
    attributes: { SponsioDeadline: row.due_at.toISOString() },
  };
}

export const QUEUE = 'accounts';
export const createActivities = (ctx: ActivityContext) => ({
  ...bindActivities(ctx, 'verificationCodeExpiry', {
    codeSnapshot: readCode,
    mailCode: queueCodeMail,
    expireCode: endCode,
  }),
  ...bindActivities(ctx, 'factorRemoval', { removalSnapshot: readRemoval, carryOutRemoval: executeRemoval }),
});
export type AccountActivities = ReturnType<typeof createActivities>;
