import type { Command } from './commands.ts';
import { bankDisputeOf } from './joint.ts';
import { isSuspended, milestoneOf } from './moves.ts';
import { milestoneIdOf, type Sim } from './state.ts';

/*
 * What card banks do with payments, and what of it is reported only once.
 */

/**
 * An event is the only report of money that moved without a call of ours, or for which no milestone waits: the provider repeats
 * it until it is taken.
 */
export function isOnlyReport(s: Sim, { id, type }: { id: string; type: string }): boolean {
  if (/^(charge\.dispute|radar|refund\.failed|transfer\.reversed)/.test(type)) return true;
  if (type.startsWith('refund.') && s.provider.event(id).metadata['op_id'] === undefined) return true;
  const paymentId = type === 'payment_intent.succeeded' ? s.provider.event(id).metadata['payment_id'] : undefined;
  const payment = s.payments.find((p) => p.id === paymentId);
  // Its milestone's clock looks at a payment that it waits for.
  const isUnnamed = payment?.sessionId === null && (payment.method === null || payment.intentId === null);
  return isUnnamed || (!!payment && milestoneOf(s, payment.milestoneId).state !== 'funding');
}

export const isClosed = (s: Sim, disputeId: string): boolean =>
  ['won', 'lost', 'warning_closed'].includes(s.provider.world.get('dispute', bankDisputeOf(disputeId)).status);

/** What a bank has decided of a dispute that took money; null: it was only an inquiry, or is open. */
export function isDecided(s: Sim, disputeId: string): 'won' | 'lost' | null {
  const { status } = s.provider.world.get('dispute', bankDisputeOf(disputeId));
  return status === 'won' || status === 'lost' ? status : null;
}

export function disputeOrWarn(s: Sim, c: Extract<Command, { do: 'dispute' | 'warn' }>): 'done' | 'nothing' {
  const payment = s.payments.findLast(
    (p) => p.milestoneId === milestoneIdOf(c.m) && (s.rules.holdsMoney(p.state) || isSuspended(s, p)),
  );
  if (!payment?.chargeId) return 'nothing';
  const charge = s.provider.world.get('charge', payment.chargeId);
  if (c.do === 'warn') s.provider.warn(charge.id);
  else {
    const before = s.provider.world.store.indexed('dispute', 'charge', charge.id);
    if (charge.amount_refunded === charge.amount_captured || before.some((d) => d.status !== 'warning_closed'))
      return 'nothing';
    s.provider.openDispute(charge.id, c);
  }
  return 'done';
}
