import { withTx, type SystemContext } from '../../../context.ts';
import { eachAlone } from '../../../core/each-alone.ts';
import type { Money } from '../../../core/money.ts';
import { openCase } from '../../cases/service.ts';
import { PAYMENT_SETTLE_MS } from '../../escrow/timers/rules.ts';
import { debtPaid } from '../../ledger/contests/rules.ts';
import { providerFeePosting } from '../../ledger/rules.ts';
import { postAll } from '../../ledger/service.ts';
import { queueStaffMail } from '../../notifications/queue-mail.ts';
import { settleOperation } from '../../provider-calls/operations.ts';
import type { Payment, Settled } from '../../../integrations/stripe/provider.ts';
import { pageAtProvider } from '../checkout/page.ts';
import { closeIfSettled, notifyDebtor } from './debts.ts';
import {
  brandNameOf,
  changeDebt,
  debtPaymentById,
  endedPages,
  lockOwed,
  moveDebtPayment,
  type DebtPaymentRow,
} from './queries.ts';
import { receiptOfDebts } from './receipt.ts';
import { sharePayment } from './rules.ts';

/** A payment that has reached the balance. */
type Arrived = Payment & { settled: Settled };

/**
 * The provider's payment of a page; null: not paid yet, `processing`: by its bank, `gone`: the page ended unpaid, `refused`:
 * what was paid on it was not collected.
 */
async function paidAt(
  ctx: SystemContext,
  row: DebtPaymentRow,
): Promise<Arrived | 'processing' | 'gone' | 'refused' | null> {
  const { payments } = ctx.integrations;
  const over = row.expires_at <= ctx.clock.now();
  const page = await pageAtProvider(payments, row, { end: over });
  if (!page) return over ? 'gone' : null;
  if (page.status === 'expired') return 'gone';
  if (page.status === 'open' || !page.paymentIntentId) return null;
  const payment = await payments.retrievePayment(page.paymentIntentId);
  // The page is completed, so the payer counts on it: a bank debit is refused days later.
  if (payment.status === 'canceled' || payment.status === 'requires_payment_method') return 'refused';
  if (payment.status === 'processing') return 'processing';
  const { settled } = payment;
  return payment.status === 'succeeded' && payment.chargeId && settled && payment.balanceTransactionId
    ? { ...payment, settled }
    : null;
}

/** A sum that was converted on its way to the balance pays no debt: another one arrived than was paid. */
const isAsPaid = (row: DebtPaymentRow, { amountReceived, currency, settled }: Arrived): boolean =>
  currency === row.currency && settled.currency === row.currency && settled.amount === amountReceived;

/**
 * Reads the payment of a debt from the provider and books it, once: the oldest debts first. What is more than is owed by now,
 * and all that arrived in another currency than the debt's, is parked until staff return it. Answers whether it is over.
 */
export async function confirmDebtPayment(ctx: SystemContext, paymentId: string): Promise<boolean> {
  const before = await debtPaymentById(ctx.db, paymentId);
  if (!before || before.state === 'paid') return true;
  const made = await paidAt(ctx, before);
  if (made === null) return false;
  if (made === 'processing') {
    if (before.state !== 'processing')
      await withTx(ctx, (tx) => moveDebtPayment(tx.db, before, { state: 'processing', session_url: null }));
    return false;
  }
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    if (made === 'gone' || made === 'refused') {
      await endUnpaid(tx, before, made);
      return true;
    }
    const debts = await lockOwed(tx.db, { brandOrg: before.brand_org, currency: before.currency });
    if (
      !(await moveDebtPayment(tx.db, before, {
        state: 'paid',
        session_url: null,
        payment_intent_id: made.paymentIntentId,
        charge_id: made.chargeId!,
        ended_at: at,
      }))
    )
      return true;
    const { settled } = made;
    const converted = !isAsPaid(before, made);
    const { shares, left } = converted
      ? { shares: [], left: settled.amount }
      : sharePayment(debts, made.amountReceived);
    const parked = { amount: left, currency: settled.currency ?? made.currency };
    for (const { debt, amount } of shares) {
      await changeDebt(tx.db, debt.id, { paid: amount }, at);
      await closeIfSettled(tx, debt, amount, 'debt_paid');
    }
    const line = made.balanceTransactionId!;
    if (left > 0)
      await openCase(tx, {
        kind: 'unknown_money_event',
        key: `debt:${before.id}`,
        orgId: before.brand_org,
        ...parked,
        details: { charge: made.chargeId!, lines: line, debtPayment: before.id, converted },
      });
    await settleOperation(tx, before.op_id, { state: 'done', providerId: before.session_id });
    const { brand_org: brandOrg } = before;
    const paid = shares.reduce((sum, { amount }) => sum + amount, 0);
    if (!converted) await receiptOfDebts(tx, before, made, shares);
    if (paid > 0) await notifyDebtor(tx, 'debt_paid', { brandOrg, currency: before.currency, amount: paid }, before.id);
    if (converted)
      await reportParked(
        tx,
        'debt_converted',
        { brandOrg, amount: made.amountReceived, currency: made.currency },
        before.id,
      );
    else if (left > 0) await reportParked(tx, 'debt_overpaid', { brandOrg, ...parked }, before.id);
    // In a currency without accounts nothing can be booked; its case shows that.
    if (settled.currency === null) return true;
    await postAll(tx, [
      {
        ...debtPaid(before.brand_org, settled.currency, { paid, left }),
        opId: before.op_id,
        providerRef: line,
      },
      ...(settled.fee > 0
        ? [{ ...providerFeePosting(settled.currency, settled.fee), opId: `${before.op_id}:fee` }]
        : []),
    ]);
    return true;
  });
}

/** Nothing arrives of it: the debts can be paid again. The brand is notified where it counts on its payment. */
async function endUnpaid(tx: SystemContext, row: DebtPaymentRow, why: 'gone' | 'refused'): Promise<void> {
  const refused = why === 'refused';
  const ended = await moveDebtPayment(tx.db, row, { state: refused ? 'failed' : 'expired', ended_at: tx.clock.now() });
  if (!ended) return;
  const error = refused ? 'the payment was refused' : 'the page has ended';
  await settleOperation(tx, row.op_id, { state: 'failed', error });
  const { brand_org: brandOrg, amount, currency } = row;
  if (refused) await notifyDebtor(tx, 'debt_payment_failed', { brandOrg, amount, currency }, row.id);
}

/** The brand and finance are notified of what pays no debt: two staff members send it back. */
async function reportParked(
  tx: SystemContext,
  kind: 'debt_converted' | 'debt_overpaid',
  left: { brandOrg: string } & Money,
  paymentId: string,
): Promise<void> {
  await notifyDebtor(tx, kind, left, paymentId);
  await queueStaffMail(tx, ['finance', 'super'], {
    kind: 'payment_parked',
    key: paymentId,
    data: { currency: left.currency, name: await brandNameOf(tx.db, left.brandOrg) },
  });
}

/** Pages that have ended without a webhook. */
export async function settleDebtPayments(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - PAYMENT_SETTLE_MS);
  await eachAlone(
    await endedPages(ctx.db, before),
    {
      log: ctx.integrations.log,
      failed: 'the payment of a debt could not be read and will be tried again',
      nameOf: (id) => id,
    },
    (id) => confirmDebtPayment(ctx, id),
  );
}
