import { refused } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import { PLATFORM } from '../engine/store.ts';
import { TARIFFS } from '../engine/tariff.ts';
import { DAY, upper, type World } from '../engine/world.ts';
import { asSettled } from './converting.ts';
import { settleWaitingRefunds } from './refunding.ts';
import type { Dispute, FraudWarning } from './payment-types.ts';

/** Days a platform has to answer a dispute. */
export const EVIDENCE_DAYS = 9;

/** A card holder disputes a charge: the network takes the money and a fee at once, unless it only inquires. */
export function openDispute(
  world: World,
  chargeId: string,
  input: { reason: string; inquiry?: boolean; amount?: number },
): Dispute {
  const charge = world.get('charge', chargeId);
  if (charge.status !== 'succeeded' || !charge.captured)
    throw refused('Only a captured charge can be disputed.', undefined, 'charge');
  const disputed = world.store
    .indexed('dispute', 'charge', chargeId)
    .filter(({ status }) => status !== 'warning_closed')
    .reduce((sum, other) => sum + other.amount, 0);
  const amount = input.amount ?? charge.amount_captured - charge.amount_refunded;
  // Parts of a charge may be disputed one by one.
  if (disputed > 0 && disputed + amount > charge.amount_captured)
    throw refused('The charge has been disputed already.', undefined, 'charge');
  if (amount < 1 || amount > charge.amount_captured)
    throw refused('No such amount is left to dispute.', 'amount_too_large', 'amount');
  const dueBy = world.now() + EVIDENCE_DAYS * DAY;
  const dispute = world.create('dispute', {
    id: stripeId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: chargeId,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: input.inquiry === true,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: input.reason,
    status: input.inquiry === true ? 'warning_needs_response' : 'needs_response',
  });
  world.update('charge', chargeId, { disputed: true });
  world.schedule('dispute_due', dueBy, dispute.id);
  if (input.inquiry === true) {
    world.emit('charge.dispute.created', dispute);
    return dispute;
  }
  const withdrawn = withdraw(world, dispute);
  world.emit('charge.dispute.created', withdrawn);
  world.emit('charge.dispute.funds_withdrawn', withdrawn);
  return withdrawn;
}

/** The bank was not convinced by the answer to its inquiry, or got none: it disputes the charge, which is answered anew. */
export function escalateInquiry(world: World, disputeId: string): Dispute {
  const inquiry = world.get('dispute', disputeId);
  if (!inquiry.status.startsWith('warning') || inquiry.status === 'warning_closed')
    throw refused('This dispute is no open inquiry.', undefined, 'dispute');
  const dueBy = world.now() + EVIDENCE_DAYS * DAY;
  const dispute = world.update('dispute', disputeId, {
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: { ...inquiry.evidence_details, due_by: dueBy },
  });
  world.schedule('dispute_due', dueBy, disputeId);
  const withdrawn = withdraw(world, dispute);
  world.emit('charge.dispute.updated', withdrawn);
  world.emit('charge.dispute.funds_withdrawn', withdrawn);
  return withdrawn;
}

/** Ends a dispute. A win brings the amount back; the fee is kept either way. */
export function closeDispute(world: World, disputeId: string, outcome: 'lost' | 'won'): Dispute {
  const dispute = world.get('dispute', disputeId);
  // A bank may give the money back after it has decided, and take it again.
  const reversed = (dispute.status === 'lost' || dispute.status === 'won') && dispute.status !== outcome;
  if (!reversed && ['won', 'lost', 'warning_closed'].includes(dispute.status)) {
    throw refused('This dispute is already closed.', undefined, 'dispute');
  }
  if (dispute.status.startsWith('warning')) {
    const closed = world.update('dispute', disputeId, { status: 'warning_closed', is_charge_refundable: true });
    world.update('charge', dispute.charge, { disputed: false });
    world.emit('charge.dispute.closed', closed);
    return closed;
  }
  if (outcome === 'lost') {
    const taken = dispute.status === 'won' ? withdraw(world, dispute, 0) : dispute;
    const lost = world.update('dispute', disputeId, { status: 'lost', is_charge_refundable: false });
    if (taken !== dispute) world.emit('charge.dispute.funds_withdrawn', lost);
    world.emit('charge.dispute.closed', lost);
    return lost;
  }
  const back = world.book(PLATFORM, {
    type: 'adjustment',
    category: 'dispute_reversal',
    ...asSettled(world, world.get('charge', dispute.charge), dispute.amount),
    source: dispute.id,
    availableOn: world.now(),
    description: `Chargeback reversal for ${dispute.charge}`,
  });
  const won = world.update('dispute', disputeId, {
    status: 'won',
    is_charge_refundable: true,
    balance_transactions: [...dispute.balance_transactions, back],
  });
  world.emit('charge.dispute.funds_reinstated', won);
  world.emit('charge.dispute.closed', won);
  settleWaitingRefunds(world, dispute.currency);
  return won;
}

/** The issuer reports a suspicion; no money moves. https://docs.stripe.com/disputes/measuring#early-fraud-warnings */
export function warnOfFraud(world: World, chargeId: string): FraudWarning {
  const charge = world.get('charge', chargeId);
  const warning = world.create('fraud_warning', {
    id: stripeId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: chargeId,
    created: world.now(),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: charge.payment_intent,
  });
  world.emit('radar.early_fraud_warning.created', warning);
  return warning;
}

function withdraw(world: World, dispute: Dispute, fee?: number): Dispute {
  const settled = asSettled(world, world.get('charge', dispute.charge), dispute.amount);
  const transaction = world.book(PLATFORM, {
    type: 'adjustment',
    category: 'dispute',
    ...settled,
    amount: -settled.amount,
    source: dispute.id,
    availableOn: world.now(),
    description: `Chargeback withdrawal for ${dispute.charge}`,
    fee: { amount: fee ?? TARIFFS[upper(settled.currency)].disputeFee, description: 'Dispute fee' },
  });
  return world.update('dispute', dispute.id, {
    balance_transactions: [...dispute.balance_transactions, transaction],
  });
}
