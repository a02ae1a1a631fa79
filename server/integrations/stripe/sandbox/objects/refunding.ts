import { refused } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import { assertAmount } from '../engine/params.ts';
import { PLATFORM } from '../engine/store.ts';
import { upper, type World } from '../engine/world.ts';
import { asSettled } from './converting.ts';
import { cardOutcome } from './payment-methods.ts';
import type { Charge, Metadata, Refund } from './payment-types.ts';

/** A refund that goes through the card network later, or comes back, does so after this long. */
export const REFUND_SECONDS = 3600;

/** What may still be paid back of a charge: neither refunded nor sent on in its name. */
export const refundable = (charge: Charge): number => charge.amount_captured - charge.amount_refunded;

/** Pays back part or all of a charge. https://docs.stripe.com/refunds */
export function refundCharge(
  world: World,
  charge: Charge,
  input: { amount: number | undefined; metadata: Metadata; reason: string | null },
): Refund {
  if (charge.status !== 'succeeded' || !charge.captured) {
    throw refused(
      `Charge ${charge.id} has not been captured and cannot be refunded.`,
      'charge_not_refundable',
      'charge',
    );
  }
  if (charge.balance_transaction === null && world.store.ownerOf('charge', charge.id) === PLATFORM) {
    throw refused(
      `Charge ${charge.id} is still being entered; try again in a moment.`,
      'charge_not_refundable',
      'charge',
    );
  }
  if (hasBindingDispute(world, charge.id)) {
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed', 'charge');
  }
  const left = refundable(charge);
  if (left === 0) throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded', 'charge');
  const amount = input.amount ?? left;
  assertAmount(amount, upper(charge.currency));
  if (amount > left) {
    throw refused(
      `Refund amount (${amount} ${charge.currency}) is greater than unrefunded amount on charge (${left} ${charge.currency})`,
      'amount_too_large',
      'amount',
    );
  }
  const created: Refund = {
    id: stripeId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    metadata: input.metadata,
    payment_intent: charge.payment_intent,
    pending_reason: 'insufficient_funds',
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'pending',
    transfer_reversal: null,
  };
  const settled = asSettled(world, charge, amount);
  const covered = world.balances.total(PLATFORM, settled.currency, world.now()) >= settled.amount;
  world.create('refund', created);
  setRefunded(world, charge.id, charge.amount_refunded + amount);
  const refund = covered ? payRefund(world, created) : created;
  world.emit('refund.created', refund);
  world.emit('charge.refunded', world.get('charge', charge.id));
  return refund;
}

/** Pays refunds that waited for the balance to cover them, oldest first. */
export function settleWaitingRefunds(world: World, currency: string): void {
  for (const refund of world.store.indexed('refund', 'waiting', currency)) {
    if (world.balances.total(PLATFORM, currency, world.now()) < refund.amount) return;
    const paid = payRefund(world, refund);
    world.emit('refund.updated', paid);
    world.emit('charge.refund.updated', paid);
  }
}

export function completeRefund(world: World, refundId: string): void {
  const refund = world.get('refund', refundId);
  if (refund.status !== 'pending') return;
  const { pending_reason: _, ...rest } = refund;
  const done = world.create('refund', { ...rest, status: 'succeeded' });
  world.emit('refund.updated', done);
  world.emit('charge.refund.updated', done);
}

/**
 * The card holder's bank sent the refund back: the money returns to the balance and is owed again. One that waited for the
 * balance had not left it.
 */
export function failRefund(world: World, refundId: string, reason = 'expired_or_canceled_card'): void {
  const refund = world.get('refund', refundId);
  if (refund.status === 'failed') return;
  const charge = world.get('charge', refund.charge);
  const back =
    refund.balance_transaction === null
      ? null
      : world.book(PLATFORM, {
          type: 'refund_failure',
          category: 'refund_failure',
          ...asSettled(world, charge, refund.amount),
          source: refund.id,
          availableOn: world.now(),
          description: 'REFUND FAILED',
        });
  const { pending_reason: _, ...rest } = refund;
  const failed = world.create('refund', {
    ...rest,
    status: 'failed',
    failure_reason: reason,
    ...(back ? { failure_balance_transaction: back.id } : {}),
  });
  setRefunded(world, charge.id, charge.amount_refunded - refund.amount);
  world.emit('refund.failed', failed);
  world.emit('refund.updated', failed);
  world.emit('charge.refund.updated', failed);
}

function payRefund(world: World, refund: Refund): Refund {
  const charge = world.get('charge', refund.charge);
  const entry =
    charge.balance_transaction === null
      ? undefined
      : world.store.get('balance_transaction', charge.balance_transaction);
  const isCard = charge.payment_method_details?.type !== 'sepa_debit';
  const settled = asSettled(world, charge, refund.amount);
  const transaction = world.book(PLATFORM, {
    type: isCard ? 'refund' : 'payment_refund',
    category: 'refund',
    ...settled,
    amount: -settled.amount,
    source: refund.id,
    // A refund of money still settling comes out of the same settlement.
    availableOn: entry?.available_on ?? world.now(),
    description: 'REFUND FOR CHARGE',
  });
  const method = charge.payment_method === null ? undefined : world.store.get('payment_method', charge.payment_method);
  const outcome = method?.type === 'card' ? cardOutcome(world, method).kind : 'succeeds';
  const { pending_reason: _, ...rest } = refund;
  const paid: Refund = {
    ...rest,
    balance_transaction: transaction.id,
    ...(isCard
      ? {
          destination_details: {
            card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
            type: 'card' as const,
          },
        }
      : {}),
  };
  if (outcome === 'refund_pending') {
    world.schedule('refund_succeed', world.now() + REFUND_SECONDS, refund.id);
    return world.create('refund', { ...paid, status: 'pending', pending_reason: 'processing' });
  }
  if (outcome === 'refund_fails') world.schedule('refund_fail', world.now() + REFUND_SECONDS, refund.id);
  return world.create('refund', { ...paid, status: 'succeeded' });
}

function setRefunded(world: World, chargeId: string, amount: number): void {
  const charge = world.get('charge', chargeId);
  world.update('charge', chargeId, { amount_refunded: amount, refunded: amount === charge.amount_captured });
}

function hasBindingDispute(world: World, chargeId: string): boolean {
  return world.store
    .indexed('dispute', 'charge', chargeId)
    .some(({ status }) => status === 'lost' || status === 'needs_response' || status === 'under_review');
}
