import { linesOf } from './joint.ts';
import { event, milestoneOf, move, settle, signal } from './moves.ts';
import type { Payment, Sim } from './state.ts';

/* Payments that move, and those that are given up. */

/** Compares `(state, version)` and swaps, as `movePayment` does. */
export function movePayment(s: Sim, read: Payment, change: Partial<Payment>): boolean {
  const current = s.payments.find((p) => p.id === read.id)!;
  if (current.state !== read.state || current.version !== read.version) return false;
  Object.assign(current, change, { version: current.version + 1 });
  return true;
}

/** The provider refused it for good: its milestones may be paid another way at once. */
export function abandonClaim(s: Sim, { id }: Payment, code: string): void {
  const lead = s.payments.find((p) => p.id === id)!;
  if (lead.state !== 'claimed') return;
  settle(s, lead.opId, 'failed');
  for (const line of linesOf(s, lead)) {
    movePayment(s, line, { state: 'failed', failureCode: code });
    abandon(s, line, 'payment_failed');
  }
}

/** By the payer: what is not funded yet may be paid another way. */
export function abandon(s: Sim, line: Payment, as: 'payment_failed' | 'payment_expired'): void {
  const row = milestoneOf(s, line.milestoneId);
  if (row.state !== 'funding') return;
  move(s, row, 'abandonPayment', { deadline_at: row.funding_deadline_at });
  event(s, row, as, { by: 'brand' });
  signal(s, row.id, 'payment_expired');
}
