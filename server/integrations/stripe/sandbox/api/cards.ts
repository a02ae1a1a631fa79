import { badParam, missing, refused } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import {
  boolean,
  clearableText,
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
import { TEST_PAYMENT_METHODS } from '../engine/test-numbers.ts';
import { confirmSetup, createSetup } from '../objects/paying.ts';
import { attachMethod, cardMethod, debitMethod, resolveMethod, yearAhead } from '../objects/payment-methods.ts';
import { endpoint, firstIndex, listPage, mergeMetadata, pagination } from './endpoint.ts';
import { METHOD_TYPES, matches, methodTypes } from './payments.ts';

const billingDetails = object({ email: email(), name: text(500), phone: text(50) });

/** Customers, their saved cards, and the intents that save one. */
export const cardEndpoints = [
  endpoint(
    'POST',
    '/v1/customers',
    {
      description: text(),
      email: email(),
      metadata: metadata(),
      name: text(256),
      payment_method: text(255),
      preferred_locales: list(text(10), 10),
    },
    ({ world, params }) => {
      const customer = world.create('customer', {
        id: stripeId('cus'),
        object: 'customer',
        created: world.now(),
        description: params.description ?? null,
        email: params.email ?? null,
        livemode: false,
        metadata: mergeMetadata({}, params.metadata),
        name: params.name ?? null,
        invoice_settings: { default_payment_method: null },
      });
      world.emit('customer.created', customer);
      if (params.payment_method !== undefined)
        attachMethod(world, resolveMethod(world, params.payment_method).id, customer.id);
      return customer;
    },
  ),
  endpoint('GET', '/v1/customers', { ...pagination, created: range(), email: email() }, ({ world, params }) =>
    listPage(world, 'customer', '/v1/customers', params, {
      keep: (customer) => inRange(customer.created, params.created) && matches(customer.email, params.email),
    }),
  ),
  endpoint('GET', '/v1/customers/:', {}, ({ world, ids }) =>
    world.store.get('deleted_customer', ids[0]!)
      ? { id: ids[0]!, object: 'customer', deleted: true }
      : world.need('customer', ids[0]!, 'customer'),
  ),
  endpoint(
    'POST',
    '/v1/customers/:',
    {
      description: clearableText(),
      email: email(),
      invoice_settings: object({ default_payment_method: text(255) }),
      metadata: metadata(),
      name: clearableText(256),
    },
    ({ world, params, ids }) => {
      const customer = world.need('customer', ids[0]!, 'customer');
      const chosen = params.invoice_settings?.default_payment_method;
      if (chosen !== undefined && world.store.get('payment_method', chosen)?.customer !== customer.id) {
        throw missing('PaymentMethod', chosen, 'invoice_settings[default_payment_method]');
      }
      const updated = world.update('customer', customer.id, {
        ...(params.description === undefined ? {} : { description: params.description || null }),
        ...(params.email === undefined ? {} : { email: params.email }),
        ...(params.name === undefined ? {} : { name: params.name || null }),
        ...(params.metadata === undefined ? {} : { metadata: mergeMetadata(customer.metadata, params.metadata) }),
        ...(chosen === undefined ? {} : { invoice_settings: { default_payment_method: chosen } }),
      });
      world.emit('customer.updated', updated);
      return updated;
    },
  ),
  endpoint('DELETE', '/v1/customers/:', {}, ({ world, ids }) => {
    const customer = world.need('customer', ids[0]!, 'customer');
    for (const method of world.store.indexed('payment_method', 'customer', customer.id))
      world.update('payment_method', method.id, { customer: null });
    world.store.remove('customer', customer.id);
    world.create('deleted_customer', { id: customer.id });
    world.emit('customer.deleted', customer);
    return { id: customer.id, object: 'customer', deleted: true };
  }),
  endpoint(
    'GET',
    '/v1/customers/:/payment_methods',
    { ...pagination, type: oneOf(METHOD_TYPES) },
    ({ world, params, ids }) => {
      const customer = world.need('customer', ids[0]!, 'customer');
      return listPage(world, 'payment_method', `/v1/customers/${customer.id}/payment_methods`, params, {
        index: { name: 'customer', key: customer.id },
        keep: (method) => matches(method.type, params.type),
      });
    },
  ),
  endpoint(
    'POST',
    '/v1/payment_methods',
    {
      billing_details: billingDetails,
      card: object({
        number: text(30),
        exp_month: integer(1, 12),
        exp_year: integer(2000, 2100),
        cvc: text(4),
        token: text(255),
      }),
      metadata: metadata(),
      sepa_debit: object({ iban: required(text(40)) }),
      type: required(oneOf(METHOD_TYPES)),
    },
    ({ world, params }) => {
      const who = { name: params.billing_details?.name, email: params.billing_details?.email };
      if (params.type === 'sepa_debit') {
        if (!params.sepa_debit)
          throw badParam('Missing required param: sepa_debit.', 'sepa_debit', 'parameter_missing');
        return debitMethod(world, { iban: params.sepa_debit.iban, ...who });
      }
      const { card } = params;
      if (!card) throw badParam('Missing required param: card.', 'card', 'parameter_missing');
      const number =
        card.token === undefined ? card.number : TEST_PAYMENT_METHODS[`pm_card_${card.token.replace(/^tok_/, '')}`];
      if (number === undefined)
        throw badParam(card.token ? `No such token: '${card.token}'` : 'Missing required param: card[number].', 'card');
      return cardMethod(world, {
        number,
        expMonth: card.exp_month ?? 12,
        expYear: card.exp_year ?? yearAhead(world),
        ...who,
      });
    },
  ),
  endpoint(
    'GET',
    '/v1/payment_methods',
    { ...pagination, customer: text(255), type: oneOf(METHOD_TYPES) },
    ({ world, params }) =>
      listPage(world, 'payment_method', '/v1/payment_methods', params, {
        index: firstIndex(['customer', params.customer]),
        keep: (method) =>
          matches(method.type, params.type) && (params.customer !== undefined || method.customer !== null),
      }),
  ),
  endpoint('GET', '/v1/payment_methods/:', {}, ({ world, ids }) =>
    world.need('payment_method', ids[0]!, 'payment_method'),
  ),
  endpoint('POST', '/v1/payment_methods/:/attach', { customer: required(text(255)) }, ({ world, params, ids }) => {
    const customer = world.need('customer', params.customer, 'customer');
    return attachMethod(world, resolveMethod(world, ids[0]!).id, customer.id);
  }),
  endpoint('POST', '/v1/payment_methods/:/detach', {}, ({ world, ids }) => {
    const method = world.need('payment_method', ids[0]!, 'payment_method');
    if (method.customer === null)
      throw refused(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
        'payment_method_unexpected_state',
      );
    const detached = world.update('payment_method', method.id, { customer: null });
    world.emit('payment_method.detached', detached);
    return detached;
  }),
  endpoint(
    'POST',
    '/v1/setup_intents',
    {
      automatic_payment_methods: object({ enabled: required(boolean()), allow_redirects: oneOf(['always', 'never']) }),
      confirm: boolean(),
      customer: text(255),
      description: text(1000),
      metadata: metadata(),
      payment_method: text(255),
      payment_method_types: methodTypes,
      return_url: url(),
      usage: oneOf(['off_session', 'on_session']),
    },
    ({ world, params }) => {
      if (params.customer !== undefined) world.need('customer', params.customer, 'customer');
      const intent = createSetup(world, {
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        payment_method_types: params.payment_method_types ?? ['card'],
        usage: params.usage ?? 'off_session',
      });
      if (params.payment_method === undefined) {
        if (params.confirm === true)
          throw badParam('Missing required param: payment_method.', 'payment_method', 'parameter_missing');
        return intent;
      }
      const method = resolveMethod(world, params.payment_method);
      if (params.confirm === true) return confirmSetup(world, intent, method, false);
      return world.update('setup_intent', intent.id, { payment_method: method.id, status: 'requires_confirmation' });
    },
  ),
  endpoint(
    'GET',
    '/v1/setup_intents',
    { ...pagination, created: range(), customer: text(255), payment_method: text(255) },
    ({ world, params }) =>
      listPage(world, 'setup_intent', '/v1/setup_intents', params, {
        keep: (intent) =>
          inRange(intent.created, params.created) &&
          matches(intent.customer, params.customer) &&
          matches(intent.payment_method, params.payment_method),
      }),
  ),
  endpoint('GET', '/v1/setup_intents/:', {}, ({ world, ids }) => world.need('setup_intent', ids[0]!, 'intent')),
  endpoint(
    'POST',
    '/v1/setup_intents/:/confirm',
    { payment_method: text(255), return_url: url() },
    ({ world, params, ids }) => {
      const intent = world.need('setup_intent', ids[0]!, 'intent');
      const methodId = params.payment_method ?? intent.payment_method;
      if (methodId === null || intent.status === 'succeeded' || intent.status === 'canceled') {
        throw refused(
          `This SetupIntent cannot be confirmed because it has a status of ${intent.status}.`,
          'setup_intent_unexpected_state',
        );
      }
      return confirmSetup(world, intent, resolveMethod(world, methodId), false);
    },
  ),
  endpoint('POST', '/v1/setup_intents/:/cancel', {}, ({ world, ids }) => {
    const intent = world.need('setup_intent', ids[0]!, 'intent');
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw refused(
        `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
        'setup_intent_unexpected_state',
      );
    }
    return world.update('setup_intent', intent.id, { status: 'canceled', next_action: null });
  }),
];
