import { missing, refused, badParam } from '../engine/api-error.ts';
import {
  assertAmount,
  boolean,
  clearableText,
  currency,
  email,
  inRange,
  integer,
  list,
  metadata,
  object,
  oneOf,
  range,
  required,
  text,
  url,
} from '../engine/params.ts';
import { TARIFFS } from '../engine/tariff.ts';
import type { Currency } from '../../../../core/money.ts';
import { upper, type World } from '../engine/world.ts';
import { attemptPayment, captureHeld } from '../objects/charging.ts';
import { cancelIntent, createIntent } from '../objects/paying.ts';
import { resolveMethod } from '../objects/payment-methods.ts';
import { refundCharge } from '../objects/refunding.ts';
import type { Charge, PaymentIntent } from '../objects/payment-types.ts';
import { endpoint, firstIndex, listPage, mergeMetadata, pagination } from './endpoint.ts';

export const METHOD_TYPES = ['card', 'sepa_debit'] as const;
const CAPTURE_METHODS = ['automatic', 'automatic_async', 'manual'] as const;
const FUTURE_USAGE = ['off_session', 'on_session'] as const;
const CANCEL_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export const methodTypes = list(oneOf(METHOD_TYPES), METHOD_TYPES.length);
export const paymentFields = {
  capture_method: oneOf(CAPTURE_METHODS),
  description: text(1000),
  metadata: metadata(),
  receipt_email: email(),
  setup_future_usage: oneOf(FUTURE_USAGE),
  statement_descriptor: text(22),
  statement_descriptor_suffix: text(22),
  transfer_group: text(255),
};

/** The smallest sum the provider charges. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export function assertChargeable(amount: number, code: Currency, param = 'amount'): void {
  assertAmount(amount, code, param);
  const minimum = TARIFFS[code].minimumCharge;
  if (amount < minimum) {
    throw badParam(`Amount must be at least ${minimum} ${code.toLowerCase()}`, param, 'amount_too_small');
  }
}

export const defaultMethodTypes = (code: Currency): string[] => (code === 'EUR' ? ['card', 'sepa_debit'] : ['card']);

const confirmFields = {
  error_on_requires_action: boolean(),
  mandate_data: object({ customer_acceptance: object({ type: oneOf(['offline', 'online']) }) }),
  off_session: boolean(),
  payment_method: text(255),
  receipt_email: email(),
  return_url: url(),
  setup_future_usage: oneOf(FUTURE_USAGE),
};

export const paymentEndpoints = [
  endpoint(
    'POST',
    '/v1/payment_intents',
    {
      ...paymentFields,
      ...confirmFields,
      allowed_payment_method_types: methodTypes,
      amount: required(integer()),
      automatic_payment_methods: object({ enabled: required(boolean()), allow_redirects: oneOf(['always', 'never']) }),
      confirm: boolean(),
      confirmation_method: oneOf(['automatic', 'manual']),
      currency: required(currency()),
      customer: text(255),
      payment_method_types: methodTypes,
    },
    ({ world, params }) => {
      assertChargeable(params.amount, params.currency);
      const types = params.allowed_payment_method_types ?? params.payment_method_types;
      if (types && params.automatic_payment_methods?.enabled) {
        throw badParam(
          'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
          'payment_method_types',
        );
      }
      if (params.confirm === true) {
        const mayRedirect = !types && params.automatic_payment_methods?.allow_redirects !== 'never';
        if (!params.payment_method)
          throw badParam(
            'You cannot confirm this PaymentIntent because it’s missing a payment method.',
            'payment_method',
            'parameter_missing',
          );
        if (mayRedirect && params.return_url === undefined && params.off_session !== true) {
          throw badParam(
            'This PaymentIntent is configured to accept payment methods that might redirect your customer off of your page; you must provide a `return_url`, or set `automatic_payment_methods[allow_redirects]` to `never`.',
            'return_url',
          );
        }
      } else if (params.off_session !== undefined) {
        throw badParam('`off_session` may only be set when `confirm` is true.', 'off_session');
      }
      if (params.customer !== undefined) world.need('customer', params.customer, 'customer');
      const method = params.payment_method === undefined ? null : resolveMethod(world, params.payment_method);
      const intent = createIntent(world, {
        amount: params.amount,
        automatic_payment_methods: types
          ? null
          : ({ enabled: true, ...params.automatic_payment_methods } as PaymentIntent['automatic_payment_methods']),
        capture_method: params.capture_method ?? 'automatic_async',
        currency: params.currency.toLowerCase(),
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        payment_method: method?.id ?? null,
        payment_method_types: types ?? defaultMethodTypes(params.currency),
        receipt_email: params.receipt_email ?? null,
        setup_future_usage: params.setup_future_usage ?? null,
        statement_descriptor: params.statement_descriptor ?? null,
        transfer_group: params.transfer_group ?? null,
      });
      return params.confirm === true && method ? confirm(world, intent, method.id, params) : intent;
    },
  ),
  endpoint(
    'GET',
    '/v1/payment_intents',
    { ...pagination, created: range(), customer: text(255) },
    ({ world, params }) =>
      listPage(world, 'payment_intent', '/v1/payment_intents', params, {
        index: firstIndex(['customer', params.customer]),
        keep: ({ created }) => inRange(created, params.created),
      }),
  ),
  endpoint('GET', '/v1/payment_intents/:', { client_secret: text() }, ({ world, ids }) =>
    world.need('payment_intent', ids[0]!, 'intent'),
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:',
    {
      amount: integer(),
      description: text(1000),
      metadata: metadata(),
      receipt_email: clearableText(800),
      transfer_group: text(255),
      payment_method: text(255),
      customer: text(255),
    },
    ({ world, params, ids }) => {
      const intent = world.need('payment_intent', ids[0]!, 'intent');
      if (params.amount !== undefined) {
        assertChargeable(params.amount, upper(intent.currency));
        if (!intent.status.startsWith('requires_') || intent.status === 'requires_capture') {
          throw refused(
            `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}.`,
            'payment_intent_unexpected_state',
          );
        }
      }
      if (params.customer !== undefined) world.need('customer', params.customer, 'customer');
      const method = params.payment_method === undefined ? undefined : resolveMethod(world, params.payment_method);
      return world.update('payment_intent', intent.id, {
        ...(params.amount === undefined ? {} : { amount: params.amount }),
        ...(params.customer === undefined ? {} : { customer: params.customer }),
        ...(params.description === undefined ? {} : { description: params.description }),
        ...(params.metadata === undefined ? {} : { metadata: mergeMetadata(intent.metadata, params.metadata) }),
        ...(params.receipt_email === undefined ? {} : { receipt_email: params.receipt_email || null }),
        ...(params.transfer_group === undefined ? {} : { transfer_group: params.transfer_group }),
        ...(method === undefined ? {} : { payment_method: method.id, status: 'requires_confirmation' as const }),
      });
    },
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:/confirm',
    { ...confirmFields, capture_method: oneOf(CAPTURE_METHODS) },
    ({ world, params, ids }) => {
      const intent = world.need('payment_intent', ids[0]!, 'intent');
      if (
        intent.status !== 'requires_confirmation' &&
        intent.status !== 'requires_payment_method' &&
        intent.status !== 'requires_action'
      ) {
        throw refused(
          `This PaymentIntent's payment_method could not be confirmed because it has a status of ${intent.status}.`,
          'payment_intent_unexpected_state',
        );
      }
      const methodId = params.payment_method ?? intent.payment_method;
      if (methodId === null || methodId === undefined) {
        throw refused(
          'You cannot confirm this PaymentIntent because it’s missing a payment method.',
          'payment_intent_unexpected_state',
        );
      }
      return confirm(world, intent, resolveMethod(world, methodId).id, params);
    },
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:/capture',
    { amount_to_capture: integer(), final_capture: boolean(), metadata: metadata(), statement_descriptor: text(22) },
    ({ world, params, ids }) => {
      const intent = world.need('payment_intent', ids[0]!, 'intent');
      if (intent.status !== 'requires_capture') {
        throw refused(
          `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
          'payment_intent_unexpected_state',
        );
      }
      const amount = params.amount_to_capture ?? intent.amount_capturable;
      assertAmount(amount, upper(intent.currency), 'amount_to_capture');
      if (amount > intent.amount_capturable) {
        throw refused(
          'The amount to capture is greater than what can be captured.',
          'amount_too_large',
          'amount_to_capture',
        );
      }
      return captureHeld(world, intent, amount);
    },
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:/cancel',
    { cancellation_reason: oneOf(CANCEL_REASONS) },
    ({ world, params, ids }) =>
      cancelIntent(world, world.need('payment_intent', ids[0]!, 'intent'), params.cancellation_reason ?? null),
  ),
  endpoint(
    'GET',
    '/v1/charges',
    { ...pagination, created: range(), customer: text(255), payment_intent: text(255), transfer_group: text(255) },
    ({ world, params }) =>
      listPage(world, 'charge', '/v1/charges', params, {
        index: firstIndex(
          ['payment_intent', params.payment_intent],
          ['transfer_group', params.transfer_group],
          ['customer', params.customer],
        ),
        keep: (charge) =>
          inRange(charge.created, params.created) &&
          matches(charge.payment_intent, params.payment_intent) &&
          matches(charge.transfer_group, params.transfer_group) &&
          matches(charge.customer, params.customer),
      }),
    { forConnected: true },
  ),
  endpoint('GET', '/v1/charges/:', {}, ({ world, ids }) => world.need('charge', ids[0]!, 'charge'), {
    forConnected: true,
  }),
  endpoint(
    'POST',
    '/v1/charges/:',
    { description: text(1000), metadata: metadata(), transfer_group: text(255) },
    ({ world, params, ids }) => {
      const charge = world.need('charge', ids[0]!, 'charge');
      return world.update('charge', charge.id, {
        ...(params.description === undefined ? {} : { description: params.description }),
        ...(params.metadata === undefined ? {} : { metadata: mergeMetadata(charge.metadata, params.metadata) }),
        ...(params.transfer_group === undefined ? {} : { transfer_group: params.transfer_group }),
      });
    },
  ),
  endpoint(
    'POST',
    '/v1/refunds',
    {
      amount: integer(),
      charge: text(255),
      metadata: metadata(),
      payment_intent: text(255),
      reason: oneOf(REFUND_REASONS),
      reverse_transfer: boolean(),
      refund_application_fee: boolean(),
    },
    ({ world, params }) => {
      if (params.charge === undefined && params.payment_intent === undefined) {
        throw badParam(
          'One of the following params should be provided for this request: payment_intent or charge.',
          'charge',
          'parameter_missing',
        );
      }
      if (params.amount !== undefined && params.amount < 1)
        throw badParam('Invalid positive integer', 'amount', 'parameter_invalid_integer');
      if (params.reverse_transfer === true || params.refund_application_fee === true) {
        throw badParam(
          'Reversing transfers or fees with a refund applies to destination charges, which the sandbox does not model.',
          'reverse_transfer',
        );
      }
      const charge = chargeOf(world, params.charge, params.payment_intent);
      return refundCharge(world, charge, {
        amount: params.amount,
        metadata: mergeMetadata({}, params.metadata),
        reason: params.reason ?? null,
      });
    },
  ),
  endpoint(
    'GET',
    '/v1/refunds',
    { ...pagination, charge: text(255), created: range(), payment_intent: text(255) },
    ({ world, params }) => {
      if (params.charge !== undefined) world.need('charge', params.charge, 'charge');
      return listPage(world, 'refund', '/v1/refunds', params, {
        index: firstIndex(['charge', params.charge], ['payment_intent', params.payment_intent]),
        keep: (refund) =>
          inRange(refund.created, params.created) && matches(refund.payment_intent, params.payment_intent),
      });
    },
  ),
  endpoint('GET', '/v1/refunds/:', {}, ({ world, ids }) => world.need('refund', ids[0]!, 'refund')),
  endpoint('POST', '/v1/refunds/:', { metadata: metadata() }, ({ world, params, ids }) => {
    const refund = world.need('refund', ids[0]!, 'refund');
    return world.update('refund', refund.id, { metadata: mergeMetadata(refund.metadata, params.metadata) });
  }),
];

export const matches = (value: string | null, wanted: string | undefined): boolean =>
  wanted === undefined || value === wanted;

function confirm(
  world: World,
  intent: PaymentIntent,
  methodId: string,
  params: {
    off_session?: boolean | undefined;
    return_url?: string | undefined;
    error_on_requires_action?: boolean | undefined;
    setup_future_usage?: PaymentIntent['setup_future_usage'] | undefined;
  },
): PaymentIntent {
  const method = world.get('payment_method', methodId);
  if (!intent.payment_method_types.includes(method.type)) {
    throw refused(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent.`,
      'payment_intent_incompatible_payment_method',
      'payment_method',
    );
  }
  const current =
    params.setup_future_usage === undefined
      ? intent
      : world.update('payment_intent', intent.id, { setup_future_usage: params.setup_future_usage });
  const attempt = attemptPayment(world, current, method, {
    offSession: params.off_session === true || params.error_on_requires_action === true,
    returnUrl: params.return_url ?? null,
  });
  if (attempt.error) throw attempt.error;
  return attempt.intent;
}

function chargeOf(world: World, chargeId: string | undefined, intentId: string | undefined): Charge {
  if (chargeId !== undefined) return world.need('charge', chargeId, 'charge');
  const intent = world.need('payment_intent', intentId ?? '', 'payment_intent');
  if (intent.latest_charge === null || intent.status !== 'succeeded') {
    throw refused(
      'This PaymentIntent does not have a successful charge to refund.',
      'payment_intent_unexpected_state',
      'payment_intent',
    );
  }
  const charge = world.store.get('charge', intent.latest_charge);
  if (!charge) throw missing('charge', intent.latest_charge, 'payment_intent');
  return charge;
}
