import { refused, type ApiError } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import type { World } from '../engine/world.ts';
import { attemptPayment, failAuthentication } from './charging.ts';
import { attachMethod, cardOutcome } from './payment-methods.ts';
import type { CheckoutSession, Metadata, PaymentIntent, PaymentMethod, SetupIntent } from './payment-types.ts';

export interface IntentInput {
  amount: number;
  currency: string;
  automatic_payment_methods: PaymentIntent['automatic_payment_methods'];
  capture_method: PaymentIntent['capture_method'];
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  payment_method: string | null;
  payment_method_types: string[];
  receipt_email: string | null;
  setup_future_usage: PaymentIntent['setup_future_usage'];
  statement_descriptor: string | null;
  transfer_group: string | null;
}

export function createIntent(world: World, input: IntentInput): PaymentIntent {
  const id = stripeId('pi');
  const intent = world.create('payment_intent', {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: stripeId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: world.now(),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    status: input.payment_method === null ? 'requires_payment_method' : 'requires_confirmation',
    ...input,
  });
  world.emit('payment_intent.created', intent);
  return intent;
}

export function cancelIntent(world: World, intent: PaymentIntent, reason: string | null): PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
    throw refused(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      'payment_intent_unexpected_state',
    );
  }
  if (intent.status === 'requires_capture') {
    const charge = world.get('charge', intent.latest_charge ?? '');
    world.emit(
      'charge.refunded',
      world.update('charge', charge.id, { refunded: true, amount_refunded: charge.amount }),
    );
  }
  const canceled = world.update('payment_intent', intent.id, {
    status: 'canceled',
    canceled_at: world.now(),
    cancellation_reason: reason,
    amount_capturable: 0,
    next_action: null,
  });
  world.emit('payment_intent.canceled', canceled);
  return canceled;
}

export interface PageResult {
  session: CheckoutSession;
  /** Address of the payer's authentication page, when it is required. */
  challenge: string | null;
  error: ApiError | null;
}

/** The payer sends the hosted page of a session with this payment method. */
export function paySession(
  world: World,
  sessionId: string,
  method: PaymentMethod,
  payer: { email?: string | undefined; name?: string | undefined },
): PageResult {
  const session = world.get('checkout_session', sessionId);
  if (session.status !== 'open') throw refused('This Checkout Session is no longer open.', undefined, 'session');
  const details: CheckoutSession['customer_details'] = {
    address: null,
    email: payer.email ?? session.customer_email,
    name: payer.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  const customer = session.customer ?? (session.customer_creation === 'always' ? newCustomer(world, details) : null);
  const known = world.update('checkout_session', sessionId, { customer_details: details, customer });
  if (session.mode === 'setup') return setUpCard(world, known, method);
  const intent = sessionIntent(world, known);
  const { intent: after, error } = attemptPayment(world, intent, method, { returnUrl: session.url });
  return finishAttempt(world, sessionId, after, error);
}

/** The payer's answer on the bank's authentication page, for a payment or for saving a card. */
export function answerChallenge(
  world: World,
  intentId: string,
  approved: boolean,
): { session: CheckoutSession | null; error: ApiError | null } {
  const setup = world.store.get('setup_intent', intentId);
  if (setup) {
    const session = sessionOf(world, 'setup_intent', intentId);
    if (setup.status !== 'requires_action') return { session, error: null };
    if (approved) {
      const method = world.get('payment_method', setup.payment_method ?? '');
      return {
        session:
          session === null ? (succeedSetup(world, setup, method), null) : completeSetup(world, session, setup, method),
        error: null,
      };
    }
    world.update('setup_intent', intentId, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
    });
    return { session, error: null };
  }
  const intent = world.need('payment_intent', intentId, 'intent');
  const session = sessionOf(world, 'payment_intent', intentId);
  if (intent.status !== 'requires_action') return { session, error: null };
  const method = world.get('payment_method', intent.payment_method ?? '');
  const { intent: after, error } = approved
    ? attemptPayment(world, intent, method, { authenticated: true })
    : failAuthentication(world, intent);
  if (session === null) return { session: null, error };
  return { session: finishAttempt(world, session.id, after, error).session, error };
}

/** Updates the session of a debit with the result. */
export function settleSession(world: World, intent: PaymentIntent): void {
  const session = sessionOf(world, 'payment_intent', intent.id);
  if (session === null || session.payment_status === 'paid') return;
  if (intent.status === 'succeeded') {
    world.emit(
      'checkout.session.async_payment_succeeded',
      world.update('checkout_session', session.id, { payment_status: 'paid' }),
    );
  } else {
    world.emit('checkout.session.async_payment_failed', session);
  }
}

export function expireSession(world: World, session: CheckoutSession): CheckoutSession {
  const expired = world.update('checkout_session', session.id, { status: 'expired', url: null });
  const intent =
    session.payment_intent === null ? undefined : world.store.get('payment_intent', session.payment_intent);
  if (intent && intent.status !== 'succeeded' && intent.status !== 'processing' && intent.status !== 'canceled') {
    cancelIntent(world, intent, 'expired');
  }
  world.emit('checkout.session.expired', expired);
  return expired;
}

/** Saves a card for later. Cards that need authentication send the payer to the bank first. */
export function confirmSetup(
  world: World,
  intent: SetupIntent,
  method: PaymentMethod,
  authenticated: boolean,
): SetupIntent {
  const outcome = method.type === 'card' ? cardOutcome(world, method) : { kind: 'succeeds' as const };
  if (outcome.kind === 'declined' && outcome.savedFirst !== true) {
    const error = {
      code: outcome.code,
      ...(outcome.declineCode ? { decline_code: outcome.declineCode } : {}),
      message: outcome.message,
      payment_method: method,
      type: 'card_error' as const,
    };
    const failed = world.update('setup_intent', intent.id, {
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: error,
    });
    world.emit('setup_intent.setup_failed', failed);
    return failed;
  }
  if (outcome.kind === 'needs_authentication' && !authenticated) {
    const waiting = world.update('setup_intent', intent.id, {
      status: 'requires_action',
      payment_method: method.id,
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: null, url: `${world.options.publicUrl}/3ds/${intent.id}` },
      },
    });
    world.emit('setup_intent.requires_action', waiting);
    return waiting;
  }
  return succeedSetup(world, intent, method);
}

export function createSetup(
  world: World,
  input: {
    customer: string | null;
    description: string | null;
    metadata: Metadata;
    payment_method_types: string[];
    usage: SetupIntent['usage'];
  },
): SetupIntent {
  const id = stripeId('seti');
  const intent = world.create('setup_intent', {
    id,
    object: 'setup_intent',
    client_secret: stripeId(`${id}_secret`),
    created: world.now(),
    last_setup_error: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    ...input,
  });
  world.emit('setup_intent.created', intent);
  return intent;
}

function succeedSetup(world: World, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  if (intent.customer !== null) attachMethod(world, method.id, intent.customer);
  const done = world.update('setup_intent', intent.id, {
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  });
  world.emit('setup_intent.succeeded', done);
  return done;
}

function setUpCard(world: World, session: CheckoutSession, method: PaymentMethod): PageResult {
  const intent = confirmSetup(world, world.get('setup_intent', session.setup_intent ?? ''), method, false);
  if (intent.status === 'requires_action')
    return { session, challenge: intent.next_action?.redirect_to_url.url ?? null, error: null };
  if (intent.status !== 'succeeded') {
    return {
      session,
      challenge: null,
      error: refused(intent.last_setup_error?.message ?? 'Your card was declined.', 'card_declined'),
    };
  }
  return { session: complete(world, session, 'no_payment_required'), challenge: null, error: null };
}

function completeSetup(
  world: World,
  session: CheckoutSession,
  intent: SetupIntent,
  method: PaymentMethod,
): CheckoutSession {
  succeedSetup(world, intent, method);
  return complete(world, session, 'no_payment_required');
}

function sessionIntent(world: World, session: CheckoutSession): PaymentIntent {
  const existing =
    session.payment_intent === null ? undefined : world.store.get('payment_intent', session.payment_intent);
  if (existing) return existing;
  const { payment } = world.get('checkout_plan', session.id);
  const intent = createIntent(world, {
    amount: session.amount_total ?? 0,
    automatic_payment_methods: null,
    capture_method: payment.capture_method ?? 'automatic_async',
    currency: session.currency ?? 'eur',
    customer: session.customer,
    description: payment.description ?? null,
    metadata: payment.metadata ?? {},
    payment_method: null,
    payment_method_types: session.payment_method_types,
    receipt_email: payment.receipt_email ?? null,
    setup_future_usage: payment.setup_future_usage ?? null,
    statement_descriptor: payment.statement_descriptor ?? null,
    transfer_group: payment.transfer_group ?? null,
  });
  world.update('checkout_session', session.id, { payment_intent: intent.id });
  return intent;
}

function finishAttempt(world: World, sessionId: string, intent: PaymentIntent, error: ApiError | null): PageResult {
  const session = world.get('checkout_session', sessionId);
  if (error) return { session, challenge: null, error };
  if (intent.status === 'requires_action') {
    return { session, challenge: intent.next_action?.redirect_to_url.url ?? null, error: null };
  }
  return {
    session: complete(world, session, intent.status === 'succeeded' ? 'paid' : 'unpaid'),
    challenge: null,
    error: null,
  };
}

function complete(
  world: World,
  session: CheckoutSession,
  paymentStatus: CheckoutSession['payment_status'],
): CheckoutSession {
  const done = world.update('checkout_session', session.id, {
    status: 'complete',
    payment_status: paymentStatus,
    url: null,
  });
  world.emit('checkout.session.completed', done);
  return done;
}

function sessionOf(world: World, index: 'payment_intent' | 'setup_intent', intentId: string): CheckoutSession | null {
  return world.store.indexed('checkout_session', index, intentId)[0] ?? null;
}

function newCustomer(world: World, details: NonNullable<CheckoutSession['customer_details']>): string {
  const customer = world.create('customer', {
    id: stripeId('cus'),
    object: 'customer',
    created: world.now(),
    description: null,
    email: details.email,
    livemode: false,
    metadata: {},
    name: details.name,
    invoice_settings: { default_payment_method: null },
  });
  world.emit('customer.created', customer);
  return customer.id;
}
