import type * as z from 'zod';
import { withTx, type StaffContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import type { Money } from '../../../core/money.ts';
import { requireStaffAct } from '../../../guards.ts';
import { approve, assertUnrelated, propose } from '../../approvals/service.ts';
import { audit } from '../../audit/audit.ts';
import { currentCase, one as readCase } from '../../cases/service.ts';
import { readMilestone } from '../../escrow/milestone/moves.ts';
import { orUnavailable } from '../../provider-calls/provider-error.ts';
import { isTerminal } from '../../escrow/milestone/rules.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import { insertDecision, openDecision, suspendedLeft, wasReturnRefused } from './queries.ts';
import { sumOf } from '../lines/rules.ts';
import { linesOf, paymentById, type PaymentRow } from '../queries/payments.ts';
import { isAcceptable, isLate, isSuspended } from '../rules.ts';
import type { confirmSuspenseInput, proposeSuspenseInput } from '../schema.ts';
import { restartEscrow } from '../webhooks/restart-escrow.ts';

/** The first line of a suspended payment about which nothing was decided yet. Throws not_found, state.already_decided. */
async function undecided(tx: StaffContext, paymentId: string): Promise<PaymentRow> {
  const line = await paymentById(tx.db, paymentId);
  const payment = line?.lead_id ? await paymentById(tx.db, line.lead_id) : line;
  if (!payment) throw new AppError('not_found');
  if (!isSuspended(payment) || (await openDecision(tx.db, payment.milestone_id)))
    throw new AppError('state.already_decided');
  return payment;
}

/** What its case says about disputes of a card's bank; undefined: nothing. */
async function bankDispute(tx: StaffContext, { id: key, milestone_id: milestoneId }: PaymentRow): Promise<unknown> {
  const caseId = await currentCase(tx, { kind: 'suspense', key, milestoneId });
  return caseId === null ? undefined : (await readCase(tx, { caseId })).details['bank_dispute'];
}

/** They belong to no side of any of the milestones. Throws payment.related. */
async function assertOutsiders(
  tx: StaffContext,
  lines: readonly PaymentRow[],
  userIds: readonly string[],
): Promise<void> {
  for (const { brand_org, contract_id } of lines)
    await assertUnrelated(tx, { userIds, orgId: brand_org, contractId: contract_id });
}

/**
 * The first of two staff members proposes what to do with suspended money. Throws suspense.not_acceptable,
 * suspense.partly_refunded, suspense.disputed, suspense.return_first, payment.related, approval.open.
 */
export async function proposeSuspense(
  ctx: StaffContext,
  input: z.output<typeof proposeSuspenseInput>,
): Promise<{ id: string }> {
  requireStaffAct(ctx, 'payments.proposeSuspense');
  const payment = await withTx(ctx, (tx) => undecided(tx, input.paymentId));
  const taken = await orUnavailable(() => ctx.integrations.payments.retrievePayment(payment.payment_intent_id ?? ''));
  return withTx(ctx, async (tx) => {
    const lines = await linesOf(tx.db, payment.id);
    await assertOutsiders(tx, lines, [tx.actor.userId]);
    const quoted = { ...sumOf(lines), currency: payment.currency };
    const arrived = { received: taken.amountReceived, currency: taken.currency, settled: taken.settled };
    if (input.decision === 'accept' && taken.refunded > 0) throw new AppError('suspense.partly_refunded');
    const dispute = input.decision === 'return' ? 'won' : await bankDispute(tx, payment);
    // Of a dispute that is not read yet the payer may have its money already: paid by bank, it would have it twice.
    if (dispute === 'open' || (input.decision === 'paid_by_bank' && taken.disputed && dispute !== 'won'))
      throw new AppError('suspense.disputed');
    for (const line of input.decision === 'accept' ? lines : []) {
      const late = isLate(line, await readMilestone(tx, line.milestone_id), tx.clock.now());
      if (!isAcceptable(quoted, arrived, late)) throw new AppError('suspense.not_acceptable');
    }
    let sum: Money & { reference?: string } = { amount: taken.amountReceived, currency: taken.currency };
    if (input.decision === 'paid_by_bank') {
      if (!(await wasReturnRefused(tx.db, payment.id))) throw new AppError('suspense.return_first');
      const left = await suspendedLeft(tx.db, payment);
      sum = { ...(left ?? { ...sum, amount: sum.amount - taken.refunded }), reference: input.reference };
    }
    return propose(tx, {
      kind: 'suspense',
      subject: payment.id,
      payload: { decision: input.decision, ...sum },
      note: input.note,
    });
  });
}

/** The second confirms, and the milestone's workflow carries it out. Throws approval.same_person, approval.expired, payment.related, state.already_decided. */
export async function confirmSuspense(
  ctx: StaffContext,
  input: z.output<typeof confirmSuspenseInput>,
): Promise<{ paymentId: string }> {
  requireStaffAct(ctx, 'payments.confirmSuspense');
  return withTx(ctx, async (tx) => {
    const { subject, payload, proposedBy } = await approve(tx, { id: input.proposalId, kind: 'suspense' });
    const payment = await undecided(tx, subject);
    await assertOutsiders(tx, await linesOf(tx.db, payment.id), [tx.actor.userId, proposedBy]);
    const reference = typeof payload['reference'] === 'string' ? payload['reference'] : null;
    const decision = reference !== null ? 'paid_by_bank' : payload['decision'] === 'accept' ? 'accept' : 'return';
    if (
      !(await insertDecision(tx.db, {
        paymentId: payment.id,
        decision,
        reference,
        amount: reference === null ? null : Number(payload['amount']),
        approvalId: input.proposalId,
        at: tx.clock.now(),
      }))
    )
      throw new AppError('state.already_decided');
    const { state } = await readMilestone(tx, payment.milestone_id);
    if (isTerminal(state)) await restartEscrow(tx, payment.milestone_id);
    else await signalWorkflow(tx, 'escrowLifecycle', payment.milestone_id, 'payment', `suspense:${input.proposalId}`);
    await audit(tx, 'suspense.decided', `payment:${payment.id}`, { decision, reference });
    return { paymentId: payment.id };
  });
}
