import Stripe from 'stripe';
import type { Currency } from '../../server/core/money.ts';
import { toProviderError } from '../../server/integrations/stripe/errors.ts';
import type {
  BalanceLine,
  Checkout,
  CheckoutInput,
  Dispute,
  FraudWarning,
  Payment,
  Payout,
  ProviderEvent,
  Refund,
  Transfer,
  TransferInput,
  WriteInput,
} from '../../server/integrations/stripe/provider.ts';
import {
  date,
  seconds,
  toBalanceLine,
  toCheckout,
  toDispute,
  toEvent,
  toFraudWarning,
  toPayment,
  toPayout,
  toRefund,
  toTopUp,
  toTransfer,
} from '../../server/integrations/stripe/translate.ts';
import { Answering, findEndpoint } from '../../server/integrations/stripe/sandbox/api/answering.ts';
import { Agenda } from '../../server/integrations/stripe/sandbox/engine/agenda.ts';
import type { RawObject, RawValue } from '../../server/integrations/stripe/sandbox/engine/form.ts';
import { fingerprint } from '../../server/integrations/stripe/sandbox/engine/idempotency.ts';
import { PLATFORM } from '../../server/integrations/stripe/sandbox/engine/store.ts';
import { World } from '../../server/integrations/stripe/sandbox/engine/world.ts';
import { closeDispute, openDispute, warnOfFraud } from '../../server/integrations/stripe/sandbox/objects/disputing.ts';
import { finishOnboarding } from '../../server/integrations/stripe/sandbox/objects/onboarding.ts';
import {
  cardMethod,
  debitMethod,
  yearAhead,
} from '../../server/integrations/stripe/sandbox/objects/payment-methods.ts';
import { failPayout } from '../../server/integrations/stripe/sandbox/objects/paying-out.ts';
import { paySession } from '../../server/integrations/stripe/sandbox/objects/paying.ts';
import { failRefund } from '../../server/integrations/stripe/sandbox/objects/refunding.ts';
import { DEFAULT_EVENTS } from '../../server/integrations/stripe/sandbox/server.ts';

/**
 * What goes wrong with a write: its answer is lost, before or after its effect; it is answered by a server error that is
 * kept under its key; it is turned away for now.
 */
export const FAULTS = ['lost_before', 'lost_after', '500_before', '500_after', '429'] as const;
export type FaultKind = (typeof FAULTS)[number];

type Params = { [key: string]: Value };
type Value = string | number | boolean | readonly Value[] | Params | undefined;

function toRaw(value: Value): RawValue {
  if (typeof value !== 'object') return String(value);
  const raw: RawObject = {};
  for (const [key, member] of Object.entries(value)) if (member !== undefined) raw[key] = toRaw(member as Value);
  return raw;
}

const EVENTS = new Set(DEFAULT_EVENTS);
const PAYMENT_EXPANSION = { expand: ['latest_charge.balance_transaction'] };
const lower = (currency: Currency): string => currency.toLowerCase();
const connectionLost = () =>
  new Stripe.errors.StripeConnectionError({
    message: 'the connection was lost',
    type: 'api_error',
    detail: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) as never,
  });

/**
 * The payment sandbox's own engine in this process, answering the calls of the product's provider without HTTP and without
 * waiting, under a clock that the simulation moves.
 */
export class EngineProvider {
  readonly world: World;
  readonly #agenda: Agenda;
  readonly #answering: Answering;
  /** What happens to the writes to come, in their order. */
  readonly faults: (FaultKind | null)[] = [];
  /** The provider cannot be reached. */
  down = false;
  /** A page that was just made is not found by its operation yet. */
  unlisted = false;
  /** Events of the platform, oldest first, as they would be sent. */
  readonly events: { id: string; type: string }[] = [];

  constructor(startMs: number) {
    const fail = (error: unknown): never => {
      throw error;
    };
    this.world = new World({
      publicUrl: 'http://sandbox.invalid',
      platformCountry: 'FR',
      settlementSeconds: null,
      payoutSeconds: 2 * 86_400,
      transactionDelaySeconds: 0,
      subscribed: () => false,
    });
    this.#agenda = new Agenda(this.world, fail);
    this.#answering = new Answering(this.world, fail);
    this.world.store.listen('event', (owner, next, previous) => {
      if (owner === PLATFORM && next && !previous && EVENTS.has(next.type))
        this.events.push({ id: next.id, type: next.type });
      // Undone with the transaction that wrote it.
      if (!next && previous && this.events.at(-1)?.id === previous.id) this.events.pop();
    });
    this.#set(startMs);
  }

  #set(ms: number): void {
    this.world.store.transact(() => this.world.clock.set(ms, true));
  }

  /** Moves the clock; all that falls due happens in its order. */
  advanceTo(ms: number): void {
    this.#set(ms);
    while (this.#agenda.runNext());
  }

  #call<T>(
    method: 'GET' | 'POST',
    path: string,
    params: Params = {},
    key: string | null = null,
    scope: string = PLATFORM,
  ): T {
    const isWrite = method === 'POST';
    try {
      if (this.down) throw connectionLost();
      const fault = isWrite ? (this.faults.shift() ?? null) : null;
      if (fault === 'lost_before') throw connectionLost();
      if (fault === '429') throw httpError(429, { code: 'rate_limit', message: 'too many requests' });
      const raw = toRaw(params) as RawObject;
      const { endpoint, ids } = findEndpoint(method, path);
      const keyId = key === null ? null : `${scope}:${key}`;
      const print = keyId === null ? '' : fingerprint(method, path, JSON.stringify(raw));
      const server = fault === '500_before' || fault === '500_after' ? fault : null;
      const answer =
        (keyId === null ? null : this.#answering.keys.find(keyId, print)) ??
        this.#answering.execute({
          endpoint,
          ids,
          raw,
          scope,
          requestId: 'req_simulated',
          key,
          keyId,
          print,
          fault: server === null ? null : { kind: server, status: 500, error: {} },
        });
      if (fault === 'lost_after') throw connectionLost();
      const body = JSON.parse(answer.body) as T & { error?: { code?: string; type?: string; message: string } };
      if (answer.status >= 400) throw httpError(answer.status, body.error ?? { message: 'refused' });
      return body;
    } catch (error) {
      throw toProviderError(error, isWrite);
    }
  }

  createCheckout(input: CheckoutInput): { sessionId: string; url: string; expiresAt: Date } {
    const metadata = { ...input.metadata, op_id: input.opId };
    const session = this.#call<{ id: string; url: string | null; expires_at: number }>(
      'POST',
      '/v1/checkout/sessions',
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
        metadata,
        payment_intent_data: { metadata, transfer_group: input.transferGroup },
        ...(input.expiresAt ? { expires_at: seconds(input.expiresAt) } : {}),
      },
      input.idempotencyKey,
    );
    return { sessionId: session.id, url: session.url ?? '', expiresAt: date(session.expires_at) };
  }
  retrieveCheckout(id: string): Checkout {
    return toCheckout(this.#call('GET', `/v1/checkout/sessions/${id}`));
  }
  expireCheckout(id: string): Checkout {
    return toCheckout(this.#call('POST', `/v1/checkout/sessions/${id}/expire`));
  }
  findCheckout(opId: string): Checkout | null {
    const found = this.#find<Stripe.Checkout.Session>('/v1/checkout/sessions', {}, opId);
    return this.unlisted ? null : found && toCheckout(found);
  }
  retrievePayment(id: string): Payment {
    return toPayment(this.#call('GET', `/v1/payment_intents/${id}`, PAYMENT_EXPANSION));
  }
  createTransfer(input: TransferInput): Transfer {
    return toTransfer(
      this.#call(
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
    const found = this.#find<Stripe.Transfer>('/v1/transfers', { transfer_group: group }, opId);
    return found && toTransfer(found);
  }
  createRefund(input: WriteInput & { chargeId: string; amount: number }): Refund {
    return toRefund(
      this.#call(
        'POST',
        '/v1/refunds',
        { charge: input.chargeId, amount: input.amount, metadata: { ...input.metadata, op_id: input.opId } },
        input.idempotencyKey,
      ),
    );
  }
  retrieveRefund(id: string): Refund {
    return toRefund(this.#call('GET', `/v1/refunds/${id}`));
  }
  findRefund(opId: string, chargeId: string): Refund | null {
    const found = this.#find<Stripe.Refund>('/v1/refunds', { charge: chargeId }, opId);
    return found && toRefund(found);
  }
  createTopUp(input: WriteInput & { amount: number; currency: Currency; description: string }) {
    return toTopUp(
      this.#call(
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
  createPayout(input: WriteInput & { accountId: string; amount: number; currency: Currency }): Payout {
    return toPayout(
      this.#call(
        'POST',
        '/v1/payouts',
        {
          amount: input.amount,
          currency: lower(input.currency),
          metadata: { ...input.metadata, op_id: input.opId },
        },
        input.idempotencyKey,
        input.accountId,
      ),
    );
  }
  retrievePayout(accountId: string, id: string): Payout {
    return toPayout(this.#call('GET', `/v1/payouts/${id}`, {}, null, accountId));
  }
  findPayout(opId: string, accountId: string): Payout | null {
    const found = this.#find<Stripe.Payout>('/v1/payouts', {}, opId, accountId);
    return found && toPayout(found);
  }
  retrieveDispute(id: string): Dispute {
    return toDispute(this.#call('GET', `/v1/disputes/${id}`));
  }
  retrieveFraudWarning(id: string): FraudWarning {
    return toFraudWarning(this.#call('GET', `/v1/radar/early_fraud_warnings/${id}`));
  }

  #find<T extends { metadata: unknown }>(path: string, params: Params, opId: string, scope?: string): T | null {
    const { data } = this.#call<{ data: T[] }>('GET', path, { ...params, limit: 100 }, null, scope);
    return data.find((one) => (one.metadata as Record<string, string> | null)?.['op_id'] === opId) ?? null;
  }

  /* Beside the API: what payers, payees and card banks do, and what the books say. */

  /** A payee's account, ready to be paid in every currency. */
  newAccount(orgId: string): string {
    const account = this.#call<{ id: string }>('POST', '/v1/accounts', {
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
  /** Whether the provider lets the account be paid. */
  setActive(accountId: string, active: boolean): void {
    this.world.store.transact(() =>
      finishOnboarding(this.world, accountId, { outcome: active ? 'complete' : 'rejected' }),
    );
  }
  /** The payer fills in the hosted page. */
  pay(sessionId: string, input: { card?: string; iban?: string }): void {
    const { world } = this;
    if (world.get('checkout_session', sessionId).status !== 'open') return;
    world.store.transact(() =>
      paySession(
        world,
        sessionId,
        input.iban === undefined
          ? cardMethod(world, {
              number: input.card ?? '4242424242424242',
              expMonth: 12,
              expYear: yearAhead(world),
              email: undefined,
              name: undefined,
            })
          : debitMethod(world, { iban: input.iban, email: undefined, name: undefined }),
        {},
      ),
    );
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

function httpError(status: number, error: { code?: string; type?: string; message: string }): unknown {
  const raw = { ...error, type: (error.type ?? 'invalid_request_error') as never, statusCode: status };
  const requestId = 'req_simulated';
  if (status >= 500) return new Stripe.errors.StripeAPIError({ ...raw, requestId });
  if (raw.type === 'idempotency_error') return new Stripe.errors.StripeIdempotencyError({ ...raw, requestId });
  return new Stripe.errors.StripeInvalidRequestError({ ...raw, requestId });
}
