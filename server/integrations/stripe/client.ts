import Stripe from 'stripe';
import { ProviderError, toProviderError } from './errors.ts';
import type { PaymentProvider, WriteInput } from './provider.ts';
import { savedMethodCalls } from './saved-methods.ts';
import {
  date,
  seconds,
  toBalance,
  toBalanceLine,
  toBalanceTransaction,
  toBanks,
  toCheckout,
  toDispute,
  toEvent,
  toFraudWarning,
  toPayment,
  toPayout,
  toRefund,
  toReversal,
  toTopUp,
  toTransfer,
} from './translate.ts';
import { checkoutLocale, firstWith, lower, PAGE, PAYMENT_EXPANSION } from './wire.ts';

export interface StripeProviderOptions {
  secretKey: string;
  /** Origin of another server that speaks Stripe's API, such as the payment sandbox. */
  apiBase?: string;
  /** Time-out for an answer; after it the outcome of a write is unknown. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const WEBHOOK_TOLERANCE_SECONDS = 300;

/**
 * The provider over Stripe's official SDK. The caller decides about retries; the SDK alone repeats a call once, under the same
 * key, when its connection was closed without an answer.
 */
export function createStripeProvider(options: StripeProviderOptions): PaymentProvider {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    ...(options.apiBase === undefined ? {} : serverOf(options.apiBase)),
  });
  const read = <T>(call: () => Promise<T>): Promise<T> =>
    call().catch((error: unknown) => Promise.reject(toProviderError(error, false)));
  const write = <T>(call: () => Promise<T>): Promise<T> =>
    call().catch((error: unknown) => Promise.reject(toProviderError(error, true)));
  const tagged = (input: WriteInput): Record<string, string> => ({ ...input.metadata, op_id: input.opId });
  const keyed = (input: WriteInput, account?: string) => ({
    idempotencyKey: input.idempotencyKey,
    ...(account === undefined ? {} : { stripeAccount: account }),
  });
  const since = (at: Date) => ({ created: { gte: seconds(at) }, limit: PAGE });
  return {
    ...savedMethodCalls(stripe, { read, write, tagged, keyed }),
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

    retrievePayment: (id) =>
      read(async () => toPayment(await stripe.paymentIntents.retrieve(id, { expand: PAYMENT_EXPANSION }))),

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
          stripe.balance.retrieve({}, { stripeAccount: accountId }),
        ]);
        // The account itself carries ten of them at most.
        const external = account.external_accounts?.has_more
          ? (await stripe.accounts.listExternalAccounts(accountId, { object: 'bank_account', limit: PAGE })).data
          : (account.external_accounts?.data ?? []);
        return {
          accountId: account.id,
          country: account.country ?? '',
          businessType: account.business_type
            ? account.business_type === 'individual'
              ? 'individual'
              : 'company'
            : null,
          detailsSubmitted: account.details_submitted,
          payoutsEnabled: account.payouts_enabled,
          transfersActive: account.capabilities?.transfers === 'active',
          requirementsDue: account.requirements?.currently_due ?? [],
          pendingVerification: account.requirements?.pending_verification ?? [],
          disabledReason: account.requirements?.disabled_reason ?? null,
          banks: toBanks(external),
          defaultCurrency: (account.default_currency ?? '').toUpperCase(),
          balance: toBalance(balance),
          metadata: account.metadata ?? {},
        };
      }),

    createPayout: (input) =>
      write(async () =>
        toPayout(
          await stripe.payouts.create(
            { amount: input.amount, currency: lower(input.currency), metadata: tagged(input) },
            keyed(input, input.accountId),
          ),
        ),
      ),
    retrievePayout: (accountId, payoutId) =>
      read(async () => toPayout(await stripe.payouts.retrieve(payoutId, {}, { stripeAccount: accountId }))),
    findPayout: (opId, accountId, createdAfter) =>
      read(async () => {
        const found = await firstWith(opId, stripe.payouts.list(since(createdAfter), { stripeAccount: accountId }));
        return found && toPayout(found);
      }),

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
        toBalance(await stripe.balance.retrieve({}, accountId === undefined ? {} : { stripeAccount: accountId })),
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

    retrieveDispute: (disputeId) => read(async () => toDispute(await stripe.disputes.retrieve(disputeId))),
    submitEvidence: ({ disputeId, idempotencyKey, evidence }) =>
      write(async () =>
        toDispute(
          await stripe.disputes.update(disputeId, { evidence: { ...evidence }, submit: true }, { idempotencyKey }),
        ),
      ),
    retrieveFraudWarning: (warningId) =>
      read(async () => toFraudWarning(await stripe.radar.earlyFraudWarnings.retrieve(warningId))),
    retrieveTransfer: (transferId) => read(async () => toTransfer(await stripe.transfers.retrieve(transferId))),
    listReversals: (transferId) =>
      read(async () => {
        const reversals = [];
        for await (const reversal of stripe.transfers.listReversals(transferId, { limit: PAGE }))
          reversals.push(toReversal(reversal));
        return reversals.reverse();
      }),

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

function serverOf(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' };
}
