import Stripe from 'stripe';
import type { Currency } from '../../server/core/money.ts';
import type { BalanceTransaction, Payment, ProviderEvent } from '../../server/integrations/stripe/provider.ts';
import { toProviderError } from '../../server/integrations/stripe/errors.ts';
import { toBalanceTransaction, toEvent, toPayment } from '../../server/integrations/stripe/translate.ts';

const PAGE = 100;
const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** What tests do at the provider beside the platform: reads of its lists, and the reversal of a transfer by hand. */
export interface StripeReads {
  /** Payments of a transfer group, or of one operation in it. */
  findPayments(query: { transferGroup: string; opId?: string }): Promise<Payment[]>;
  /** Oldest first. */
  listBalanceTransactions(query: { from: Date; currency?: Currency }): Promise<BalanceTransaction[]>;
  /** Oldest first. */
  listEvents(query: { since: Date; types?: readonly string[]; accountId?: string }): Promise<ProviderEvent[]>;
  reverseTransfer(
    input: { idempotencyKey: string; transferId: string; amount: number } & ({ opId: string } | { byHand: true }),
  ): Promise<{ reversalId: string; balanceTransactionId: string | null }>;
}

export function stripeReads({ secretKey, apiBase }: { secretKey: string; apiBase: string }): StripeReads {
  const { hostname, port, protocol } = new URL(apiBase);
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    host: hostname,
    port,
    protocol: protocol === 'https:' ? 'https' : 'http',
  });
  return {
    async findPayments({ transferGroup, opId }) {
      const ids = new Set<string>();
      for await (const charge of stripe.charges.list({ transfer_group: transferGroup, limit: PAGE })) {
        if (opId !== undefined && charge.metadata['op_id'] !== opId) continue;
        const intent = charge.payment_intent;
        if (intent !== null) ids.add(typeof intent === 'string' ? intent : intent.id);
      }
      return Promise.all(
        [...ids].map(async (id) =>
          toPayment(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] })),
        ),
      );
    },
    async listBalanceTransactions({ from, currency }) {
      const list = stripe.balanceTransactions.list({
        created: { gte: seconds(from) },
        limit: PAGE,
        ...(currency === undefined ? {} : { currency: currency.toLowerCase() }),
      });
      const lines: BalanceTransaction[] = [];
      for await (const line of list) lines.push(toBalanceTransaction(line));
      return lines.reverse();
    },
    async listEvents({ since, types, accountId }) {
      const list = stripe.events.list(
        { created: { gte: seconds(since) }, limit: PAGE, ...(types === undefined ? {} : { types: [...types] }) },
        accountId === undefined ? {} : { stripeAccount: accountId },
      );
      const events: ProviderEvent[] = [];
      for await (const event of list) events.push(toEvent(event));
      return events.reverse();
    },
    async reverseTransfer({ idempotencyKey, transferId, amount, ...by }) {
      const metadata: Record<string, string> = 'opId' in by ? { op_id: by.opId } : {};
      const reversal = await stripe.transfers
        .createReversal(transferId, { amount, metadata }, { idempotencyKey })
        .catch((error: unknown) => Promise.reject(toProviderError(error, true)));
      const line = reversal.balance_transaction;
      return { reversalId: reversal.id, balanceTransactionId: typeof line === 'string' ? line : (line?.id ?? null) };
    },
  };
}
