import type * as z from 'zod';
import { returnAddress, withTx, type OrgContext } from '../../../context.ts';
import { ADDRESSES } from '../../../core/addresses.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { FALLBACK_LOCALE, matchLocale } from '../../../core/locale.ts';
import { requireRight, requireVerifiedMailbox } from '../../../guards.ts';
import { bindRequestKey } from '../../../once.ts';
import { textsOf } from '../../../pdf/texts.ts';
import { audit } from '../../audit/audit.ts';
import { PAYMENT_PAGE_MS } from '../../escrow/timers/rules.ts';
import {
  claimAgain,
  claimOperation,
  markUnknown,
  operationOf,
  settleOperation,
} from '../../provider-calls/operations.ts';
import { answeredServerError, asProviderError } from '../../provider-calls/provider-error.ts';
import type { Operation } from '../../provider-calls/schema.ts';
import { KEY_IN_USE } from '../checkout/checkout.ts';
import { localeOf } from '../queries/payments.ts';
import type { payDebtsInput, PayStarted } from '../schema.ts';
import {
  insertDebtPayment,
  lockDebts,
  moveDebtPayment,
  openDebtPayment,
  owedRows,
  type DebtPaymentRow,
} from './queries.ts';
import { isPayable, owedOf } from './rules.ts';

interface Claimed {
  payment: DebtPaymentRow;
  operation: Operation;
  locale: string | null;
}

/** Commits the claim on all that the brand owes in that currency, or finds the one under way. */
async function claim(ctx: OrgContext, input: z.output<typeof payDebtsInput>): Promise<Claimed> {
  return withTx(ctx, async (tx) => {
    await bindRequestKey(tx, 'payments.payDebts', input);
    const brandOrg = tx.actor.orgId;
    await lockDebts(tx.db, { brandOrg, currency: input.currency });
    const locale = await localeOf(tx.db, tx.actor.userId);
    const going = await openDebtPayment(tx.db, { brandOrg, currency: input.currency });
    // A call that is repeated carries the same payer.
    if (going && !going.session_url && going.created_by !== tx.actor.userId) throw new AppError('state.changed');
    if (going) return { payment: going, operation: (await operationOf(tx, going.op_id))!, locale };
    const owed = (await owedRows(tx.db, { brandOrg })).filter((d) => d.currency === input.currency);
    const amount = owed.reduce((sum, debt) => sum + owedOf(debt), 0);
    if (amount === 0) throw new AppError('payment.nothing_owed');
    if (!isPayable(amount, input.currency)) throw new AppError('payment.debt_too_small');
    if (amount !== input.amount) throw new AppError('state.changed');
    const id = newId();
    const now = tx.clock.now();
    const payment: DebtPaymentRow = {
      id,
      brand_org: brandOrg,
      currency: input.currency,
      amount,
      op_id: `debt:${id}`,
      state: 'claimed',
      session_id: null,
      session_url: null,
      created_by: tx.actor.userId,
      created_at: now,
      expires_at: new Date(now.getTime() + PAYMENT_PAGE_MS),
    };
    const operation = await claimOperation(tx, {
      opId: payment.op_id,
      kind: 'checkout',
      orgId: brandOrg,
      amount,
      currency: input.currency,
    });
    await insertDebtPayment(tx.db, payment);
    await audit(tx, 'debt.payment_started', `debt_payment:${id}`, { amount, currency: input.currency });
    return { payment, operation, locale };
  });
}

/**
 * Opens the provider's page on which a brand pays what it owes in one currency; repeated, or by a colleague, it returns the
 * same page. Throws payment.nothing_owed, payment.debt_too_small, state.changed when another sum is owed than was shown or a colleague opens it just now, payment.provider_unavailable.
 */
export async function payDebts(ctx: OrgContext, input: z.output<typeof payDebtsInput>): Promise<PayStarted> {
  requireRight(ctx, 'escrow.fund');
  requireVerifiedMailbox(ctx);
  const { payment, operation, locale } = await claim(ctx, input);
  if (payment.session_url) return { paymentId: payment.id, url: payment.session_url };
  const page = await createOrFind(ctx, payment, operation, locale);
  const opened = await withTx(ctx, async (tx) => {
    if (!(await moveDebtPayment(tx.db, payment, { state: 'open', session_id: page.sessionId, session_url: page.url })))
      return false;
    await settleOperation(tx, payment.op_id, { state: 'done', providerId: page.sessionId });
    return true;
  });
  if (opened && page.url) return { paymentId: payment.id, url: page.url };
  const now = await withTx(ctx, (tx) =>
    openDebtPayment(tx.db, { brandOrg: ctx.actor.orgId, currency: input.currency }),
  );
  if (now?.session_id === page.sessionId && now.session_url) return { paymentId: now.id, url: now.session_url };
  await ctx.integrations.payments.expireCheckout(page.sessionId).catch(() => null);
  throw new AppError('state.changed');
}

async function createOrFind(
  ctx: OrgContext,
  payment: DebtPaymentRow,
  operation: Operation,
  locale: string | null,
  attempt = 1,
): Promise<{ sessionId: string; url: string | null }> {
  const { payments } = ctx.integrations;
  const searchFrom = new Date(payment.created_at.getTime() - 60_000);
  const language = matchLocale(locale) ?? FALLBACK_LOCALE;
  const label = textsOf('payments', language).get('debtLine') ?? '';
  const address = returnAddress(ctx, ADDRESSES.debts);
  try {
    if (operation.state === 'unknown' || operation.attempt > 1) {
      const found = await payments.findCheckout(payment.op_id, searchFrom);
      if (found) return found;
    }
    return await payments.createCheckout({
      opId: payment.op_id,
      idempotencyKey: operation.idempotency_key,
      currency: payment.currency,
      amount: payment.amount,
      lines: [{ label, amount: payment.amount }],
      customerEmail: ctx.actor.email,
      successUrl: address,
      cancelUrl: address,
      transferGroup: payment.op_id,
      metadata: { debt_payment_id: payment.id },
      locale: language,
      expiresAt: payment.expires_at,
    });
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused) throw error;
    if (refused.kind === 'conflict' && attempt < KEY_IN_USE.tries) {
      await new Promise((resolve) => setTimeout(resolve, KEY_IN_USE.waitMs));
      return createOrFind(ctx, payment, operation, locale, attempt + 1);
    }
    ctx.integrations.log.warn({ op: payment.op_id, code: refused.code }, 'the provider opened no page for a debt');
    if (refused.kind === 'invalid')
      await withTx(ctx, async (tx) => {
        await settleOperation(tx, payment.op_id, { state: 'failed', error: refused.code });
        await moveDebtPayment(tx.db, payment, { state: 'failed', ended_at: tx.clock.now() });
      });
    if (!refused.provenNotCreated) {
      await withTx(ctx, (tx) => markUnknown(tx, payment.op_id, refused));
      if (answeredServerError(refused)) {
        const found = await payments.findCheckout(payment.op_id, searchFrom).catch(() => undefined);
        if (found) return found;
        if (found === null) await withTx(ctx, (tx) => claimAgain(tx, { ...operation, state: 'unknown' }));
      }
    }
    throw new AppError('payment.provider_unavailable');
  }
}
