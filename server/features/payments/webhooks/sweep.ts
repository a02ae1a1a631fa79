import type { ListPlace } from '../../../../db/keyset.ts';
import type { SystemContext } from '../../../context.ts';
import { eachAlone } from '../../../core/each-alone.ts';
import { settleDebtPayments } from '../debts/confirm.ts';
import { settleWriteOffs } from '../debts/write-off.ts';
import { settleParked } from '../suspense/parked-money.ts';
import { applyProviderEvent } from './webhooks.ts';
import { pendingEvents } from './queries.ts';

/** Events that young are still on their way through the outbox. */
const GRACE_MS = 5_000;
const BATCH = 100;
/** Of one round; more than that are late for another reason. */
const BATCHES = 50;

/**
 * Processes webhooks that were received but not applied: their account was unknown then, or their signal was lost; and
 * books staff decisions about money of such events. Events that fail round after round keep no newer ones waiting.
 */
export async function sweepWebhooks(ctx: SystemContext): Promise<void> {
  const { log } = ctx.integrations;
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - GRACE_MS);
  let after: ListPlace | null = null;
  for (let n = 0; n < BATCHES; n += 1) {
    const events: ListPlace[] = await pendingEvents(ctx.db, { before, now, after, limit: BATCH });
    await eachAlone(
      events,
      { log, failed: 'a webhook could not be applied and will be tried again', nameOf: ({ id }) => id },
      ({ id }) => applyProviderEvent(ctx, id),
    );
    if (events.length < BATCH) break;
    after = events.at(-1) ?? null;
  }
  await eachAlone(
    [settleParked, settleWriteOffs, settleDebtPayments],
    { log, failed: 'decisions about money could not be read and will be tried again', nameOf: ({ name }) => name },
    (settle) => settle(ctx),
  );
}
