import type Stripe from 'stripe';
import type { MethodCharge, MethodKind, Payment, SavedMethod } from '../../server/integrations/stripe/provider.ts';
import { toMethod, toPayment, toSetup } from '../../server/integrations/stripe/translate.ts';
import { answerChallenge, paySession } from '../../server/integrations/stripe/sandbox/objects/paying.ts';
import {
  cardMethod,
  debitMethod,
  yearAhead,
} from '../../server/integrations/stripe/sandbox/objects/payment-methods.ts';
import type { PaymentMethod } from '../../server/integrations/stripe/sandbox/objects/payment-types.ts';
import { Engine } from './engine.ts';

export const PAYMENT_EXPANSION = { expand: ['latest_charge.balance_transaction'] };
const TYPES: Record<MethodKind, 'card' | 'sepa_debit'> = { card: 'card', bank_debit: 'sepa_debit' };

/** What a payer enters on a page. */
export interface PayerInput {
  card?: string;
  iban?: string;
}

/** Saved methods and their charges, by the engine. */
export class MethodProvider extends Engine {
  createCustomer(opId: string): string {
    const metadata = { op_id: opId };
    return this.call<{ id: string }>('POST', '/v1/customers', { email: 'brand@example.com', metadata }, opId).id;
  }
  createSetup(opId: string, customerId: string): string {
    const metadata = { op_id: opId };
    return this.call<{ id: string }>(
      'POST',
      '/v1/checkout/sessions',
      {
        mode: 'setup',
        customer: customerId,
        allowed_payment_method_types: ['card', 'sepa_debit'],
        success_url: 'https://sponsio.example/saved',
        cancel_url: 'https://sponsio.example/settings',
        metadata,
        setup_intent_data: { metadata },
      },
      opId,
    ).id;
  }
  /** What was saved on a page. */
  savedBy(sessionId: string): SavedMethod {
    const session = this.call<Stripe.Checkout.Session>('GET', `/v1/checkout/sessions/${sessionId}`, {
      expand: ['setup_intent'],
    });
    return this.retrieveMethod(toSetup(session).methodId ?? '');
  }
  retrieveMethod(id: string): SavedMethod {
    return toMethod(this.call('GET', `/v1/payment_methods/${id}`));
  }
  detachMethod(id: string): void {
    const { customer } = this.call<Stripe.PaymentMethod>('GET', `/v1/payment_methods/${id}`);
    if (customer !== null) this.call('POST', `/v1/payment_methods/${id}/detach`);
  }
  chargeMethod(input: MethodCharge): Payment {
    return toPayment(
      this.call(
        'POST',
        '/v1/payment_intents',
        {
          amount: input.amount,
          currency: input.currency.toLowerCase(),
          customer: input.customerId,
          payment_method: input.methodId,
          allowed_payment_method_types: [TYPES[input.kind]],
          confirm: true,
          ...(input.offSession ? { off_session: true } : { return_url: input.returnUrl }),
          transfer_group: input.transferGroup,
          metadata: { ...input.metadata, op_id: input.opId },
          ...PAYMENT_EXPANSION,
        },
        input.idempotencyKey,
      ),
    );
  }
  findPayment(opId: string, customerId: string): Payment | null {
    const found = this.find<Stripe.PaymentIntent>('/v1/payment_intents', { customer: customerId }, opId);
    return this.unlisted || !found ? null : this.retrievePayment(found.id);
  }
  retrievePayment(id: string): Payment {
    return toPayment(this.call('GET', `/v1/payment_intents/${id}`, PAYMENT_EXPANSION));
  }
  cancelPayment(id: string): Payment {
    return toPayment(this.call('POST', `/v1/payment_intents/${id}/cancel`, PAYMENT_EXPANSION));
  }

  /* Beside the API: what payers do. */

  protected methodOf({ card, iban }: PayerInput): PaymentMethod {
    const { world } = this;
    const who = { email: undefined, name: undefined };
    if (iban !== undefined) return debitMethod(world, { iban, ...who });
    return cardMethod(world, {
      number: card ?? '4242424242424242',
      expMonth: 12,
      expYear: yearAhead(world),
      ...who,
    });
  }
  /** The payer saves a method on its page, and confirms it where the bank asks. */
  fillSetup(sessionId: string, input: PayerInput): void {
    const { world } = this;
    const { challenge } = world.store.transact(() => paySession(world, sessionId, this.methodOf(input), {}));
    if (challenge !== null)
      world.store.transact(() => answerChallenge(world, challenge.slice(challenge.lastIndexOf('/') + 1), true));
  }
  /** The holder of a card answers its bank. */
  answerBank(paymentIntentId: string, approves: boolean): void {
    this.world.store.transact(() => answerChallenge(this.world, paymentIntentId, approves));
  }
}
