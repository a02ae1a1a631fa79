import type { Currency } from '../../../core/money.ts';
import { withTx, type SystemContext } from '../../../context.ts';
import type { CaseDetails } from '../../cases/schema.ts';
import { caseOf, closeCase, noteCase, openCase } from '../../cases/service.ts';
import { paymentById, paymentOfCharge, type PaymentRow } from '../queries/payments.ts';
import { holdsMoney, isSuspended, isUuid, wasReturned } from '../rules.ts';
import type { StoredEvent } from './queries.ts';

/*
 * Events about a charge whose payment is not booked yet: a dispute, a warning, a refund made by hand. What they book and hold
 * is known once the payment is booked, so that they wait for it, however long that takes.
 */

/** A payment may be made and not booked for so long; afterwards staff see what waits for it. */
const BOOKING_MS = 24 * 3_600_000;

/** An event about a charge, as its object at the provider has it. */
interface AboutCharge {
  chargeId: string;
  paymentIntentId: string | null;
  amount: number | null;
  currency: Currency | null;
  /** When its answer is due. */
  dueAt: Date | null;
  details: CaseDetails;
}

/** The first line of the payment behind a charge; null: none of ours, `later`: one that is not booked yet. */
export async function paymentBehind(
  ctx: SystemContext,
  event: StoredEvent,
  about: AboutCharge,
): Promise<PaymentRow | 'later' | null> {
  const byCharge = await paymentOfCharge(ctx.db, about.chargeId);
  if (byCharge && isBooked(byCharge)) return byCharge;
  const named = about.paymentIntentId
    ? (await ctx.integrations.payments.retrievePayment(about.paymentIntentId)).metadata['payment_id']
    : undefined;
  const payment = isUuid(named) ? await paymentById(ctx.db, named) : undefined;
  if (!payment) return null;
  if (isBooked(payment)) return payment;
  if (ctx.clock.now().getTime() - event.received_at.getTime() >= BOOKING_MS)
    await withTx(ctx, (tx) => showWaiting(tx, event, payment, about));
  return 'later';
}
const isBooked = (payment: PaymentRow): boolean =>
  holdsMoney(payment.state) || isSuspended(payment) || wasReturned(payment);

const caseOfWaiting = ({ object_id: key }: StoredEvent) => ({ kind: 'payment_unbooked', key }) as const;

async function showWaiting(
  tx: SystemContext,
  event: StoredEvent,
  payment: PaymentRow,
  { amount, currency, dueAt, details }: AboutCharge,
): Promise<void> {
  const about = caseOfWaiting(event);
  const known = await caseOf(tx, about);
  if (!known)
    await openCase(tx, {
      ...about,
      orgId: payment.brand_org,
      contractId: payment.contract_id,
      milestoneId: payment.milestone_id,
      paymentId: payment.id,
      amount,
      currency,
      dueAt,
      details: { type: event.type, ...details },
    });
  else if (known.dueAt?.getTime() !== dueAt?.getTime() || known.details['status'] !== details['status'])
    await noteCase(tx, about, { dueAt, details });
}

/** The event was taken up: its case ends, where it had one. */
export async function endWaiting(tx: SystemContext, event: StoredEvent): Promise<void> {
  await closeCase(tx, caseOfWaiting(event), { outcome: 'booked' });
}
