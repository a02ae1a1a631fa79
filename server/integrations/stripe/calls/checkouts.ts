import type Stripe from 'stripe';
import type { CheckoutCalls } from '../provider.ts';
import { date, seconds, toCheckout } from '../translate.ts';
import { checkoutLocale, firstWith, keyed, lower, read, since, tagged, write } from '../wire.ts';

export function checkoutCalls(stripe: Stripe): CheckoutCalls {
  return {
    createCheckout: async (input) => {
      const sum = input.lines.reduce((total, line) => total + line.amount, 0);
      if (sum !== input.amount) throw new RangeError(`the lines add up to ${sum}, not to ${input.amount}`);
      const metadata = tagged(input);
      const session = await write(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: input.lines.map((line) => ({
              quantity: 1,
              price_data: {
                currency: lower(input.currency),
                unit_amount: line.amount,
                product_data: { name: line.label },
              },
            })),
            customer_email: input.customerEmail,
            success_url: input.successUrl,
            cancel_url: input.cancelUrl,
            locale: checkoutLocale(input.locale),
            metadata,
            payment_intent_data: { metadata, transfer_group: input.transferGroup },
            ...(input.expiresAt === undefined ? {} : { expires_at: seconds(input.expiresAt) }),
          },
          keyed(input),
        ),
      );
      return { sessionId: session.id, url: session.url ?? '', expiresAt: date(session.expires_at) };
    },
    retrieveCheckout: (sessionId) => read(async () => toCheckout(await stripe.checkout.sessions.retrieve(sessionId))),
    expireCheckout: (sessionId) => write(async () => toCheckout(await stripe.checkout.sessions.expire(sessionId))),
    findCheckout: (opId, createdAfter) =>
      read(async () => {
        const found = await firstWith(opId, stripe.checkout.sessions.list(since(createdAfter)));
        return found && toCheckout(found);
      }),
  };
}
