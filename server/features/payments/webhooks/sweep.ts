import type { SystemContext } from '../../../context.ts';
import { settleDebtPayments } from '../debts/confirm.ts';
import { settleWriteOffs } from '../debts/write-off.ts';
import { settleParked } from '../suspense/parked-money.ts';
import { applyProviderEvent } from './webhooks.ts';
import { pendingEventIds } from './queries.ts';

/** Events that young are still on their way through the outbox. */
const GRACE_MS = 5_000;
const BATCH = 100;

/**
 * Processes webhooks that were received but not applied: their account was unknown then, or their signal was lost; and
 * books staff decisions about money of such events.
 */
export async function sweepWebhooks(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - GRACE_MS);
  for (const eventId of await pendingEventIds(ctx.db, { before, now: ctx.clock.now(), limit: BATCH })) {
    try {
      await applyProviderEvent(ctx, eventId);
    } catch (error) {
      // One bad event must not keep the others waiting.
      ctx.integrations.log.error({ eventId, err: error }, 'a webhook could not be applied and will be tried again');
    }
  }
  for (const settle of [settleParked, settleWriteOffs, settleDebtPayments])
    try {
      await settle(ctx);
    } catch (error) {
      ctx.integrations.log.error(
        { err: error },
        'a decision about money or a payment of a debt could not be booked and will be tried again',
      );
    }
}
