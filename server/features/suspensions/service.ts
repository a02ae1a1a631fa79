import { ADDRESSES } from '../../core/addresses.ts';
import type * as z from 'zod';
import { withTx, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireStaffAct } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { notify } from '../notifications/notify.ts';
import { holdOrg } from '../orgs/changes.ts';
import { blockAgreements } from '../orgs/status.ts';
import type { FoundOrg, reinstateOrgInput, suspendOrgInput } from './schema.ts';

/*
 * An org on hold reads everything and writes nothing; workflows finish its deals. The persona builders refuse its
 * writes; the campaigns of a brand on hold are off the market, and nothing new can be agreed with it.
 */

/** Puts an org on hold and notifies its members of the reason. Throws state.already_decided when it is. */
export async function suspendOrg(ctx: StaffContext, input: z.output<typeof suspendOrgInput>): Promise<FoundOrg> {
  return change(ctx, input.orgId, ctx.clock.now(), input.reason);
}

/** Lifts the hold. Throws state.already_decided when there is none. */
export async function reinstateOrg(ctx: StaffContext, input: z.output<typeof reinstateOrgInput>): Promise<FoundOrg> {
  return change(ctx, input.orgId, null, null);
}

async function change(ctx: StaffContext, orgId: string, at: Date | null, reason: string | null): Promise<FoundOrg> {
  requireStaffAct(ctx, at ? 'suspensions.suspend' : 'suspensions.reinstate');
  return withTx(ctx, async (tx) => {
    if (at) await blockAgreements(tx, [orgId]);
    const changed = await holdOrg(tx, { orgId, at });
    if (changed === 'missing') throw new AppError('not_found');
    if (changed === 'same') throw new AppError('state.already_decided');
    const kind = at ? 'org_suspended' : 'org_reinstated';
    await notify(tx, {
      orgId,
      kind,
      data: { title: changed.name, ...(reason ? { reason } : {}) },
      link: ADDRESSES.start,
      key: `${kind}:${tx.clock.now().getTime()}`,
    });
    await audit(tx, at ? 'org.suspended' : 'org.reinstated', `org:${orgId}`, { reason });
    return { orgId, name: changed.name, slug: changed.slug, kind: changed.kind, suspendedAt: at };
  });
}
