import type { z } from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { addPayment, movePayment } from '../escrow/funding/payments.ts';
import { lockedMilestone, milestoneMove, readMilestone, signalEscrow } from '../escrow/milestone/moves.ts';
import { claimOperation, operationOf, settleOperation } from '../provider-calls/operations.ts';
import { asProviderError, refusedWith } from '../provider-calls/provider-error.ts';
import { PAYMENT_PAGE_MS, PAYMENT_SETTLE_MS } from '../escrow/timers/rules.ts';
import { assertMay } from '../escrow/act.ts';
import { chargeFor, type Charge } from '../ledger/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { feeTax } from '../policies/service.ts';
import { assertBelowFeeCap, FeeCapReached, refuseAtFeeCap, reserveFee } from './fee-cap.ts';
import { openCheckout, type ClaimedPayment } from './checkout.ts';
import { attemptsOf, localeOf, paymentOf, personName, type PaymentRow } from './queries/payments.ts';
import { insertQuote, quoteOf, sameQuote, type QuoteRow } from './queries/quotes.ts';
import { isActive, paymentKey, paymentOp, QUOTE_FRESH_MS, QUOTE_MS } from './rules.ts';
import { receiptOf } from '../documents/service.ts';
import type { PaymentStatus, PayStarted, payInput, quoteInput, QuoteDto } from './schema.ts';

type Milestone = Awaited<ReturnType<typeof lockedMilestone>>;

/** The brand's own milestone; any other actor finds none. */
async function fundable(tx: OrgContext, milestoneId: string): Promise<Milestone> {
  const row = await lockedMilestone(tx, milestoneId, tx.actor.orgId);
  if (row.brand_org !== tx.actor.orgId) throw new AppError('not_found');
  return row;
}

interface Pricing {
  charge: Charge;
  taxCountry: string;
  taxBps: number;
}

/** The charge by the fee the contract carries and the tax in force now. Throws billing.incomplete. */
async function priceNow(tx: OrgContext, row: Milestone): Promise<Pricing> {
  const tax = await feeTax(tx, tx.actor.orgId);
  if (!tax) throw new AppError('billing.incomplete');
  return {
    charge: chargeFor(row.amount, row.fee_bps, tax.bps, row.currency),
    taxCountry: tax.country,
    taxBps: tax.bps,
  };
}

const toQuote = (q: QuoteRow, feeBps: number): QuoteDto => ({
  id: q.id,
  milestoneId: q.milestone_id,
  currency: q.currency,
  price: q.price,
  fee: q.fee,
  feeBps,
  tax: q.tax,
  taxBps: q.tax_bps,
  taxCountry: q.tax_country,
  total: q.total,
  expiresAt: q.expires_at,
});

/** What funding a milestone costs, line by line; exactly this is charged. Good for half an hour. Throws billing.incomplete. */
export async function quote(ctx: OrgContext, input: z.output<typeof quoteInput>): Promise<QuoteDto> {
  requireRight(ctx, 'escrow.fund');
  return withTx(ctx, async (tx) => {
    const row = await fundable(tx, input.milestoneId);
    const now = tx.clock.now();
    const { charge, taxCountry, taxBps } = await priceNow(tx, row);
    const known = await sameQuote(tx.db, {
      milestoneId: row.id,
      brandOrg: tx.actor.orgId,
      total: charge.total,
      taxCountry,
      taxBps,
      goodAt: new Date(now.getTime() + QUOTE_FRESH_MS),
    });
    if (known) return toQuote(known, row.fee_bps);
    const fresh: QuoteRow = {
      id: newId(),
      milestone_id: row.id,
      currency: row.currency,
      ...charge,
      tax_country: taxCountry,
      tax_bps: taxBps,
      expires_at: new Date(now.getTime() + QUOTE_MS),
    };
    await insertQuote(tx.db, { ...fresh, brandOrg: tx.actor.orgId, createdBy: tx.actor.userId, createdAt: now });
    return toQuote(fresh, row.fee_bps);
  });
}

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
  const claimed = await claim(ctx, input).catch((refused: unknown) =>
    refused instanceof FeeCapReached ? refuseAtFeeCap(ctx, refused) : Promise.reject(refused),
  );
  const { payment } = claimed;
  if (payment.session_url) return { paymentId: payment.id, url: payment.session_url };
  if (payment.state !== 'claimed')
    throw new AppError('payment.in_progress', { who: ctx.actor.name, url: null, paymentId: payment.id });
  return { paymentId: payment.id, url: await openCheckout(ctx, claimed) };
}

async function statusOf(tx: OrgContext, payment: PaymentRow, shownAs = payment.state): Promise<PaymentStatus> {
  const row = await readMilestone(tx, payment.milestone_id);
  const parties = await partiesOf(tx, [row.creator_org]);
  const receipt = await receiptOf(tx, { milestoneId: row.id, paymentId: payment.id });
  return {
    paymentId: payment.id,
    state: shownAs,
    failureCode: payment.failure_code,
    contractId: payment.contract_id,
    milestoneId: row.id,
    milestoneTitle: row.title,
    milestoneState: row.state,
    creator: partyIn(parties, row.creator_org),
    currency: payment.currency,
    price: payment.price,
    fee: payment.fee,
    tax: payment.tax,
    total: payment.total,
    cardBrand: payment.card_brand,
    cardLast4: payment.card_last4,
    url: payment.state === 'open' ? payment.session_url : null,
    paidAt: payment.paid_at,
    dueAt: row.due_at,
    reviewWindow: row.terms.clocks.review,
    holdExpiresAt: row.hold_expires_at,
    receipt,
  };
}

async function mine(ctx: OrgContext, paymentId: string): Promise<PaymentRow> {
  const found = await withTx(ctx, (tx) => paymentOf(tx.db, { paymentId, brandOrg: ctx.actor.orgId }));
  if (!found) throw new AppError('payment.not_found');
  return found;
}

/**
 * Status of a payment. While its state is `open` the provider's page is read; the workflow confirms a payment found
 * there.
 */
export async function status(ctx: OrgContext, input: { paymentId: string }): Promise<PaymentStatus> {
  const payment = await mine(ctx, input.paymentId);
  const outcome =
    payment.state === 'open' && payment.session_id !== null ? await outcomeOf(ctx, payment.session_id) : null;
  return withTx(ctx, async (tx) => {
    if (outcome)
      await signalWorkflow(tx, 'escrowLifecycle', payment.milestone_id, 'payment', paymentKey(payment.id, outcome));
    return statusOf(tx, payment, outcome ? 'processing' : payment.state);
  });
}

/**
 * The outcome of a completed page, named as the payment's own events; null while it is open or the provider does not
 * answer.
 */
async function outcomeOf(ctx: OrgContext, sessionId: string): Promise<'succeeded' | 'processing' | null> {
  try {
    const page = await ctx.integrations.payments.retrieveCheckout(sessionId);
    if (page.status !== 'complete') return null;
    return page.paymentStatus === 'unpaid' ? 'processing' : 'succeeded';
  } catch (error) {
    if (asProviderError(error)) return null;
    throw error;
  }
}

/**
 * Closes the hosted page, so that the milestone can be paid another way. When the payer was faster the result is
 * `processing` and the workflow confirms the money. Throws payment.provider_unavailable.
 */
export async function cancelPayment(ctx: OrgContext, input: { paymentId: string }): Promise<PaymentStatus> {
  requireRight(ctx, 'escrow.fund');
  const payment = await mine(ctx, input.paymentId);
  if (payment.state !== 'open' && payment.state !== 'claimed') return withTx(ctx, (tx) => statusOf(tx, payment));
  if (!(await closePage(ctx, payment))) return status(ctx, input);
  return withTx(ctx, async (tx) => {
    const row = await fundable(tx, payment.milestone_id);
    const current = (await paymentOf(tx.db, { paymentId: payment.id, brandOrg: tx.actor.orgId })) ?? payment;
    if (
      (current.state === 'open' || current.state === 'claimed') &&
      row.state === 'funding' &&
      (await movePayment(tx, current, { state: 'expired', session_url: null }))
    ) {
      await settleOperation(tx, payment.op_id, { state: 'failed', error: 'cancelled' });
      const moved = await milestoneMove(tx, row, 'abandonPayment', { deadline_at: row.funding_deadline_at });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: 'payment_expired',
        data: { attempt: payment.attempt, cancelled: true },
      });
      await signalEscrow(tx, moved, 'payment_expired');
      await audit(tx, 'payment.cancelled', `payment:${payment.id}`, {});
    }
    return statusOf(tx, await mine(tx, payment.id));
  });
}

/** True when the page takes no money any more, false when it was paid already, also between our two calls. */
async function closePage(ctx: OrgContext, payment: PaymentRow): Promise<boolean> {
  const { payments } = ctx.integrations;
  try {
    const sessionId =
      payment.session_id ??
      (await payments.findCheckout(payment.op_id, new Date(payment.created_at.getTime() - 60_000)))?.sessionId;
    if (!sessionId) return true;
    let page = await payments.retrieveCheckout(sessionId);
    if (page.status === 'open') {
      page = await payments.expireCheckout(sessionId).catch((error: unknown) => {
        if (refusedWith(error, 'invalid')) return payments.retrieveCheckout(sessionId);
        throw error;
      });
    }
    return page.status === 'expired';
  } catch (error) {
    if (!asProviderError(error)) throw error;
    throw new AppError('payment.provider_unavailable');
  }
}
