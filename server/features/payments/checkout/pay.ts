import type * as z from 'zod';
import { returnAddress, withTx, type OrgContext } from '../../../context.ts';
import { ADDRESSES } from '../../../core/addresses.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { failpoint } from '../../../failpoint.ts';
import { requireRight, requireVerifiedMailbox } from '../../../guards.ts';
import { bindRequestKey } from '../../../once.ts';
import { audit } from '../../audit/audit.ts';
import { appendEvent, lockTimeline } from '../../escrow/timeline/events.ts';
import { addPayment } from '../../escrow/funding/payments.ts';
import { milestoneMove, readMilestone, signalEscrow } from '../../escrow/milestone/moves.ts';
import { claimOperation, operationOf } from '../../provider-calls/operations.ts';
import type { Operation } from '../../provider-calls/schema.ts';
import { PAYMENT_PAGE_MS, PAYMENT_SETTLE_MS } from '../../escrow/timers/rules.ts';
import { lockOrgStatus } from '../../orgs/status.ts';
import { requireMethod } from '../../payment-methods/charging.ts';
import { assertBelowFeeCap, FeeCapReached, refuseAtFeeCap, reserveFee } from './fee-cap.ts';
import { openCheckout, type ClaimedPayment } from './checkout.ts';
import { chargeSaved } from './saved.ts';
import { attemptsOf, linesOf, localeOf, personName, type PaymentRow } from '../queries/payments.ts';
import { quoteOf } from '../queries/quotes.ts';
import { isActive, paymentOp } from '../rules.ts';
import type { PayStarted, payInput } from '../schema.ts';
import type { Milestone } from '../lines/lines.ts';
import { leadOf, paysTheSame, sumOf } from '../lines/rules.ts';
import { allOf, assertPayable, fundable, refuseWhileDisputed } from './fundable.ts';
import { isAgreed, priceNow } from './quote.ts';
import { assertSigned } from './signed-quote.ts';

/** `offSession`: no person is there to answer the bank, or to choose a method. */
interface How {
  offSession: boolean;
}

/**
 * A payment of the same milestones that is under way is returned to its own payer and the same request; a colleague, and
 * who pays other milestones or with another method, gets the payer's name. Without a person, the charge that was begun is
 * carried on whatever the default method is now.
 */
async function underWay(
  tx: OrgContext,
  {
    rows,
    attempts,
    methodId,
    how,
  }: { rows: readonly Milestone[]; attempts: readonly PaymentRow[]; methodId: string | null; how: How },
): Promise<PaymentRow[] | null> {
  const repeated = tx.requestKey ? attempts.find((p) => p.request_key === tx.requestKey) : undefined;
  if (repeated && isActive(repeated.state)) return linesOf(tx.db, leadOf(repeated));
  if (repeated) throw new AppError('state.already_decided', { state: repeated.state });
  const active = attempts.find((p) => isActive(p.state));
  if (!active) return null;
  const lines = await linesOf(tx.db, leadOf(active));
  const asked = rows.map((row) => row.id);
  const paid = lines.map((line) => line.milestone_id);
  const sameWay = active.method_id === methodId || (how.offSession && active.method_id !== null);
  if (active.created_by === tx.actor.userId && active.state !== 'processing' && sameWay && paysTheSame(asked, paid))
    return lines;
  throw new AppError('payment.in_progress', {
    who: (await personName(tx.db, active.created_by)) ?? '',
    url: active.session_url,
    paymentId: active.id,
  });
}

const titleOf = (row: Milestone): string => `${row.contract_title} · ${row.title}`;

/** The quote that the payer confirmed and what it has to be charged now; refused where the two differ. */
async function agreedPrices(tx: OrgContext, rows: readonly Milestone[], quoteId: string) {
  const agreed = await quoteOf(tx.db, { quoteId, milestoneId: rows[0]!.id, brandOrg: tx.actor.orgId });
  const [lead] = agreed;
  if (!lead) throw new AppError('not_found');
  if (lead.expires_at.getTime() <= tx.clock.now().getTime()) throw new AppError('payment.quote_expired');
  assertSigned(tx, agreed);
  const prices = await priceNow(tx, rows);
  const { total } = sumOf(prices);
  if (!isAgreed(agreed, prices)) throw new AppError('payment.quote_changed', { total, currency: lead.currency });
  return { agreed, prices, total };
}

/** Writes one payment for each milestone under one operation, and moves the milestones. */
async function startPayment(
  tx: OrgContext,
  { agreed, prices, total }: Awaited<ReturnType<typeof agreedPrices>>,
  { before, methodId }: { before: readonly PaymentRow[]; methodId: string | null },
): Promise<{ leadId: string; operation: Operation }> {
  const now = tx.clock.now();
  const leadId = newId();
  const expiresAt = new Date(now.getTime() + PAYMENT_PAGE_MS);
  const attemptOf = (milestoneId: string) => (before.findLast((p) => p.milestone_id === milestoneId)?.attempt ?? 0) + 1;
  for (const [i, { milestone: row, ...charge }] of prices.entries())
    await addPayment(tx, {
      id: i === 0 ? leadId : newId(),
      leadId: i === 0 ? null : leadId,
      opId: paymentOp(row.id, attemptOf(row.id)),
      attempt: attemptOf(row.id),
      expiresAt,
      milestoneId: row.id,
      contractId: row.contract_id,
      brandOrg: row.brand_org,
      creatorOrg: row.creator_org,
      quoteId: agreed.find((line) => line.milestone_id === row.id)!.id,
      methodId,
      requestKey: tx.requestKey ?? leadId,
      currency: row.currency,
      price: charge.price,
      fee: charge.fee,
      tax: charge.tax,
      total: charge.total,
      createdBy: tx.actor.userId,
      at: now,
    });
  const first = prices[0]!.milestone;
  const operation = await claimOperation(tx, {
    opId: paymentOp(first.id, attemptOf(first.id)),
    kind: methodId ? 'charge' : 'checkout',
    milestoneId: first.id,
    contractId: first.contract_id,
    orgId: first.brand_org,
    amount: total,
    currency: first.currency,
  });
  for (const [i, { milestone: row, total: own }] of prices.entries()) {
    const moved = await milestoneMove(tx, row, 'claimPayment', {
      deadline_at: new Date(expiresAt.getTime() + PAYMENT_SETTLE_MS),
    });
    await appendEvent(tx, {
      contractId: row.contract_id,
      milestoneId: row.id,
      type: 'payment_started',
      data: { attempt: attemptOf(row.id), total: own },
      nth: i + 1,
    });
    await signalEscrow(tx, moved, 'payment_started');
  }
  return { leadId, operation };
}

/** Commits the claim before the provider is called: payment, operation, milestones, events, signals. */
async function claim(ctx: OrgContext, input: z.input<typeof payInput>, how: How): Promise<ClaimedPayment> {
  return withTx(ctx, async (tx) => {
    await bindRequestKey(tx, 'payments.pay', input);
    const parties = new Set<string>();
    for (const id of allOf(input)) {
      const { brand_org, creator_org } = await readMilestone(tx, id);
      parties.add(brand_org).add(creator_org);
    }
    const blocked = await lockOrgStatus(tx, [...parties]);
    const rows = await fundable(tx, input);
    const titles = new Map(rows.map((row) => [row.id, titleOf(row)]));
    const before: PaymentRow[] = [];
    for (const row of rows) before.push(...(await attemptsOf(tx.db, row.id)));
    const methodId = input.methodId ?? null;
    const going = await underWay(tx, { rows, attempts: before, methodId, how });
    const locale = await localeOf(tx.db, going?.[0]?.created_by ?? tx.actor.userId);
    if (going) {
      const operation = await operationOf(tx, going[0]!.op_id);
      if (!operation) throw new Error(`payment ${going[0]!.id} has no claim`);
      return { lines: going, operation, titles, locale };
    }
    await assertPayable(tx, rows);
    if (blocked) throw new AppError(blocked);
    await refuseWhileDisputed(tx);

    const quoted = await agreedPrices(tx, rows, input.quoteId);
    const { contract_id: contractId, id: milestoneId, currency } = rows[0]!;
    if (methodId) await requireMethod(tx, methodId, currency);
    await assertBelowFeeCap(tx, currency);
    // Of several deals they are locked already; the float comes after them.
    await lockTimeline(tx, contractId);
    await reserveFee(tx, quoted.total, currency);

    const { leadId, operation } = await startPayment(tx, quoted, { before, methodId });
    await audit(tx, 'payment.started', `payment:${leadId}`, {
      milestoneId,
      total: quoted.total,
      ...(rows.length > 1 ? { milestones: rows.length } : {}),
    });
    const lines = await linesOf(tx.db, leadId);
    if (lines.length !== rows.length) throw new Error('the payment just written is missing');
    return { lines, operation, titles, locale };
  });
}

/**
 * Starts paying milestones and returns the address of the hosted page; with a saved method that of the bank's page, where
 * the payer has to confirm, or of the result. Repeated (same request key, or the same person again) it returns the same. Throws payment.in_progress with
 * `who` and `url` when a colleague is paying or one of them is being paid otherwise, payment.line_refused, payment.joint_currency, payment.joint_too_large,
 * payment.quote_expired, payment.quote_changed, money.no_float, payment.fee_cap, payment.card_dispute_open,
 * escrow.deadline_passed, org.other_on_hold, payment.provider_unavailable; with a saved method payment.declined and the
 * refusals of requireMethod.
 */
export async function pay(
  ctx: OrgContext,
  input: z.input<typeof payInput>,
  how: How = { offSession: false },
): Promise<PayStarted> {
  requireRight(ctx, 'escrow.fund');
  requireVerifiedMailbox(ctx);
  await failpoint('checkout.before');
  const claimed = await claim(ctx, input, how).catch((refused: unknown) =>
    refused instanceof FeeCapReached ? refuseAtFeeCap(ctx, refused) : Promise.reject(refused),
  );
  const lead = claimed.lines[0]!;
  if (lead.session_url) return { paymentId: lead.id, url: lead.session_url };
  // Charged already; its outcome is being booked.
  if (lead.method_id !== null && lead.state !== 'claimed')
    return { paymentId: lead.id, url: returnAddress(ctx, ADDRESSES.paymentResult(lead.id)) };
  if (lead.state !== 'claimed')
    throw new AppError('payment.in_progress', { who: ctx.actor.name, url: null, paymentId: lead.id });
  await failpoint('checkout.claimed');
  const url = await (lead.method_id === null ? openCheckout(ctx, claimed) : chargeSaved(ctx, claimed, how));
  await failpoint('checkout.stored');
  return { paymentId: lead.id, url };
}
