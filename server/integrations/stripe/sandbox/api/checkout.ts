import type { Currency } from '../../../../core/money.ts';
import { badParam, refused } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import {
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
import { DAY, upper } from '../engine/world.ts';
import { createSetup, expireSession } from '../objects/paying.ts';
import type { CheckoutSession, LineItem } from '../objects/payment-types.ts';
import { endpoint, firstIndex, listPage, mergeMetadata, pagination } from './endpoint.ts';
import { assertChargeable, defaultMethodTypes, matches, methodTypes, paymentFields } from './payments.ts';

/** https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-locale: no Arabic; `auto` follows the browser. */
const LOCALES = [
  'auto',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'en-GB',
  'es',
  'es-419',
  'et',
  'fi',
  'fil',
  'fr',
  'fr-CA',
  'hi-IN',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'mt',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tr',
  'vi',
  'zh',
  'zh-HK',
  'zh-TW',
] as const;

const MIN_LIFE = 1800;
const MAX_LIFE = DAY;

const priceData = object({
  currency: required(currency()),
  product_data: object({
    name: required(text(250)),
    description: text(500),
    images: list(url(), 8),
    metadata: metadata(),
    tax_code: text(50),
  }),
  tax_behavior: oneOf(['exclusive', 'inclusive', 'unspecified']),
  unit_amount: integer(0),
});

export const checkoutEndpoints = [
  endpoint(
    'POST',
    '/v1/checkout/sessions',
    {
      allowed_payment_method_types: methodTypes,
      billing_address_collection: oneOf(['auto', 'required']),
      cancel_url: url(),
      client_reference_id: text(200),
      currency: currency(),
      customer: text(255),
      customer_creation: oneOf(['always', 'if_required']),
      customer_email: email(),
      expires_at: integer(0),
      line_items: list(
        object({ price_data: priceData, price: text(255), quantity: integer(0), metadata: metadata() }),
        100,
      ),
      locale: oneOf(LOCALES),
      metadata: metadata(),
      mode: required(oneOf(['payment', 'setup'])),
      payment_intent_data: object(paymentFields),
      payment_method_types: methodTypes,
      setup_intent_data: object({ description: text(1000), metadata: metadata() }),
      submit_type: oneOf(['auto', 'book', 'donate', 'pay']),
      success_url: url(),
      ui_mode: oneOf(['hosted_page']),
    },
    ({ world, params }) => {
      const now = world.now();
      const types = params.allowed_payment_method_types ?? params.payment_method_types;
      if (params.customer !== undefined && params.customer_email !== undefined) {
        throw badParam('You may only specify one of these parameters: customer, customer_email.', 'customer_email');
      }
      if (params.customer !== undefined && params.customer_creation !== undefined) {
        throw badParam(
          'You may only specify one of these parameters: customer, customer_creation.',
          'customer_creation',
        );
      }
      if (params.success_url === undefined)
        throw badParam('Missing required param: success_url.', 'success_url', 'parameter_missing');
      const expiresAt = params.expires_at ?? now + MAX_LIFE;
      if (expiresAt < now + MIN_LIFE - 60)
        throw badParam(
          'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
          'expires_at',
        );
      if (expiresAt > now + MAX_LIFE + 60)
        throw badParam(
          'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
          'expires_at',
        );
      if (params.customer !== undefined) world.need('customer', params.customer, 'customer');
      const { lines, code } =
        params.mode === 'payment' ? readLines(params.line_items, params.currency) : noLines(params);
      const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
      if (code) assertChargeable(total, code, 'line_items');
      const id = `${stripeId('cs_test')}`;
      const setup =
        params.mode === 'setup'
          ? createSetup(world, {
              customer: params.customer ?? null,
              description: params.setup_intent_data?.description ?? null,
              metadata: mergeMetadata({}, params.setup_intent_data?.metadata),
              payment_method_types: types ?? ['card'],
              usage: 'off_session',
            })
          : null;
      world.create('checkout_plan', {
        id,
        lines,
        payment: { ...params.payment_intent_data, metadata: mergeMetadata({}, params.payment_intent_data?.metadata) },
        setup: params.setup_intent_data ?? {},
      });
      const session = world.create('checkout_session', {
        id,
        object: 'checkout.session',
        amount_subtotal: code ? total : null,
        amount_total: code ? total : null,
        automatic_tax: { enabled: false, liability: null, provider: null, status: null },
        cancel_url: params.cancel_url ?? null,
        client_reference_id: params.client_reference_id ?? null,
        created: now,
        currency: code?.toLowerCase() ?? params.currency?.toLowerCase() ?? null,
        custom_fields: [],
        custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
        customer: params.customer ?? null,
        customer_creation: params.customer === undefined ? (params.customer_creation ?? 'if_required') : null,
        customer_details: null,
        customer_email: params.customer_email ?? null,
        expires_at: expiresAt,
        livemode: false,
        locale: params.locale ?? null,
        metadata: mergeMetadata({}, params.metadata),
        mode: params.mode,
        payment_intent: null,
        payment_method_types: types ?? (code ? defaultMethodTypes(code) : ['card']),
        payment_status: params.mode === 'setup' ? 'no_payment_required' : 'unpaid',
        setup_intent: setup?.id ?? null,
        shipping_options: [],
        status: 'open',
        submit_type: params.submit_type ?? null,
        success_url: params.success_url,
        total_details: code ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
        ui_mode: 'hosted_page',
        url: `${world.options.publicUrl}/pay/${id}`,
      });
      world.schedule('session_expire', expiresAt, id);
      return session;
    },
  ),
  endpoint(
    'GET',
    '/v1/checkout/sessions',
    {
      ...pagination,
      created: range(),
      customer: text(255),
      customer_details: object({ email: email() }),
      payment_intent: text(255),
      status: oneOf(['complete', 'expired', 'open']),
    },
    ({ world, params }) =>
      listPage(world, 'checkout_session', '/v1/checkout/sessions', params, {
        index: firstIndex(['payment_intent', params.payment_intent], ['customer', params.customer]),
        keep: (session: CheckoutSession) =>
          inRange(session.created, params.created) &&
          matches(session.customer, params.customer) &&
          matches(session.status, params.status) &&
          matches(session.customer_details?.email ?? session.customer_email, params.customer_details?.email),
      }),
  ),
  endpoint('GET', '/v1/checkout/sessions/:', {}, ({ world, ids }) =>
    world.need('checkout_session', ids[0]!, 'session'),
  ),
  endpoint('GET', '/v1/checkout/sessions/:/line_items', pagination, ({ world, ids }) => {
    const session = world.need('checkout_session', ids[0]!, 'session');
    const data = world.get('checkout_plan', session.id).lines;
    return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${session.id}/line_items` };
  }),
  endpoint('POST', '/v1/checkout/sessions/:', { metadata: metadata() }, ({ world, params, ids }) => {
    const session = world.need('checkout_session', ids[0]!, 'session');
    return world.update('checkout_session', session.id, { metadata: mergeMetadata(session.metadata, params.metadata) });
  }),
  endpoint('POST', '/v1/checkout/sessions/:/expire', {}, ({ world, ids }) => {
    const session = world.need('checkout_session', ids[0]!, 'session');
    if (session.status !== 'open') {
      throw refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        undefined,
        'session',
      );
    }
    return expireSession(world, session);
  }),
];

interface LineInput {
  price?: string | undefined;
  price_data?:
    | { currency: Currency; unit_amount?: number | undefined; product_data?: { name: string } | undefined }
    | undefined;
  quantity?: number | undefined;
}

function readLines(
  input: LineInput[] | undefined,
  sessionCurrency: Currency | undefined,
): { lines: LineItem[]; code: Currency } {
  if (!input || input.length === 0)
    throw badParam('Missing required param: line_items.', 'line_items', 'parameter_missing');
  const code = input[0]?.price_data?.currency ?? sessionCurrency;
  const lines = input.map((line, index): LineItem => {
    const at = `line_items[${index}]`;
    if (line.price !== undefined) throw badParam(`No such price: '${line.price}'`, `${at}[price]`, 'resource_missing');
    const price = line.price_data;
    if (!price) throw badParam(`Missing required param: ${at}[price_data].`, `${at}[price_data]`, 'parameter_missing');
    if (!price.product_data)
      throw badParam(
        `Missing required param: ${at}[price_data][product_data].`,
        `${at}[price_data][product_data]`,
        'parameter_missing',
      );
    if (price.unit_amount === undefined)
      throw badParam(
        `Missing required param: ${at}[price_data][unit_amount].`,
        `${at}[price_data][unit_amount]`,
        'parameter_missing',
      );
    if (line.quantity === undefined)
      throw badParam(`Quantity is required. Add \`quantity\` to \`${at}\``, `${at}[quantity]`, 'parameter_missing');
    if (line.quantity < 1)
      throw badParam('This value must be greater than or equal to 1.', `${at}[quantity]`, 'parameter_invalid_integer');
    if (price.currency !== code)
      throw badParam('All line items must have the same currency.', `${at}[price_data][currency]`);
    const total = price.unit_amount * line.quantity;
    return {
      id: stripeId('li'),
      object: 'item',
      amount_discount: 0,
      amount_subtotal: total,
      amount_tax: 0,
      amount_total: total,
      currency: price.currency.toLowerCase(),
      description: price.product_data.name,
      quantity: line.quantity,
    };
  });
  return { lines, code: upper(code ?? 'EUR') };
}

function noLines(params: { line_items?: unknown; payment_intent_data?: unknown }): { lines: LineItem[]; code: null } {
  if (params.line_items !== undefined) throw badParam('You can not pass `line_items` in `setup` mode.', 'line_items');
  if (params.payment_intent_data !== undefined)
    throw badParam('You can not pass `payment_intent_data` in `setup` mode.', 'payment_intent_data');
  return { lines: [], code: null };
}
