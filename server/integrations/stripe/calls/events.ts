import type Stripe from 'stripe';
import { ProviderError } from '../errors.ts';
import type { EventCalls } from '../provider.ts';
import { seconds, toEvent } from '../translate.ts';
import { PAGE, read } from '../wire.ts';

const WEBHOOK_TOLERANCE_SECONDS = 300;

export function eventCalls(stripe: Stripe): EventCalls {
  return {
    listEvents: ({ from, types }) =>
      read(async () => {
        const events = [];
        for await (const event of stripe.events.list({
          created: { gte: seconds(from) },
          types: [...types],
          limit: PAGE,
        }))
          events.push(toEvent(event));
        return events.reverse();
      }),
    verifyWebhook: (rawBody, signature, secret, toleranceSeconds = WEBHOOK_TOLERANCE_SECONDS) => {
      try {
        const payload = typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody);
        return toEvent(stripe.webhooks.constructEvent(payload, signature, secret, toleranceSeconds));
      } catch (error) {
        throw new ProviderError('the webhook is not signed by the provider', {
          kind: 'invalid',
          code: 'signature_invalid',
          provenNotCreated: true,
          cause: error,
        });
      }
    },
  };
}
