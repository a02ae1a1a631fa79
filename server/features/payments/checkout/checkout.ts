import { ADDRESSES } from '../../../core/addresses.ts';
import { returnAddress, withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { FALLBACK_LOCALE, matchLocale, type Locale } from '../../../core/locale.ts';
import { failpoint } from '../../../failpoint.ts';
import { textsOf } from '../../../pdf/texts.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { movePayment } from '../../escrow/funding/payments.ts';
import { milestoneMove, signalEscrow } from '../../escrow/milestone/moves.ts';
import { claimAgain, markUnknown, settleOperation } from '../../provider-calls/operations.ts';
import type { Operation } from '../../provider-calls/schema.ts';
import { answeredServerError, asProviderError } from '../../provider-calls/provider-error.ts';
import { paymentById, type PaymentRow } from '../queries/payments.ts';
import { lockedLines } from '../lines/lines.ts';
import { sumOf } from '../lines/rules.ts';
import { checkoutLines } from '../rules.ts';

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

/** The page's address at the provider, for a claim that was committed before. */
interface OpenPage {
  sessionId: string;
  url: string | null;
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

/**
 * A second click during the first call: the provider refuses the key as in use, and shortly after returns the same
 * page.
 */
export const KEY_IN_USE = { tries: 20, waitMs: 150 };

async function createOrFind(ctx: OrgContext, claimed: ClaimedPayment, attempt = 1): Promise<OpenPage> {
  const { lines, operation, titles } = claimed;
  const payment = lines[0]!;
  const { payments } = ctx.integrations;
  const searchFrom = new Date(payment.created_at.getTime() - 60_000);
  try {
    if (operation.state === 'unknown' || operation.attempt > 1) {
      const found = await payments.findCheckout(payment.op_id, searchFrom);
      if (found) return found;
    }
    const locale = matchLocale(claimed.locale) ?? FALLBACK_LOCALE;
    const sum = sumOf(lines);
    return await payments.createCheckout({
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
        lines.length > 1 ? ADDRESSES.paymentUnpaid(payment.id) : ADDRESSES.dealUnpaid(payment.contract_id, payment.id),
      ),
      transferGroup: payment.contract_id,
      metadata: { milestone_id: payment.milestone_id, payment_id: payment.id, contract_id: payment.contract_id },
      locale,
      expiresAt: payment.expires_at,
    });
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused) throw error;
    if (refused.kind === 'conflict' && attempt < KEY_IN_USE.tries) {
      await new Promise((resolve) => setTimeout(resolve, KEY_IN_USE.waitMs));
      return createOrFind(ctx, claimed, attempt + 1);
    }
    ctx.integrations.log.warn(
      { op: payment.op_id, code: refused.code, kind: refused.kind },
      'the provider opened no payment page',
    );
    if (refused.kind === 'invalid') await withTx(ctx, (tx) => abandonClaim(tx, payment.id, refused.code));
    if (!refused.provenNotCreated) {
      await withTx(ctx, (tx) => markUnknown(tx, payment.op_id, refused));
      const found = answeredServerError(refused) ? await lookUpAfterServerError(ctx, claimed, searchFrom) : null;
      if (found) return found;
    }
    throw new AppError('payment.provider_unavailable');
  }
}

/**
 * The provider repeats the stored answer of a key, so that a page that is proven absent needs a new one. Without an
 * answer to the search the claim stays unknown, and the next try ends here again.
 */
async function lookUpAfterServerError(
  ctx: OrgContext,
  { lines, operation }: ClaimedPayment,
  searchFrom: Date,
): Promise<OpenPage | null> {
  try {
    const found = await ctx.integrations.payments.findCheckout(lines[0]!.op_id, searchFrom);
    if (!found) await withTx(ctx, (tx) => claimAgain(tx, { ...operation, state: 'unknown' }));
    return found;
  } catch (error) {
    if (asProviderError(error)) return null;
    throw error;
  }
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
