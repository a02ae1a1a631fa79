import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { amountProblem } from '../../core/money.ts';
import { requireRight, requireStepUp } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { releaseLimitRows, saveReleaseLimit } from './queries.ts';
import {
  LIMITED_ROLES,
  roleMay,
  SHIPPED_RELEASE_LIMITS,
  type LimitedRole,
  type ReleaseLimit,
  type ReleaseLimits,
} from './rules.ts';
import type { ReleaseLimitsDto, releaseLimitsInput } from './schema.ts';

type Row = Awaited<ReturnType<typeof releaseLimitRows>>[number];

const toLimit = ({ mode, amount, currency }: Row): ReleaseLimit =>
  mode === 'up_to' && amount !== null && currency !== null ? { mode, amount, currency } : { mode: mode as 'never' };

const limitsIn = (rows: readonly Row[]): ReleaseLimits => ({
  ...SHIPPED_RELEASE_LIMITS,
  ...Object.fromEntries(rows.map((row) => [row.role, toLimit(row)])),
});

/** What the org's managers and reviewers may release. Call inside an open transaction. */
export const releaseLimitsOf = async (tx: ServiceContext, orgId: string): Promise<ReleaseLimits> =>
  limitsIn(await releaseLimitRows(tx.db, orgId));

export async function releaseLimits(ctx: OrgContext): Promise<ReleaseLimitsDto> {
  return withTx(ctx, async (tx) => {
    const rows = await releaseLimitRows(tx.db, tx.actor.orgId);
    const changeOf = (role: LimitedRole) => {
      const row = rows.find((one) => one.role === role);
      return row ? { by: row.by, at: row.changed_at } : null;
    };
    return {
      limits: limitsIn(rows),
      changed: { manager: changeOf('manager'), reviewer: changeOf('reviewer') },
      canEdit: roleMay(tx.actor.role, 'release_limits.edit') || 'auth.not_allowed',
    };
  });
}

const isSame = (a: ReleaseLimit, b: ReleaseLimit): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Sets the limits of both roles and logs what changed. Throws auth.not_allowed, input.invalid on an amount off its currency's step. */
export async function saveReleaseLimits(
  ctx: OrgContext,
  input: z.output<typeof releaseLimitsInput>,
): Promise<ReleaseLimitsDto> {
  requireRight(ctx, 'release_limits.edit');
  for (const role of LIMITED_ROLES) {
    const limit = input[role];
    const problem = limit.mode === 'up_to' ? amountProblem(limit.amount, limit.currency) : null;
    if (problem) throw new AppError('input.invalid', { field: `${role}.amount`, problem });
  }
  await requireStepUp(ctx, 'payment_settings');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const before = limitsIn(await releaseLimitRows(tx.db, orgId));
    for (const role of LIMITED_ROLES) {
      const limit = input[role];
      if (isSame(before[role], limit)) continue;
      await saveReleaseLimit(tx.db, { orgId, role, limit, by: userId, at: tx.clock.now() });
      await audit(tx, 'release_limits.saved', `org:${orgId}`, {
        role,
        mode: limit.mode,
        amount: limit.mode === 'up_to' ? limit.amount : null,
        currency: limit.mode === 'up_to' ? limit.currency : null,
      });
    }
    return releaseLimits(tx);
  });
}
