import { ApiError, missing, refused } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import { luhn, TEST_CARDS, TEST_DEBITS, TEST_PAYMENT_METHODS, type CardOutcome } from '../engine/test-numbers.ts';
import type { World } from '../engine/world.ts';
import type { BillingDetails, PaymentMethod } from './payment-types.ts';

export interface CardInput {
  number: string;
  expMonth: number;
  expYear: number;
  name?: string | undefined;
  email?: string | undefined;
}

const billing = (name: string | undefined, email: string | undefined): BillingDetails => ({
  address: null,
  email: email ?? null,
  name: name ?? null,
  phone: null,
  tax_id: null,
});

/** A payment method for a card number; numbers other than test cards are refused as in Stripe's test mode. */
export function cardMethod(world: World, input: CardInput): PaymentMethod {
  const number = input.number.replace(/[\s-]/g, '');
  const card = TEST_CARDS[number];
  if (!luhn(number)) throw cardProblem('incorrect_number', 'Your card number is incorrect.');
  if (!card) {
    throw cardProblem(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test card.',
      'test_mode_live_card',
    );
  }
  const method: PaymentMethod = {
    id: stripeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing(input.name, input.email),
    card: {
      brand: card.brand,
      last4: number.slice(-4),
      country: number.startsWith('40000025') ? 'FR' : 'US',
      exp_month: input.expMonth,
      exp_year: input.expYear,
      fingerprint: `card${number.slice(-8)}`,
      funding: 'credit',
    },
    created: world.now(),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  world.create('payment_method_secret', { id: method.id, number });
  return world.create('payment_method', method);
}

function cardProblem(code: string, message: string, declineCode?: string): ApiError {
  return new ApiError(402, {
    type: 'card_error',
    code,
    message,
    param: 'number',
    ...(declineCode ? { decline_code: declineCode } : {}),
  });
}

export function debitMethod(
  world: World,
  input: { iban: string; name?: string | undefined; email?: string | undefined },
): PaymentMethod {
  const iban = input.iban.replace(/\s/g, '').toUpperCase();
  if (!Object.hasOwn(TEST_DEBITS, iban)) {
    throw refused(
      'The IBAN you provided is not one of the test accounts.',
      'invalid_bank_account_iban',
      'sepa_debit[iban]',
    );
  }
  const method: PaymentMethod = {
    id: stripeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing(input.name, input.email),
    created: world.now(),
    customer: null,
    livemode: false,
    metadata: {},
    sepa_debit: {
      bank_code: iban.slice(4, 9),
      country: iban.slice(0, 2),
      fingerprint: `debit${iban.slice(-8)}`,
      last4: iban.slice(-4),
    },
    type: 'sepa_debit',
  };
  world.create('payment_method_secret', { id: method.id, number: iban });
  return world.create('payment_method', method);
}

/** The stored method of this id, or a new one when it is the name of a test method such as `pm_card_visa`. */
export function resolveMethod(world: World, id: string, param = 'payment_method'): PaymentMethod {
  const number = TEST_PAYMENT_METHODS[id];
  if (number !== undefined) return cardMethod(world, { number, expMonth: 12, expYear: yearAhead(world) });
  const method = world.store.get('payment_method', id);
  if (!method) throw missing('PaymentMethod', id, param);
  return method;
}

export const yearAhead = (world: World): number => new Date(world.now() * 1000).getUTCFullYear() + 4;

export function cardOutcome(world: World, method: PaymentMethod): CardOutcome {
  const { number } = world.get('payment_method_secret', method.id);
  return TEST_CARDS[number]?.outcome ?? { kind: 'succeeds' };
}

export function debitOutcome(world: World, methodId: string): 'fails' | 'succeeds' {
  return TEST_DEBITS[world.get('payment_method_secret', methodId).number] ?? 'succeeds';
}

export function attachMethod(world: World, methodId: string, customerId: string): PaymentMethod {
  const method = world.get('payment_method', methodId);
  if (method.customer === customerId) return method;
  if (method.customer !== null) {
    throw refused(
      'The payment method you provided has already been attached to a customer.',
      'payment_method_unexpected_state',
    );
  }
  const attached = world.update('payment_method', methodId, { customer: customerId });
  world.emit('payment_method.attached', attached);
  return attached;
}
