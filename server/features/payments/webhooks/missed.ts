import type { SystemContext } from '../../../context.ts';
import { takeIn } from './webhooks.ts';

/**
 * Events that nothing else makes good when their webhook is lost: the provider did these things by itself, or the payment was
 * given up before it was made, so that no workflow waits for an answer and reads it. At most 20, as many as a list can be of.
 */
export const POLLED_EVENTS = [
  'payment_intent.succeeded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'transfer.reversed',
] as const;

/** The provider repeats a webhook that was not taken for three days. */
export const MISSED_AT_START_MS = 3 * 24 * 3_600_000;
/** The list of events lags behind what happens. */
const OVERLAP_MS = 10 * 60_000;

/**
 * Reads the provider's own list for events whose webhook did not arrive. Each run begins where the one before did, the
 * first three days ago. Returns how many were new.
 */
export function missedEvents(ctx: SystemContext): () => Promise<number> {
  let from = new Date(ctx.clock.now().getTime() - MISSED_AT_START_MS);
  return async () => {
    const begun = ctx.clock.now();
    let taken = 0;
    for (const event of await ctx.integrations.payments.listEvents({ from, types: POLLED_EVENTS }))
      if (await takeIn(ctx, event)) taken += 1;
    if (taken > 0) ctx.integrations.log.warn({ events: taken }, 'events of the provider came without their webhooks');
    from = new Date(begun.getTime() - OVERLAP_MS);
    return taken;
  };
}
