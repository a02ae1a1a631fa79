import { cardError, type ApiError } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import { processingFee } from '../engine/tariff.ts';
import { DAY, upper, type World } from '../engine/world.ts';
import { openDispute, warnOfFraud } from './disputing.ts';
import { convert } from './converting.ts';
import { attachMethod, cardOutcome, debitOutcome } from './payment-methods.ts';
import { settleWaitingRefunds } from './refunding.ts';
import { PLATFORM } from '../engine/store.ts';
import type { Charge, PaymentError, PaymentIntent, PaymentMethod } from './payment-types.ts';

/** The result of a bank debit is known this long after its start. */
export const DEBIT_SECONDS = 3 * DAY;

export interface Attempt {
  intent: PaymentIntent;
  /** The error for the caller when the payment failed. */
  error: ApiError | null;
}

/** Tries to take the money of `intent` from `method`. Leaves the intent in the state Stripe would. */
export function attemptPayment(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  how: { offSession?: boolean; authenticated?: boolean; returnUrl?: string | null } = {},
): Attempt {
  if (method.type === 'sepa_debit') return { intent: startDebit(world, intent, method), error: null };
  const outcome = cardOutcome(world, method);
  if (outcome.kind === 'declined') {
    return fail(world, intent, method, {
      code: outcome.code,
      declineCode: outcome.declineCode,
      message: outcome.message,
    });
  }
  const knownToBank = outcome.kind === 'needs_authentication' && outcome.onceSaved === true && method.customer !== null;
  if (outcome.kind === 'needs_authentication' && how.authenticated !== true && !knownToBank) {
    if (how.offSession === true) {
      return fail(world, intent, method, {
        code: 'authentication_required',
        declineCode: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      });
    }
    const waiting = world.update('payment_intent', intent.id, {
      status: 'requires_action',
      payment_method: method.id,
      last_payment_error: null,
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: how.returnUrl ?? null, url: `${world.options.publicUrl}/3ds/${intent.id}` },
      },
    });
    world.emit('payment_intent.requires_action', waiting);
    return { intent: waiting, error: null };
  }
  const charge = createCharge(world, intent, method, 'succeeded');
  return {
    intent: intent.capture_method === 'manual' ? hold(world, intent, charge) : succeed(world, intent, charge),
    error: null,
  };
}

/** The card holder was not authenticated. */
export function failAuthentication(world: World, intent: PaymentIntent): Attempt {
  const method = world.get('payment_method', intent.payment_method ?? '');
  return fail(world, intent, method, {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

/** Takes `amount` of a held payment; the rest goes back to the card holder. */
export function captureHeld(world: World, intent: PaymentIntent, amount: number): PaymentIntent {
  const charge = world.get('charge', intent.latest_charge ?? '');
  const captured = world.update('charge', charge.id, { captured: true, amount_captured: amount });
  return succeed(world, intent, captured);
}

/** The bank's answer to a debit, when it is due. Returns the intent as it then is. */
export function finishDebit(world: World, chargeId: string): PaymentIntent | null {
  const charge = world.get('charge', chargeId);
  if (charge.status !== 'pending') return null;
  const intent = world.get('payment_intent', charge.payment_intent ?? '');
  if (debitOutcome(world, charge.payment_method ?? '') === 'succeeds') {
    const paid = world.update('charge', chargeId, {
      status: 'succeeded',
      paid: true,
      captured: true,
      amount_captured: charge.amount,
    });
    return succeed(world, intent, paid);
  }
  const message = 'The customer’s bank account could not be debited.';
  const failed = world.update('charge', chargeId, {
    status: 'failed',
    failure_code: 'insufficient_funds',
    failure_message: message,
  });
  world.emit('charge.failed', failed);
  const error: PaymentError = {
    charge: chargeId,
    code: 'payment_intent_payment_attempt_failed',
    message,
    type: 'invalid_request_error',
  };
  const next = world.update('payment_intent', intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: error,
  });
  world.emit('payment_intent.payment_failed', next);
  return next;
}

/** Enters a paid charge into the balance. Called at once, or later when capture is asynchronous. */
export function enterCharge(world: World, chargeId: string): Charge {
  const charge = world.get('charge', chargeId);
  if (charge.balance_transaction !== null) return charge;
  const converted = world.settlement(charge.currency);
  const settled = converted
    ? { ...converted, amount: convert(charge.amount_captured, charge.currency, converted) }
    : { currency: charge.currency, rate: null, amount: charge.amount_captured };
  const currency = upper(settled.currency);
  const method = charge.payment_method === null ? undefined : world.store.get('payment_method', charge.payment_method);
  const isDebit = method?.type === 'sepa_debit';
  const bypass = !isDebit && method !== undefined && cardOutcome(world, method).kind === 'bypass_pending';
  const transaction = world.book(PLATFORM, {
    type: isDebit ? 'payment' : 'charge',
    category: 'charge',
    amount: settled.amount,
    currency: settled.currency,
    rate: settled.rate,
    source: charge.id,
    availableOn: bypass ? world.now() : world.settlesAt(currency),
    description: charge.description,
    fee: {
      amount: processingFee(settled.amount, currency, isDebit ? 'sepa_debit' : 'card'),
      description: 'Stripe processing fees',
    },
  });
  const entered = world.update('charge', chargeId, { balance_transaction: transaction.id });
  settleWaitingRefunds(world, settled.currency);
  return entered;
}

function createCharge(world: World, intent: PaymentIntent, method: PaymentMethod, status: Charge['status']): Charge {
  const isHeld = intent.capture_method === 'manual';
  const taken = status === 'succeeded' && !isHeld;
  return world.create('charge', {
    id: stripeId(method.type === 'card' ? 'ch' : 'py'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: taken ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: method.billing_details,
    captured: taken,
    created: world.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: intent.metadata,
    outcome:
      status === 'failed'
        ? null
        : {
            network_status: 'approved_by_network',
            reason: null,
            risk_level: 'normal',
            seller_message: 'Payment complete.',
            type: 'authorized',
          },
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details:
      method.card !== undefined
        ? { type: 'card', card: method.card }
        : method.sepa_debit !== undefined
          ? { type: 'sepa_debit', sepa_debit: method.sepa_debit }
          : null,
    receipt_email: intent.receipt_email,
    refunded: false,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    status,
    transfer_group: intent.transfer_group,
  });
}

function hold(world: World, intent: PaymentIntent, charge: Charge): PaymentIntent {
  const held = world.update('payment_intent', intent.id, {
    status: 'requires_capture',
    amount_capturable: intent.amount,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    last_payment_error: null,
    next_action: null,
  });
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.amount_capturable_updated', held);
  return held;
}

function succeed(world: World, intent: PaymentIntent, paid: Charge): PaymentIntent {
  const delay = world.options.transactionDelaySeconds;
  if (delay > 0) world.schedule('charge_transaction', world.now() + delay, paid.id);
  const charge = delay > 0 ? paid : enterCharge(world, paid.id);
  const done = world.update('payment_intent', intent.id, {
    status: 'succeeded',
    amount_received: charge.amount_captured,
    amount_capturable: 0,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    last_payment_error: null,
    next_action: null,
  });
  if (intent.customer !== null && intent.setup_future_usage !== null && charge.payment_method !== null) {
    attachMethod(world, charge.payment_method, intent.customer);
  }
  world.emit('payment_intent.succeeded', done);
  world.emit(intent.status === 'requires_capture' ? 'charge.captured' : 'charge.succeeded', charge);
  const method = world.get('payment_method', charge.payment_method ?? '');
  if (method.type === 'card') {
    const outcome = cardOutcome(world, method);
    if (outcome.kind === 'disputed')
      openDispute(world, charge.id, { reason: outcome.reason, inquiry: outcome.inquiry });
    if (outcome.kind === 'early_warning') warnOfFraud(world, charge.id);
  }
  return done;
}

function startDebit(world: World, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const charge = createCharge(world, intent, method, 'pending');
  const processing = world.update('payment_intent', intent.id, {
    status: 'processing',
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  });
  world.schedule('charge_settle', world.now() + DEBIT_SECONDS, charge.id);
  world.emit('payment_intent.processing', processing);
  world.emit('charge.pending', charge);
  return processing;
}

function fail(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  why: { code: string; declineCode?: string | undefined; message: string },
): Attempt {
  const charge = world.update('charge', createCharge(world, intent, method, 'failed').id, {
    failure_code: why.code,
    failure_message: why.message,
    outcome: {
      network_status: 'declined_by_network',
      reason: why.declineCode ?? why.code,
      risk_level: 'normal',
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
  });
  const error: PaymentError = {
    charge: charge.id,
    code: why.code,
    ...(why.declineCode ? { decline_code: why.declineCode } : {}),
    message: why.message,
    payment_method: method,
    type: 'card_error',
  };
  const failed = world.update('payment_intent', intent.id, {
    status: 'requires_payment_method',
    latest_charge: charge.id,
    payment_method: null,
    last_payment_error: error,
    next_action: null,
  });
  world.emit('charge.failed', charge);
  world.emit('payment_intent.payment_failed', failed);
  return {
    intent: failed,
    error: cardError(why.code, why.message, {
      ...(why.declineCode ? { decline_code: why.declineCode } : {}),
      charge: charge.id,
      payment_intent: failed,
      payment_method: method,
    }),
  };
}
