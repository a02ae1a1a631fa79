import type Stripe from 'stripe';
import type { TransferCalls } from '../provider.ts';
import { toReversal, toTransfer } from '../translate.ts';
import { firstWith, keyed, lower, PAGE, read, tagged, write } from '../wire.ts';

export function transferCalls(stripe: Stripe): TransferCalls {
  return {
    createTransfer: (input) =>
      write(async () =>
        toTransfer(
          await stripe.transfers.create(
            {
              amount: input.amount,
              currency: lower(input.currency),
              destination: input.destination,
              transfer_group: input.transferGroup,
              metadata: tagged(input),
              ...(input.sourceCharge === null ? {} : { source_transaction: input.sourceCharge }),
            },
            keyed(input),
          ),
        ),
      ),
    findTransfer: (opId, transferGroup) =>
      read(async () => {
        const found = await firstWith(opId, stripe.transfers.list({ transfer_group: transferGroup, limit: PAGE }));
        return found && toTransfer(found);
      }),
    retrieveTransfer: (transferId) => read(async () => toTransfer(await stripe.transfers.retrieve(transferId))),
    listReversals: (transferId) =>
      read(async () => {
        const reversals = [];
        for await (const reversal of stripe.transfers.listReversals(transferId, { limit: PAGE }))
          reversals.push(toReversal(reversal));
        return reversals.reverse();
      }),
  };
}
