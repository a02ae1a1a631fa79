import type Stripe from 'stripe';
import type { RefundCalls } from '../provider.ts';
import { toRefund } from '../translate.ts';
import { firstWith, keyed, PAGE, read, tagged, write } from '../wire.ts';

export function refundCalls(stripe: Stripe): RefundCalls {
  return {
    createRefund: (input) =>
      write(async () =>
        toRefund(
          await stripe.refunds.create(
            { charge: input.chargeId, amount: input.amount, metadata: tagged(input) },
            keyed(input),
          ),
        ),
      ),
    retrieveRefund: (refundId) => read(async () => toRefund(await stripe.refunds.retrieve(refundId))),
    findRefund: (opId, chargeId) =>
      read(async () => {
        const found = await firstWith(opId, stripe.refunds.list({ charge: chargeId, limit: PAGE }));
        return found && toRefund(found);
      }),
  };
}
