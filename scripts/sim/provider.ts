import type Stripe from 'stripe';
import type { Currency } from '../../server/core/money.ts';
import type {
  BalanceLine,
  BalanceTransaction,
  Checkout,
  CheckoutInput,
  ConnectedAccount,
  Dispute,
  FraudWarning,
  Payout,
  PayoutInput,
  ProviderEvent,
  Refund,
  Reversal,
  Transfer,
  TransferInput,
  WriteInput,
} from '../../server/integrations/stripe/provider.ts';
import {
  date,
  seconds,
  toBalanceLine,
  toBalanceTransaction,
  toBanks,
  toCheckout,
  toDispute,
  toEvent,
  toFraudWarning,
  toPayout,
  toRefund,
  toReversal,
  toTopUp,
  toTransfer,
} from '../../server/integrations/stripe/translate.ts';
import { ApiError } from '../../server/integrations/stripe/sandbox/engine/api-error.ts';
import { PLATFORM } from '../../server/integrations/stripe/sandbox/engine/store.ts';
import { closeDispute, openDispute, warnOfFraud } from '../../server/integrations/stripe/sandbox/objects/disputing.ts';
import { finishOnboarding } from '../../server/integrations/stripe/sandbox/objects/onboarding.ts';
import { failPayout } from '../../server/integrations/stripe/sandbox/objects/paying-out.ts';
import { paySession } from '../../server/integrations/stripe/sandbox/objects/paying.ts';
import { failRefund, refundable, refundCharge } from '../../server/integrations/stripe/sandbox/objects/refunding.ts';
import { reverseTransfer } from '../../server/integrations/stripe/sandbox/objects/transferring.ts';
import { MethodProvider, type PayerInput } from './provider-methods.ts';

const lower = (currency: Currency): string => currency.toLowerCase();

/** The engine as the product's provider: its calls, and what payers, payees, banks and people at the dashboard do. */
export class EngineProvider extends MethodProvider {
  /** What each page takes more than was requested, by its key. */
  readonly #taken = new Map<string, number>();
  /** How many bank accounts payees have exchanged: each has a number of its own. */
  #exchanged = 0;

  createCheckout(input: CheckoutInput): { sessionId: string; url: string; expiresAt: Date } {
    const metadata = { ...input.metadata, op_id: input.opId };
    // A call that is repeated carries the same.
    const more = this.#taken.get(input.idempotencyKey) ?? this.takes;
    this.#taken.set(input.idempotencyKey, more);
    const session = this.call<{ id: string; url: string | null; expires_at: number }>(
      'POST',
      '/v1/checkout/sessions',
      {
        mode: 'payment',
        line_items: input.lines.map((line, i) => ({
          quantity: 1,
          price_data: {
            currency: lower(input.currency),
            unit_amount: line.amount + (i === 0 ? more : 0),
            product_data: { name: line.label },
          },
        })),
        customer_email: input.customerEmail,
        success_url: input.successUrl,
        cancel_url: input.cancelUrl,
        metadata,
        payment_intent_data: { metadata, transfer_group: input.transferGroup },
        ...(input.expiresAt ? { expires_at: seconds(input.expiresAt) } : {}),
      },
      input.idempotencyKey,
    );
    return { sessionId: session.id, url: session.url ?? '', expiresAt: date(session.expires_at) };
  }
  retrieveCheckout(id: string): Checkout {
    return toCheckout(this.call('GET', `/v1/checkout/sessions/${id}`));
  }
  expireCheckout(id: string): Checkout {
    return toCheckout(this.call('POST', `/v1/checkout/sessions/${id}/expire`));
  }
  findCheckout(opId: string): Checkout | null {
    const found = this.find<Stripe.Checkout.Session>('/v1/checkout/sessions', {}, opId);
    return this.unlisted ? null : found && toCheckout(found);
  }
  createTransfer(input: TransferInput): Transfer {
    return toTransfer(
      this.call(
        'POST',
        '/v1/transfers',
        {
          amount: input.amount,
          currency: lower(input.currency),
          destination: input.destination,
          transfer_group: input.transferGroup,
          metadata: { ...input.metadata, op_id: input.opId },
          ...(input.sourceCharge === null ? {} : { source_transaction: input.sourceCharge }),
        },
        input.idempotencyKey,
      ),
    );
  }
  findTransfer(opId: string, group: string): Transfer | null {
    const found = this.find<Stripe.Transfer>('/v1/transfers', { transfer_group: group }, opId);
    return found && toTransfer(found);
  }
  createRefund(input: WriteInput & { chargeId: string; amount: number }): Refund {
    return toRefund(
      this.call(
        'POST',
        '/v1/refunds',
        { charge: input.chargeId, amount: input.amount, metadata: { ...input.metadata, op_id: input.opId } },
        input.idempotencyKey,
      ),
    );
  }
  retrieveRefund(id: string): Refund {
    return toRefund(this.call('GET', `/v1/refunds/${id}`));
  }
  findRefund(opId: string, chargeId: string): Refund | null {
    const found = this.find<Stripe.Refund>('/v1/refunds', { charge: chargeId }, opId);
    return found && toRefund(found);
  }
  createTopUp(input: WriteInput & { amount: number; currency: Currency; description: string }) {
    return toTopUp(
      this.call(
        'POST',
        '/v1/topups',
        {
          amount: input.amount,
          currency: lower(input.currency),
          description: input.description,
          metadata: { ...input.metadata, op_id: input.opId },
        },
        input.idempotencyKey,
      ),
    );
  }
  createPayout(input: PayoutInput): Payout {
    return toPayout(
      this.call(
        'POST',
        '/v1/payouts',
        {
          amount: input.amount,
          currency: lower(input.currency),
          destination: input.destination,
          metadata: { ...input.metadata, op_id: input.opId },
        },
        input.idempotencyKey,
        input.accountId,
      ),
    );
  }
  retrievePayout(accountId: string, id: string): Payout {
    return toPayout(this.call('GET', `/v1/payouts/${id}`, {}, null, accountId));
  }
  findPayout(opId: string, accountId: string): Payout | null {
    const found = this.find<Stripe.Payout>('/v1/payouts', {}, opId, accountId);
    return found && toPayout(found);
  }
  retrieveBanks(accountId: string): ConnectedAccount['banks'] {
    const { data } = this.call<{ data: Stripe.BankAccount[] }>('GET', `/v1/accounts/${accountId}/external_accounts`, {
      object: 'bank_account',
      limit: 100,
    });
    return toBanks(data);
  }
  retrieveTransfer(id: string): Transfer {
    return toTransfer(this.call('GET', `/v1/transfers/${id}`));
  }
  /** Oldest first. */
  listReversals(id: string): Reversal[] {
    const { data } = this.call<{ data: Stripe.TransferReversal[] }>('GET', `/v1/transfers/${id}/reversals`, {
      limit: 100,
    });
    return data.map(toReversal).toReversed();
  }
  retrieveBalanceTransaction(id: string): BalanceTransaction {
    return toBalanceTransaction(this.call('GET', `/v1/balance_transactions/${id}`));
  }
  retrieveDispute(id: string): Dispute {
    return toDispute(this.call('GET', `/v1/disputes/${id}`));
  }
  retrieveFraudWarning(id: string): FraudWarning {
    return toFraudWarning(this.call('GET', `/v1/radar/early_fraud_warnings/${id}`));
  }

  /* Beside the API: what payers, payees and card banks do, and what the books say. */

  /** A payee's account, ready to be paid in every currency. */
  newAccount(orgId: string): string {
    const account = this.call<{ id: string }>('POST', '/v1/accounts', {
      country: 'FR',
      email: 'payee@example.com',
      business_type: 'individual',
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'express' },
      },
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      metadata: { op_id: `account:${orgId}`, org_id: orgId },
    });
    this.world.store.transact(() =>
      finishOnboarding(this.world, account.id, {
        outcome: 'complete',
        number: 'FR1420041010050500013M02606',
        allCurrencies: true,
      }),
    );
    return account.id;
  }
  /** The payee replaces its bank accounts on the provider's form: by one for every currency, or for that of the account alone. */
  exchangeBank(accountId: string, allCurrencies: boolean): void {
    this.#exchanged += 1;
    const number = `FR142004101005050${20_000_000 + this.#exchanged}`;
    this.world.store.transact(() =>
      finishOnboarding(this.world, accountId, { outcome: 'complete', number, allCurrencies }),
    );
  }
  /** Whether the provider lets the account be paid. */
  setActive(accountId: string, active: boolean): void {
    this.world.store.transact(() =>
      finishOnboarding(this.world, accountId, { outcome: active ? 'complete' : 'rejected' }),
    );
  }
  /** The payer fills in the hosted page. */
  pay(sessionId: string, input: PayerInput): void {
    const { world } = this;
    if (world.get('checkout_session', sessionId).status !== 'open') return;
    world.store.transact(() => paySession(world, sessionId, this.methodOf(input), {}));
  }
  openDispute(chargeId: string, { inquiry, fraud }: { inquiry: boolean; fraud: boolean }): string {
    const reason = fraud ? 'fraudulent' : 'product_not_received';
    return this.world.store.transact(() => openDispute(this.world, chargeId, { reason, inquiry })).id;
  }
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void {
    this.world.store.transact(() => closeDispute(this.world, disputeId, outcome));
  }
  warn(chargeId: string): void {
    this.world.store.transact(() => warnOfFraud(this.world, chargeId));
  }
  /** Charges in a currency settle in another one from now on; null: as they are. */
  settle(currency: Currency, other: { currency: Currency; rate: number } | null): void {
    const { store } = this.world;
    const value = other ? { [lower(currency)]: { currency: lower(other.currency), rate: other.rate } } : {};
    store.transact(() => this.world.create('setting', { id: 'settlement', value }));
  }
  /** What may still be refunded of a charge. */
  refundable(chargeId: string): number {
    return refundable(this.world.get('charge', chargeId));
  }
  /** A refund made at the dashboard, which names no operation. False: the provider refuses it. */
  refundByHand(chargeId: string, amount: number): boolean {
    const charge = this.world.get('charge', chargeId);
    return this.#atDashboard(() => refundCharge(this.world, charge, { amount, metadata: {}, reason: null }));
  }
  /** A transfer taken back at the dashboard. False: the provider refuses it. */
  reverseByHand(transferId: string, amount: number): boolean {
    const transfer = this.world.get('transfer', transferId);
    return this.#atDashboard(() => reverseTransfer(this.world, transfer, { amount, metadata: {} }));
  }
  #atDashboard(act: () => unknown): boolean {
    try {
      this.world.store.transact(act);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }
  failRefund(refundId: string): void {
    this.world.store.transact(() => failRefund(this.world, refundId));
  }
  /** The payee's bank refuses a payout, or returns one that had arrived. */
  failPayout(payoutId: string): void {
    this.world.store.transact(() => failPayout(this.world, payoutId));
  }
  /** All of a payee's money at the provider. */
  balanceOf(accountId: string, currency: Currency): number {
    return this.world.balances.total(accountId, lower(currency), this.world.now());
  }
  /** The event as a webhook would carry it. */
  event(id: string): ProviderEvent {
    return toEvent(this.world.get('event', id) as unknown as Stripe.Event);
  }
  balance(currency: Currency): number {
    return this.world.balances.total(PLATFORM, lower(currency), this.world.now());
  }
  /** Every movement of the platform's balance. */
  lines(): BalanceLine[] {
    return [...this.world.store.all('balance_transaction')]
      .filter((line) => this.world.store.ownerOf('balance_transaction', line.id) === PLATFORM)
      .map((line) => toBalanceLine(line as unknown as Stripe.BalanceTransaction));
  }
}
