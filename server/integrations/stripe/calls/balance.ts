import type Stripe from 'stripe';
import type { BalanceCalls } from '../provider.ts';
import { seconds, toBalance, toBalanceLine, toBalanceTransaction, toTopUp } from '../translate.ts';
import { firstWith, keyed, lower, onAccount, PAGE, read, since, tagged, write } from '../wire.ts';

export function balanceCalls(stripe: Stripe): BalanceCalls {
  return {
    retrieveBalanceTransaction: (id) =>
      read(async () => toBalanceTransaction(await stripe.balanceTransactions.retrieve(id))),
    listBalanceLines: (query) =>
      read(async () => {
        const created = { gte: seconds(query.from), ...(query.to === undefined ? {} : { lt: seconds(query.to) }) };
        const lines = [];
        for await (const line of stripe.balanceTransactions.list({ created, limit: PAGE, expand: ['data.source'] }))
          lines.push(toBalanceLine(line));
        return lines.reverse();
      }),
    newestBalanceLine: () =>
      read(async () => (await stripe.balanceTransactions.list({ limit: 1 })).data[0]?.id ?? null),
    balance: (accountId) =>
      read(async () =>
        toBalance(await stripe.balance.retrieve({}, accountId === undefined ? {} : onAccount(accountId))),
      ),
    createTopUp: (input) =>
      write(async () =>
        toTopUp(
          await stripe.topups.create(
            {
              amount: input.amount,
              currency: lower(input.currency),
              description: input.description,
              metadata: tagged(input),
            },
            keyed(input),
          ),
        ),
      ),
    findTopUp: (opId, createdAfter) =>
      read(async () => {
        const found = await firstWith(opId, stripe.topups.list(since(createdAfter)));
        return found && toTopUp(found);
      }),
  };
}
