import { ADDRESSES } from '../../../core/addresses.ts';
import { returnAddress, withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { FALLBACK_LOCALE, matchLocale, type Locale } from '../../../core/locale.ts';
import { failpoint } from '../../../failpoint.ts';
import { textsOf } from '../../../pdf/texts.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { movePayment } from '../../escrow/funding/payments.ts';
import { milestoneMove, signalEscrow } from '../../escrow/milestone/moves.ts';
import { settleOperation } from '../../provider-calls/operations.ts';
import type { Operation } from '../../provider-calls/schema.ts';
import { paymentById, type PaymentRow } from '../queries/payments.ts';
import { lockedLines } from '../lines/lines.ts';
import { sumOf } from '../lines/rules.ts';
import { checkoutLines } from '../rules.ts';
import { createOrFindPage, type OpenPage } from './page.ts';

/** A committed claim on milestones, and what its payer reads on the page. */
export interface ClaimedPayment {
  /** The first one holds the page and the claim. */
  lines: readonly PaymentRow[];
  operation: Operation;
  /** By milestone. */
  titles: ReadonlyMap<string, string>;
  /** The payer's language. */
  locale: string | null;
}

/**
 * Opens the hosted page of a claimed payment and notes its address; repeated, it finds the page that exists. Throws
 * payment.provider_unavailable when the provider gives no answer; the claim stays and the next try goes on with it.
 */
export async function openCheckout(ctx: OrgContext, claimed: ClaimedPayment): Promise<string> {
  const payment = claimed.lines[0]!;
  const page = await createOrFind(ctx, claimed);
  await failpoint('checkout.called');
  const opened = await withTx(ctx, async (tx) => {
    const swapped = await movePayment(tx, payment, {
      state: 'open',
      session_id: page.sessionId,
      session_url: page.url,
    });
    if (!swapped) return false;
    for (const line of claimed.lines.slice(1)) await movePayment(tx, line, { state: 'open', session_url: page.url });
    await settleOperation(tx, payment.op_id, { state: 'done', providerId: page.sessionId });
    return true;
  });
  if (opened && page.url) return page.url;
  const now = opened ? null : await withTx(ctx, (tx) => paymentById(tx.db, payment.id));
  if (now?.state === 'open' && now.session_id === page.sessionId && now.session_url) return now.session_url;
  // Abandoned meanwhile: a page without a claim must not take money.
  await ctx.integrations.payments.expireCheckout(page.sessionId).catch(() => null);
  throw new AppError('state.changed');
}

const lineTexts = (locale: Locale) => {
  const texts = textsOf('payments', locale);
  return { fee: texts.get('result.fee') ?? '', tax: texts.get('result.tax') ?? '' };
};

function createOrFind(
  ctx: OrgContext,
  { lines, operation, titles, locale: chosen }: ClaimedPayment,
): Promise<OpenPage> {
  const payment = lines[0]!;
  const locale = matchLocale(chosen) ?? FALLBACK_LOCALE;
  const sum = sumOf(lines);
  return createOrFindPage(ctx, {
    operation,
    claimedAt: payment.created_at,
    create: () =>
      ctx.integrations.payments.createCheckout({
        opId: payment.op_id,
        idempotencyKey: operation.idempotency_key,
        currency: payment.currency,
        amount: sum.total,
        lines: checkoutLines(
          lines.map((line) => ({ label: titles.get(line.milestone_id) ?? '', amount: line.price })),
          sum,
          lineTexts(locale),
        ),
        customerEmail: ctx.actor.email,
        successUrl: returnAddress(ctx, ADDRESSES.paymentResult(payment.id)),
        cancelUrl: returnAddress(
          ctx,
          lines.length > 1
            ? ADDRESSES.paymentUnpaid(payment.id)
            : ADDRESSES.dealUnpaid(payment.contract_id, payment.id),
        ),
        transferGroup: payment.contract_id,
        metadata: { milestone_id: payment.milestone_id, payment_id: payment.id, contract_id: payment.contract_id },
        locale,
        expiresAt: payment.expires_at,
      }),
    abandon: (tx, code) => abandonClaim(tx, payment.id, code),
  });
}

/** The provider refuses this page permanently: the milestones can be paid another way at once. */
export async function abandonClaim(tx: OrgContext, leadId: string, code: string): Promise<void> {
  const lines = await lockedLines(tx, leadId, tx.actor.orgId);
  if (!lines || lines.lead.state !== 'claimed') return;
  await settleOperation(tx, lines.lead.op_id, { state: 'failed', error: code });
  for (const [i, { payment, milestone }] of lines.all.entries()) {
    if (!(await movePayment(tx, payment, { state: 'failed', failure_code: code }))) continue;
    if (milestone.state !== 'funding') continue;
    const moved = await milestoneMove(tx, milestone, 'abandonPayment', { deadline_at: milestone.funding_deadline_at });
    await appendEvent(tx, {
      contractId: milestone.contract_id,
      milestoneId: milestone.id,
      type: 'payment_failed',
      data: { attempt: payment.attempt, code },
      nth: i + 1,
    });
    await signalEscrow(tx, moved, 'payment_expired');
  }
}
