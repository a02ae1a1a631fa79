import { ADDRESSES } from '../../../core/addresses.ts';
import { withTx, type SystemContext } from '../../../context.ts';
import { failpoint } from '../../../failpoint.ts';
import { caseOf, openCase } from '../../cases/service.ts';
import type { CaseDetails } from '../../cases/schema.ts';
import type { BalanceTransaction, Reversal, Transfer } from '../../../integrations/stripe/provider.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { lockedMilestone } from '../../escrow/milestone/moves.ts';
import { noteReversed } from '../../escrow/release/transfer-marks.ts';
import { operationOf } from '../../provider-calls/operations.ts';
import { asProviderError, refusedWith } from '../../provider-calls/provider-error.ts';
import { transferReversed, unidentifiedMovement } from '../../ledger/rules.ts';
import { postAll, type Post } from '../../ledger/service.ts';
import { notify } from '../../notifications/notify.ts';
import { settleDispute } from '../card-disputes/card-disputes.ts';
import { changedAt } from '../card-disputes/queries.ts';
import { confirmDebtPayment } from '../debts/confirm.ts';
import { endWaiting, paymentBehind } from './payment-behind.ts';
import { caseAboutPayment, named, namedIn } from './payment-cases.ts';
import { notByHand, refundedByHand } from '../suspense/by-hand.ts';
import { settleProviderEvent, type StoredEvent } from './queries.ts';
import { isUnbookedTransfer, transferOfProvider, type PaymentRow } from '../queries/payments.ts';
import { isBackAgain, isOwnRefund, isSuspended, type MoneyMatter } from '../rules.ts';

/*
 * Money that moved, or may, without a call of ours: disputes, warnings, reversals, refunds made by hand at the
 * provider, and anything unknown. Each is read again from the provider, booked as it moved, and shown to operators as a
 * case.
 */

/** State of an event: done, or to be read again by the next sweep. */
type Done = { state: 'applied'; reason: string | null } | 'later';
const done = (reason: string | null = null): Done => ({ state: 'applied', reason });

export async function followMoney(ctx: SystemContext, event: StoredEvent, matter: MoneyMatter): Promise<void> {
  await failpoint(`${event.type}.claimed`);
  const result = await follow(ctx, event, matter).catch((error: unknown) => {
    // The provider's object is gone, or in a currency without accounts: nothing can be read, so staff decide.
    if (!refusedWith(error, 'not_found') && asProviderError(error)?.code !== 'currency_unsupported') throw error;
    return unreadable(ctx, event, asProviderError(error)!.code);
  });
  if (result === 'later') return;
  await failpoint(`${event.type}.stored`);
  await withTx(ctx, async (tx) => {
    await settleProviderEvent(tx.db, { eventId: event.id, ...result, at: tx.clock.now() });
    await endWaiting(tx, event);
  });
}

function follow(ctx: SystemContext, event: StoredEvent, matter: MoneyMatter): Promise<Done> {
  switch (matter) {
    case 'dispute':
      return followDispute(ctx, event);
    case 'fraud_warning':
      return followWarning(ctx, event);
    case 'reversal':
      return followReversals(ctx, event);
    case 'refund':
      return followRefund(ctx, event);
    case 'debt':
      return followDebt(ctx, event);
    case 'unknown':
      return followUnknown(ctx, event);
  }
}

async function followDebt(ctx: SystemContext, event: StoredEvent): Promise<Done> {
  const paymentId = event.metadata['debt_payment_id'];
  const isOver = paymentId === undefined || (await confirmDebtPayment(ctx, paymentId));
  // A bank takes days; what comes of it is read at its end.
  return isOver || event.type === 'payment_intent.processing' ? done() : 'later';
}

async function followDispute(ctx: SystemContext, event: StoredEvent): Promise<Done> {
  const before = await changedAt(ctx.db, event.object_id);
  const dispute = await ctx.integrations.payments.retrieveDispute(event.object_id);
  await failpoint(`${event.type}.called`);
  const details: CaseDetails = { dispute: dispute.disputeId, charge: dispute.chargeId, status: dispute.status };
  const payment = await paymentBehind(ctx, event, { ...dispute, dueAt: dispute.evidenceDueBy, details });
  if (payment === 'later') return 'later';
  const about = { kind: 'unknown_money_event', key: dispute.disputeId } as const;
  const parked = await withTx(ctx, (tx) => caseOf(tx, about));
  // What was parked as a whole stays so: its shares would be booked beside it.
  if (payment && !(parked && namedIn(parked).length > 0))
    return (await settleDispute(ctx, payment, dispute, { before, refunded: await refundedAt(ctx, payment) }))
      ? done()
      : 'later';
  await withTx(ctx, (tx) =>
    unknownMoney(tx, {
      key: dispute.disputeId,
      lines: dispute.balanceTransactions,
      details: { type: event.type, ...details },
    }),
  );
  return done(payment ? 'parked as a whole' : 'no payment of ours');
}

/** What of a suspended payment was refunded at the provider; null: it is not suspended. */
const refundedAt = async (ctx: SystemContext, payment: PaymentRow): Promise<number | null> =>
  isSuspended(payment) && payment.payment_intent_id
    ? (await ctx.integrations.payments.retrievePayment(payment.payment_intent_id)).refunded
    : null;

async function followWarning(ctx: SystemContext, event: StoredEvent): Promise<Done> {
  const warning = await ctx.integrations.payments.retrieveFraudWarning(event.object_id);
  const details: CaseDetails = {
    warning: warning.warningId,
    charge: warning.chargeId,
    reason: warning.reason,
    actionable: warning.actionable,
  };
  const payment = await paymentBehind(ctx, event, { ...warning, amount: null, currency: null, dueAt: null, details });
  if (payment === 'later') return 'later';
  await withTx(ctx, (tx) =>
    caseAboutPayment(tx, payment, {
      kind: 'fraud_warning',
      key: warning.warningId,
      hold: 'fraud_warning',
      amount: payment?.total ?? null,
      details,
    }),
  );
  return done();
}

/** Refunds made by hand at the provider: the brand has the money without a decision here. And returns that came back. */
async function followRefund(ctx: SystemContext, event: StoredEvent): Promise<Done> {
  const { payments } = ctx.integrations;
  const refund = await payments.retrieveRefund(event.object_id);
  const { op_id: opId } = refund.metadata;
  if (isOwnRefund(opId)) return done('our own call was answered');
  if (opId !== undefined) {
    // A return of suspended money, which is over once it is booked, unless its bank sends it back.
    if (!isBackAgain(refund)) return done('our own call was answered');
    const operation = await withTx(ctx, (tx) => operationOf(tx, opId));
    if (operation?.state === 'claimed' || operation?.state === 'unknown') return 'later';
    if (operation?.state !== 'done') return done('its decision has read it');
  }
  const details: CaseDetails = { refund: refund.refundId, charge: refund.chargeId, status: refund.status };
  const payment = refund.chargeId
    ? await paymentBehind(ctx, event, { ...refund, chargeId: refund.chargeId, dueAt: null, details })
    : null;
  if (payment === 'later') return 'later';
  const about = { kind: 'provider_refund', key: refund.refundId } as const;
  const isByHand = opId === undefined;
  if (payment && isByHand && isSuspended(payment)) {
    // Unless it was parked as a whole before.
    const isKnown = (await withTx(ctx, (tx) => caseOf(tx, about))) !== null;
    const booked = isKnown ? null : await refundedByHand(ctx, payment, refund);
    if (booked) return booked === 'later' ? 'later' : done('suspended money');
  }
  const moved = [isByHand ? refund.balanceTransactionId : null, refund.failureBalanceTransactionId].flatMap(
    (id) => id ?? [],
  );
  const fresh = payment ? await withTx(ctx, (tx) => notByHand(tx, payment, moved)) : moved;
  if (fresh.length === 0 && moved.length > 0) return done('suspended money');
  const lines = await readLines(ctx, fresh);
  await withTx(ctx, (tx) =>
    caseAboutPayment(tx, payment, {
      ...about,
      hold: isBackAgain(refund) ? null : 'provider_refund',
      amount: refund.amount,
      lines,
      details,
    }),
  );
  // Not paid yet, or it may still come back: the next event decides.
  return done();
}

/** Transfers reversed by hand at the provider. */
async function followReversals(ctx: SystemContext, event: StoredEvent): Promise<Done> {
  const { payments } = ctx.integrations;
  const transfer = await payments.retrieveTransfer(event.object_id);
  const reversals = (await payments.listReversals(transfer.transferId)).filter(
    (one) => one.metadata['op_id'] === undefined,
  );
  const ours = await transferOfProvider(ctx.db, transfer.transferId);
  await failpoint(`${event.type}.called`);
  // Made by a call of ours whose answer is not booked yet: only then is it known whose wallet it left.
  if (!ours && (await isUnbookedTransfer(ctx.db, transfer.metadata['op_id'] ?? ''))) return 'later';
  for (const reversal of reversals) {
    const lines = await readLines(ctx, [reversal.balanceTransactionId]);
    await withTx(ctx, (tx) => settleReversal(tx, { transfer, reversal, lines, ours }));
  }
  return done();
}

async function settleReversal(
  tx: SystemContext,
  {
    transfer,
    reversal,
    lines,
    ours,
  }: {
    transfer: Transfer;
    reversal: Reversal;
    lines: BalanceTransaction[];
    ours: Awaited<ReturnType<typeof transferOfProvider>>;
  },
): Promise<void> {
  const details: CaseDetails = {
    transfer: transfer.transferId,
    reversal: reversal.reversalId,
    leg: ours?.leg ?? null,
    part: ours?.part ?? null,
    ...named(lines),
  };
  const facts = { amount: reversal.amount, currency: reversal.currency };
  const { opened } = await openCase(tx, {
    kind: 'transfer_reversed',
    key: reversal.reversalId,
    orgId: ours?.payee_org ?? null,
    contractId: ours?.contract_id ?? null,
    milestoneId: ours?.milestone_id ?? null,
    ...facts,
    details,
  });
  if (opened && ours) await recordReversal(tx, ours, reversal);
  await postAll(
    tx,
    lines.map((line): Post => ({
      ...(ours && line.amount === reversal.amount && line.fee === 0
        ? transferReversed({ payeeOrg: ours.payee_org, ...facts })
        : unidentifiedMovement(line.currency, line.net)),
      opId: `moved:${line.id}`,
      providerRef: line.id,
      contractId: ours?.contract_id ?? null,
      milestoneId: ours?.milestone_id ?? null,
    })),
  );
}

/** A reversed transfer cannot be paid out: its payee is notified, and the deal's timeline shows it. */
async function recordReversal(
  tx: SystemContext,
  transfer: NonNullable<Awaited<ReturnType<typeof transferOfProvider>>>,
  { reversalId, amount, currency }: Reversal,
): Promise<void> {
  const milestone = await lockedMilestone(tx, transfer.milestone_id);
  await noteReversed(tx, transfer.id, amount);
  await appendEvent(tx, {
    contractId: transfer.contract_id,
    milestoneId: transfer.milestone_id,
    type: 'transfer_reversed',
    data: { amount, leg: transfer.leg, part: transfer.part },
  });
  await notify(tx, {
    orgId: transfer.payee_org,
    kind: 'transfer_reversed',
    data: { title: milestone.contract_title, milestone: milestone.title, amountMinor: amount, currency },
    link: ADDRESSES.payouts,
    key: `transfer_reversed:${reversalId}`,
    roles: ['owner', 'finance'],
  });
}

/** Money that moved for an unknown reason. */
async function followUnknown(ctx: SystemContext, event: StoredEvent): Promise<Done> {
  const lines = await readLines(ctx, [event.balance_transaction]);
  await withTx(ctx, (tx) =>
    unknownMoney(tx, {
      key: event.object_id || event.id,
      lines,
      details: { type: event.type, object: event.object_id, event: event.id },
    }),
  );
  return done('a case for operators');
}

async function unreadable(ctx: SystemContext, event: StoredEvent, code: string): Promise<Done> {
  await withTx(ctx, (tx) =>
    openCase(tx, {
      kind: 'unknown_money_event',
      key: event.id,
      details: { type: event.type, object: event.object_id, event: event.id, code },
    }),
  );
  return done(`unreadable: ${code}`);
}

async function readLines(ctx: SystemContext, ids: readonly (string | null)[]): Promise<BalanceTransaction[]> {
  const lines: BalanceTransaction[] = [];
  for (const id of ids) if (id) lines.push(await ctx.integrations.payments.retrieveBalanceTransaction(id));
  return lines;
}

const unknownMoney = (
  tx: SystemContext,
  { key, lines, details }: { key: string; lines: readonly BalanceTransaction[]; details: CaseDetails },
): Promise<void> =>
  caseAboutPayment(tx, null, {
    kind: 'unknown_money_event',
    key,
    hold: null,
    amount: null,
    lines,
    details: { ...details, net: lines[0]?.net ?? null },
  });
