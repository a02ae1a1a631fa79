import type Stripe from 'stripe';
import type { PayoutCalls } from '../provider.ts';
import { toPayout } from '../translate.ts';
import { firstWith, keyed, lower, onAccount, read, since, tagged, write } from '../wire.ts';

export function payoutCalls(stripe: Stripe): PayoutCalls {
  return {
    createPayout: (input) =>
      write(async () =>
        toPayout(
          await stripe.payouts.create(
            {
              amount: input.amount,
              currency: lower(input.currency),
              destination: input.destination,
              metadata: tagged(input),
            },
            { ...keyed(input), ...onAccount(input.accountId) },
          ),
        ),
      ),
    retrievePayout: (accountId, payoutId) =>
      read(async () => toPayout(await stripe.payouts.retrieve(payoutId, {}, onAccount(accountId)))),
    findPayout: (opId, accountId, createdAfter) =>
      read(async () => {
        const found = await firstWith(opId, stripe.payouts.list(since(createdAfter), onAccount(accountId)));
        return found && toPayout(found);
      }),
  };
}
