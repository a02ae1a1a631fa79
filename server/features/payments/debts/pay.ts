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
import { claimOperation, operationOf, settleOperation } from '../../provider-calls/operations.ts';
import type { Operation } from '../../provider-calls/schema.ts';
import { createOrFindPage, type OpenPage } from '../checkout/page.ts';
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
import { chargeable, isPayable, owedOf } from './rules.ts';

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
    if (going?.state === 'processing') throw new AppError('payment.debt_processing');
    // A call that is repeated carries the same payer.
    if (going && !going.session_url && going.created_by !== tx.actor.userId) throw new AppError('state.changed');
    if (going) return { payment: going, operation: (await operationOf(tx, going.op_id))!, locale };
    const owed = (await owedRows(tx.db, { brandOrg })).filter((d) => d.currency === input.currency && !d.waits);
    const sum = owed.reduce((total, debt) => total + owedOf(debt), 0);
    if (sum === 0) throw new AppError('payment.nothing_owed');
    if (!isPayable(sum, input.currency)) throw new AppError('payment.debt_too_small');
    if (sum !== input.amount) throw new AppError('state.changed');
    const amount = chargeable(sum, input.currency);
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
 * same page. Throws payment.nothing_owed, payment.debt_too_small, payment.debt_processing, payment.provider_unavailable, and
 * state.changed when another sum is owed than was shown or a colleague opens it just now.
 */
export async function payDebts(ctx: OrgContext, input: z.output<typeof payDebtsInput>): Promise<PayStarted> {
  requireRight(ctx, 'escrow.fund');
  requireVerifiedMailbox(ctx);
  const claimed = await claim(ctx, input);
  const { payment } = claimed;
  if (payment.session_url) return { paymentId: payment.id, url: payment.session_url };
  const page = await createOrFind(ctx, claimed);
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

function createOrFind(ctx: OrgContext, { payment, operation, locale: chosen }: Claimed): Promise<OpenPage> {
  const locale = matchLocale(chosen) ?? FALLBACK_LOCALE;
  const address = returnAddress(ctx, ADDRESSES.debts);
  return createOrFindPage(ctx, {
    operation,
    claimedAt: payment.created_at,
    create: () =>
      ctx.integrations.payments.createCheckout({
        opId: payment.op_id,
        idempotencyKey: operation.idempotency_key,
        currency: payment.currency,
        amount: payment.amount,
        lines: [{ label: textsOf('payments', locale).get('debtLine') ?? '', amount: payment.amount }],
        customerEmail: ctx.actor.email,
        successUrl: address,
        cancelUrl: address,
        transferGroup: payment.op_id,
        metadata: { debt_payment_id: payment.id },
        locale,
        expiresAt: payment.expires_at,
      }),
    abandon: async (tx, code) => {
      await settleOperation(tx, payment.op_id, { state: 'failed', error: code });
      await moveDebtPayment(tx.db, payment, { state: 'failed', ended_at: tx.clock.now() });
    },
  });
}
