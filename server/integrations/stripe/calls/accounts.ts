import type Stripe from 'stripe';
import type { AccountCalls } from '../provider.ts';
import { date, toAccount } from '../translate.ts';
import { firstWith, keyed, onAccount, PAGE, read, since, tagged, write } from '../wire.ts';

export function accountCalls(stripe: Stripe): AccountCalls {
  return {
    createConnectedAccount: (input) =>
      write(async () => {
        const account = await stripe.accounts.create(
          {
            country: input.country,
            email: input.email,
            business_type: input.businessType,
            // The same as `type: express`, spelled out. https://docs.stripe.com/connect/migrate-to-controller-properties
            controller: {
              fees: { payer: 'application' },
              losses: { payments: 'application' },
              requirement_collection: 'stripe',
              stripe_dashboard: { type: 'express' },
            },
            // `transfers` alone is refused without an agreement with Stripe.
            capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
            settings: { payouts: { schedule: { interval: 'manual' } } },
            metadata: tagged(input),
          },
          keyed(input),
        );
        return { accountId: account.id };
      }),
    findConnectedAccount: (opId, createdAfter) =>
      read(async () => {
        const found = await firstWith(opId, stripe.accounts.list(since(createdAfter)));
        return found && { accountId: found.id };
      }),
    createOnboardingLink: (input) =>
      write(async () => {
        const link = await stripe.accountLinks.create({
          account: input.accountId,
          refresh_url: input.refreshUrl,
          return_url: input.returnUrl,
          type: 'account_onboarding',
          collection_options: { fields: 'eventually_due' },
        });
        return { url: link.url, expiresAt: date(link.expires_at) };
      }),
    retrieveAccount: (accountId) =>
      read(async () => {
        const [account, balance] = await Promise.all([
          stripe.accounts.retrieve(accountId),
          stripe.balance.retrieve({}, onAccount(accountId)),
        ]);
        // The account itself carries ten of them at most.
        const external = account.external_accounts?.has_more
          ? (await stripe.accounts.listExternalAccounts(accountId, { object: 'bank_account', limit: PAGE })).data
          : (account.external_accounts?.data ?? []);
        return toAccount(account, external, balance);
      }),
  };
}
