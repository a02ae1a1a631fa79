import { badParam } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import { assertAmount, currency, inRange, integer, metadata, oneOf, range, required, text } from '../engine/params.ts';
import { PLATFORM } from '../engine/store.ts';
import { upper, type World } from '../engine/world.ts';
import { cancelPayout, createPayout } from '../objects/paying-out.ts';
import { settleWaitingRefunds } from '../objects/refunding.ts';
import { createTransfer, reverseTransfer } from '../objects/transferring.ts';
import type { Topup } from '../objects/connect-types.ts';
import type { Metadata } from '../objects/payment-types.ts';
import { endpoint, firstIndex, listPage, mergeMetadata, pagination } from './endpoint.ts';
import { matches } from './payments.ts';

/** Transfers and their reversals, payouts, top-ups. */
export const movingEndpoints = [
  endpoint(
    'POST',
    '/v1/transfers',
    {
      amount: integer(),
      currency: required(currency()),
      description: text(1000),
      destination: required(text(255)),
      metadata: metadata(),
      source_transaction: text(255),
      source_type: oneOf(['bank_account', 'card', 'fpx']),
      transfer_group: text(255),
    },
    ({ world, params }) => {
      if (params.amount === undefined && params.source_transaction === undefined)
        throw badParam('Missing required param: amount.', 'amount', 'parameter_missing');
      if (params.amount !== undefined) assertAmount(params.amount, params.currency);
      return createTransfer(world, {
        amount: params.amount,
        currency: params.currency,
        description: params.description ?? null,
        destination: params.destination,
        metadata: mergeMetadata({}, params.metadata),
        source_transaction: params.source_transaction ?? null,
        transfer_group: params.transfer_group ?? null,
      });
    },
  ),
  endpoint(
    'GET',
    '/v1/transfers',
    { ...pagination, created: range(), destination: text(255), transfer_group: text(255) },
    ({ world, params }) =>
      listPage(world, 'transfer', '/v1/transfers', params, {
        index: firstIndex(['transfer_group', params.transfer_group], ['destination', params.destination]),
        keep: (transfer) =>
          inRange(transfer.created, params.created) &&
          matches(transfer.destination, params.destination) &&
          matches(transfer.transfer_group, params.transfer_group),
      }),
  ),
  endpoint('GET', '/v1/transfers/:', {}, ({ world, ids }) => world.need('transfer', ids[0]!, 'transfer')),
  endpoint('POST', '/v1/transfers/:', { description: text(1000), metadata: metadata() }, ({ world, params, ids }) => {
    const transfer = world.need('transfer', ids[0]!, 'transfer');
    const updated = world.update('transfer', transfer.id, {
      ...(params.description === undefined ? {} : { description: params.description }),
      ...(params.metadata === undefined ? {} : { metadata: mergeMetadata(transfer.metadata, params.metadata) }),
    });
    world.emit('transfer.updated', updated);
    return updated;
  }),
  endpoint(
    'POST',
    '/v1/transfers/:/reversals',
    { amount: integer(), description: text(1000), metadata: metadata() },
    ({ world, params, ids }) => {
      const transfer = world.need('transfer', ids[0]!, 'id');
      if (params.amount !== undefined) assertAmount(params.amount, upper(transfer.currency));
      return reverseTransfer(world, transfer, { amount: params.amount, metadata: mergeMetadata({}, params.metadata) });
    },
  ),
  endpoint('GET', '/v1/transfers/:/reversals', pagination, ({ world, params, ids }) => {
    const transfer = world.need('transfer', ids[0]!, 'id');
    return listPage(world, 'transfer_reversal', `/v1/transfers/${transfer.id}/reversals`, params, {
      index: { name: 'transfer', key: transfer.id },
    });
  }),
  endpoint('GET', '/v1/transfers/:/reversals/:', {}, ({ world, ids }) =>
    world.need('transfer_reversal', ids[1]!, 'id'),
  ),
  endpoint(
    'POST',
    '/v1/payouts',
    {
      amount: required(integer()),
      currency: required(currency()),
      description: text(1000),
      destination: text(255),
      metadata: metadata(),
      method: oneOf(['instant', 'standard']),
      source_type: oneOf(['bank_account', 'card', 'fpx']),
      statement_descriptor: text(22),
    },
    ({ world, params }) => {
      assertAmount(params.amount, params.currency);
      if (params.method === 'instant')
        throw badParam('Instant payouts are not available for this account.', 'method', 'instant_payouts_unsupported');
      return createPayout(world, {
        amount: params.amount,
        currency: params.currency.toLowerCase(),
        description: params.description ?? null,
        destination: params.destination ?? null,
        metadata: mergeMetadata({}, params.metadata),
        statement_descriptor: params.statement_descriptor ?? null,
      });
    },
    { forConnected: true },
  ),
  endpoint(
    'GET',
    '/v1/payouts',
    {
      ...pagination,
      arrival_date: range(),
      created: range(),
      destination: text(255),
      status: oneOf(['canceled', 'failed', 'in_transit', 'paid', 'pending']),
    },
    ({ world, params }) =>
      listPage(world, 'payout', '/v1/payouts', params, {
        keep: (payout) =>
          inRange(payout.created, params.created) &&
          inRange(payout.arrival_date, params.arrival_date) &&
          matches(payout.destination, params.destination) &&
          matches(payout.status, params.status),
      }),
    { forConnected: true },
  ),
  endpoint('GET', '/v1/payouts/:', {}, ({ world, ids }) => world.need('payout', ids[0]!, 'payout'), {
    forConnected: true,
  }),
  endpoint(
    'POST',
    '/v1/payouts/:/cancel',
    {},
    ({ world, ids }) => cancelPayout(world, world.need('payout', ids[0]!, 'payout')),
    { forConnected: true },
  ),
  endpoint(
    'POST',
    '/v1/topups',
    {
      amount: required(integer()),
      currency: required(currency()),
      description: text(1000),
      metadata: metadata(),
      source: text(255),
      statement_descriptor: text(15),
      transfer_group: text(255),
    },
    ({ world, params }) => {
      assertAmount(params.amount, params.currency);
      return topUp(world, { ...params, metadata: mergeMetadata({}, params.metadata) });
    },
  ),
  endpoint(
    'GET',
    '/v1/topups',
    { ...pagination, amount: range(), created: range(), status: oneOf(['canceled', 'failed', 'pending', 'succeeded']) },
    ({ world, params }) =>
      listPage(world, 'topup', '/v1/topups', params, {
        keep: (topup) =>
          inRange(topup.created, params.created) &&
          inRange(topup.amount, params.amount) &&
          matches(topup.status, params.status),
      }),
  ),
  endpoint('GET', '/v1/topups/:', {}, ({ world, ids }) => world.need('topup', ids[0]!, 'topup')),
];

/** Money from the platform's own bank. The sandbox's bank sends it at once. */
function topUp(
  world: World,
  input: {
    amount: number;
    currency: string;
    description?: string | undefined;
    metadata: Metadata;
    statement_descriptor?: string | undefined;
    transfer_group?: string | undefined;
  },
): Topup {
  const id = stripeId('tu');
  const code = input.currency.toLowerCase();
  const transaction = world.book(PLATFORM, {
    type: 'topup',
    category: 'topup',
    amount: input.amount,
    currency: code,
    source: id,
    availableOn: world.now(),
    description: input.description ?? null,
  });
  const topup = world.create('topup', {
    id,
    object: 'topup',
    amount: input.amount,
    balance_transaction: transaction.id,
    created: world.now(),
    currency: code,
    description: input.description ?? null,
    expected_availability_date: world.now(),
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: input.metadata,
    source: null,
    statement_descriptor: input.statement_descriptor ?? null,
    status: 'succeeded',
    transfer_group: input.transfer_group ?? null,
  });
  world.emit('topup.created', topup);
  world.emit('topup.succeeded', topup);
  settleWaitingRefunds(world, code);
  return topup;
}
