import type * as z from 'zod';
import { withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { failpoint } from '../../../failpoint.ts';
import { requireRight, requireVerifiedMailbox } from '../../../guards.ts';
import { bindRequestKey } from '../../../once.ts';
import { audit } from '../../audit/audit.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { addPayment } from '../../escrow/funding/payments.ts';
import { milestoneMove, readMilestone, signalEscrow } from '../../escrow/milestone/moves.ts';
import { claimOperation, operationOf } from '../../provider-calls/operations.ts';
import { PAYMENT_PAGE_MS, PAYMENT_SETTLE_MS } from '../../escrow/timers/rules.ts';
import { assertMay } from '../../escrow/act.ts';
import { lockOrgStatus } from '../../orgs/status.ts';
import { assertBelowFeeCap, FeeCapReached, refuseAtFeeCap, reserveFee } from './fee-cap.ts';
import { openCheckout, type ClaimedPayment } from './checkout.ts';
import { attemptsOf, localeOf, paymentOf, personName, type PaymentRow } from '../queries/payments.ts';
import { quoteOf } from '../queries/quotes.ts';
import { isActive, paymentOp } from '../rules.ts';
import type { PayStarted, payInput } from '../schema.ts';
import { fundable, priceNow } from './quote.ts';

/** A payment under way is returned to its own payer and the same request; a colleague gets the payer's name. */
async function underWay(tx: OrgContext, attempts: readonly PaymentRow[]): Promise<PaymentRow | null> {
  const repeated = tx.requestKey ? attempts.find((p) => p.request_key === tx.requestKey) : undefined;
  if (repeated && isActive(repeated.state)) return repeated;
  if (repeated) throw new AppError('state.already_decided', { state: repeated.state });
  const active = attempts.find((p) => isActive(p.state));
  if (!active) return null;
  if (active.created_by === tx.actor.userId && active.state !== 'processing') return active;
  throw new AppError('payment.in_progress', {
    who: (await personName(tx.db, active.created_by)) ?? '',
    url: active.session_url,
    paymentId: active.id,
  });
}

/** Commits the claim before the provider is called: payment, operation, milestone, event, signal. */
async function claim(ctx: OrgContext, input: z.output<typeof payInput>): Promise<ClaimedPayment> {
  return withTx(ctx, async (tx) => {
    await bindRequestKey(tx, 'payments.pay', input);
    const { brand_org, creator_org } = await readMilestone(tx, input.milestoneId);
    const blocked = await lockOrgStatus(tx, [brand_org, creator_org]);
    const row = await fundable(tx, input.milestoneId);
    const title = `${row.contract_title} · ${row.title}`;
    const attempts = await attemptsOf(tx.db, row.id);
    const going = await underWay(tx, attempts);
    const locale = await localeOf(tx.db, going?.created_by ?? tx.actor.userId);
    if (going) {
      const operation = await operationOf(tx, going.op_id);
      if (!operation) throw new Error(`payment ${going.id} has no claim`);
      return { payment: going, operation, title, locale };
    }
    await assertMay(tx, 'fund', row, row.version);
    if (blocked) throw new AppError(blocked);

    const now = tx.clock.now();
    const agreed = await quoteOf(tx.db, { quoteId: input.quoteId, milestoneId: row.id, brandOrg: tx.actor.orgId });
    if (!agreed) throw new AppError('not_found');
    if (agreed.expires_at.getTime() <= now.getTime()) throw new AppError('payment.quote_expired');
    const { charge, taxCountry } = await priceNow(tx, row);
    if (charge.total !== agreed.total || charge.fee !== agreed.fee || taxCountry !== agreed.tax_country)
      throw new AppError('payment.quote_changed', { total: charge.total, currency: row.currency });
    await assertBelowFeeCap(tx, row.currency);
    await reserveFee(tx, charge.total, row.currency);

    const attempt = (attempts.at(-1)?.attempt ?? 0) + 1;
    const opId = paymentOp(row.id, attempt);
    const id = newId();
    const expiresAt = new Date(now.getTime() + PAYMENT_PAGE_MS);
    await addPayment(tx, {
      id,
      opId,
      attempt,
      expiresAt,
      milestoneId: row.id,
      contractId: row.contract_id,
      brandOrg: row.brand_org,
      creatorOrg: row.creator_org,
      quoteId: agreed.id,
      requestKey: tx.requestKey ?? id,
      currency: row.currency,
      price: agreed.price,
      fee: agreed.fee,
      tax: agreed.tax,
      total: agreed.total,
      createdBy: tx.actor.userId,
      at: now,
    });
    const operation = await claimOperation(tx, {
      opId,
      kind: 'checkout',
      milestoneId: row.id,
      contractId: row.contract_id,
      orgId: row.brand_org,
      amount: agreed.total,
      currency: row.currency,
    });
    const moved = await milestoneMove(tx, row, 'claimPayment', {
      deadline_at: new Date(expiresAt.getTime() + PAYMENT_SETTLE_MS),
    });
    await appendEvent(tx, {
      contractId: row.contract_id,
      milestoneId: row.id,
      type: 'payment_started',
      data: { attempt, total: agreed.total },
    });
    await signalEscrow(tx, moved, 'payment_started');
    await audit(tx, 'payment.started', `payment:${id}`, { milestoneId: row.id, total: agreed.total });
    const payment = await paymentOf(tx.db, { paymentId: id, brandOrg: tx.actor.orgId });
    if (!payment) throw new Error('the payment just written is missing');
    return { payment, operation, title, locale };
  });
}

/**
 * Starts paying a milestone and returns the address of the hosted page. Repeated (same request key, or the same person
 * again) it returns the same page. Throws payment.in_progress with `who` and `url` when a colleague is paying,
 * payment.quote_expired, payment.quote_changed, money.no_float, payment.fee_cap, escrow.deadline_passed,
 * org.other_on_hold, payment.provider_unavailable.
 */
export async function pay(ctx: OrgContext, input: z.output<typeof payInput>): Promise<PayStarted> {
  requireRight(ctx, 'escrow.fund');
  requireVerifiedMailbox(ctx);
  await failpoint('checkout.before');
  const claimed = await claim(ctx, input).catch((refused: unknown) =>
    refused instanceof FeeCapReached ? refuseAtFeeCap(ctx, refused) : Promise.reject(refused),
  );
  const { payment } = claimed;
  if (payment.session_url) return { paymentId: payment.id, url: payment.session_url };
  if (payment.state !== 'claimed')
    throw new AppError('payment.in_progress', { who: ctx.actor.name, url: null, paymentId: payment.id });
  await failpoint('checkout.claimed');
  const url = await openCheckout(ctx, claimed);
  await failpoint('checkout.stored');
  return { paymentId: payment.id, url };
}
