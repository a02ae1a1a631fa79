import type { Currency } from '../../../../core/money.ts';
import { refused } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import { PLATFORM } from '../engine/store.ts';
import type { World } from '../engine/world.ts';
import { settleWaitingRefunds } from './refunding.ts';
import type { Transfer, TransferReversal } from './connect-types.ts';
import type { Charge, Metadata } from './payment-types.ts';

export interface TransferInput {
  amount: number | undefined;
  currency: Currency;
  description: string | null;
  destination: string;
  metadata: Metadata;
  source_transaction: string | null;
  transfer_group: string | null;
}

/** What of a charge has neither been refunded nor been sent on by earlier transfers that name it as their source. */
function transferable(world: World, charge: Charge): number {
  const sent = world.store
    .indexed('transfer', 'source_transaction', charge.id)
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0);
  return charge.amount_captured - charge.amount_refunded - sent;
}

/**
 * Moves platform money to a connected account. Tied to a charge it always succeeds up to what is left of the charge and
 * becomes available with it; otherwise the available balance must cover it.
 * https://docs.stripe.com/connect/separate-charges-and-transfers
 */
export function createTransfer(world: World, input: TransferInput): Transfer {
  const destination = world.store.get('account', input.destination);
  if (!destination) throw refused(`No such destination: '${input.destination}'`, 'resource_missing', 'destination');
  if (destination.capabilities['transfers'] !== 'active') {
    throw refused(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      'insufficient_capabilities_for_transfer',
      'destination',
    );
  }
  const charge =
    input.source_transaction === null
      ? null
      : world.need('charge', input.source_transaction, 'source_transaction', PLATFORM);
  const currency = input.currency.toLowerCase();
  const amount = input.amount ?? (charge ? transferable(world, charge) : 0);
  let availableOn = world.now();
  if (charge) availableOn = checkSource(world, charge, currency, amount);
  else if (world.balances.available(PLATFORM, currency, world.now()) < amount) {
    throw refused(
      'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
      'balance_insufficient',
    );
  }
  const id = stripeId('tr');
  const transaction = world.book(PLATFORM, {
    type: 'transfer',
    category: 'transfer',
    amount: -amount,
    currency,
    source: id,
    availableOn,
    description: input.description,
  });
  const group =
    input.transfer_group ??
    charge?.transfer_group ??
    (charge?.payment_intent ? `group_${charge.payment_intent}` : null);
  const payment = receive(world, { transfer: id, account: destination.id, amount, currency, availableOn });
  const transfer = world.create('transfer', {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: transaction.id,
    created: world.now(),
    currency,
    description: input.description,
    destination: destination.id,
    destination_payment: payment.id,
    livemode: false,
    metadata: input.metadata,
    reversals: { object: 'list', data: [], has_more: false, total_count: 0, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: charge?.id ?? null,
    source_type: 'card',
    transfer_group: group,
  });
  world.emit('transfer.created', transfer);
  world.emit('payment.created', payment, destination.id);
  return transfer;
}

/** Takes a transfer back, as far as the connected account still holds the money. */
export function reverseTransfer(
  world: World,
  transfer: Transfer,
  input: { amount: number | undefined; metadata: Metadata },
): TransferReversal {
  const left = transfer.amount - transfer.amount_reversed;
  const amount = input.amount ?? left;
  if (amount > left || left === 0) {
    throw refused(
      `This transfer has ${left} ${transfer.currency} left to reverse.`,
      left === 0 ? 'transfer_already_reversed' : 'amount_too_large',
      'amount',
    );
  }
  if (world.balances.total(transfer.destination, transfer.currency, world.now()) < amount) {
    throw refused('The connected account has insufficient funds to reverse this transfer.', 'balance_insufficient');
  }
  const payment = world.get('charge', transfer.destination_payment);
  const received = world.get('balance_transaction', payment.balance_transaction ?? '');
  const id = stripeId('trr');
  const back = stripeId('pyr');
  world.book(transfer.destination, {
    type: 'payment_refund',
    category: 'refund',
    amount: -amount,
    currency: transfer.currency,
    source: back,
    availableOn: received.available_on,
    description: 'REFUND FOR PAYMENT',
  });
  const transaction = world.book(PLATFORM, {
    type: 'transfer_refund',
    category: 'transfer_reversal',
    amount,
    currency: transfer.currency,
    source: id,
    availableOn: received.available_on,
    description: `REVERSAL OF TRANSFER ${transfer.id}`,
  });
  world.update('charge', payment.id, {
    amount_refunded: payment.amount_refunded + amount,
    refunded: payment.amount_refunded + amount === payment.amount,
  });
  const reversal = world.create('transfer_reversal', {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: transaction.id,
    created: world.now(),
    currency: transfer.currency,
    destination_payment_refund: back,
    metadata: input.metadata,
    source_refund: null,
    transfer: transfer.id,
  });
  const updated = world.update('transfer', transfer.id, {
    amount_reversed: transfer.amount_reversed + amount,
    reversed: transfer.amount_reversed + amount === transfer.amount,
  });
  world.emit('transfer.reversed', updated);
  settleWaitingRefunds(world, transfer.currency);
  return reversal;
}

/** Returns when the transferred money becomes available. */
function checkSource(world: World, charge: Charge, currency: string, amount: number): number {
  if (charge.status !== 'succeeded' || !charge.captured || charge.balance_transaction === null) {
    throw refused(
      'A transfer’s source_transaction must be a captured charge that has been entered into the balance.',
      undefined,
      'source_transaction',
    );
  }
  const settledIn = world.get('balance_transaction', charge.balance_transaction).currency;
  if (settledIn !== currency) {
    throw refused(
      `The currency of source_transaction's balance transaction (${settledIn}) must be the same as the transfer currency (${currency})`,
      undefined,
      'currency',
    );
  }
  const left = transferable(world, charge);
  if (amount > left) {
    throw refused(
      `Cannot create transfers from this source totaling more than ${charge.amount_captured - charge.amount_refunded}; ${left} ${currency} is left of charge ${charge.id}.`,
      'amount_too_large',
      'amount',
    );
  }
  return world.get('balance_transaction', charge.balance_transaction).available_on;
}

function receive(
  world: World,
  input: { transfer: string; account: string; amount: number; currency: string; availableOn: number },
): Charge {
  const id = stripeId('py');
  const transaction = world.book(input.account, {
    type: 'payment',
    category: 'charge',
    amount: input.amount,
    currency: input.currency,
    source: id,
    availableOn: input.availableOn,
  });
  return world.create(
    'charge',
    {
      id,
      object: 'charge',
      amount: input.amount,
      amount_captured: input.amount,
      amount_refunded: 0,
      balance_transaction: transaction.id,
      billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
      captured: true,
      created: world.now(),
      currency: input.currency,
      customer: null,
      description: null,
      disputed: false,
      failure_code: null,
      failure_message: null,
      livemode: false,
      metadata: {},
      outcome: null,
      paid: true,
      payment_intent: null,
      payment_method: null,
      payment_method_details: null,
      receipt_email: null,
      refunded: false,
      source_transfer: input.transfer,
      statement_descriptor: null,
      status: 'succeeded',
      transfer_group: null,
    },
    input.account,
  );
}
