import { withTx, type OrgContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { requireRight } from '../../guards.ts';
import { notify } from '../notifications/notify.ts';
import { PERMISSIONS } from './rules.ts';

/** Asks the members who may edit the billing details to add them, before a payment; once a day for each who asks. */
export async function requestBilling(ctx: OrgContext): Promise<void> {
  requireRight(ctx, 'escrow.fund');
  await withTx(ctx, async (tx) => {
    const { orgId, userId, name } = tx.actor;
    const day = tx.clock.now().toISOString().slice(0, 10);
    await notify(tx, {
      orgId,
      kind: 'billing_requested',
      data: { name },
      link: ADDRESSES.paymentSettings,
      key: `billing_requested:${userId}:${day}`,
      roles: PERMISSIONS['billing.edit'],
    });
  });
}
