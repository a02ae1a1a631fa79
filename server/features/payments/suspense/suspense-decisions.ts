import type * as z from 'zod';
import { withTx, type StaffContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { requireStaffAct } from '../../../guards.ts';
import { approve, assertUnrelated, propose } from '../../approvals/service.ts';
import { audit } from '../../audit/audit.ts';
import { currentCase, one as readCase } from '../../cases/service.ts';
import { readMilestone } from '../../escrow/milestone/moves.ts';
import { orUnavailable } from '../../provider-calls/provider-error.ts';
import { isTerminal } from '../../escrow/milestone/rules.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import { insertDecision, openDecision } from './queries.ts';
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

/** By its case, a card's bank disputes the payment. */
async function isDisputed(tx: StaffContext, { id: key, milestone_id: milestoneId }: PaymentRow): Promise<boolean> {
  const caseId = await currentCase(tx, { kind: 'suspense', key, milestoneId });
  return caseId !== null && (await readCase(tx, { caseId })).details['bank_dispute'] === 'open';
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
 * suspense.partly_refunded, suspense.disputed, payment.related, approval.open.
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
    const quoted = { total: sumOf(lines).total, currency: payment.currency };
    const arrived = {
      received: taken.amountReceived,
      currency: taken.currency,
      settledIn: taken.settled?.currency ?? null,
    };
    if (input.decision === 'accept' && taken.refunded > 0) throw new AppError('suspense.partly_refunded');
    if (input.decision === 'accept' && (await isDisputed(tx, payment))) throw new AppError('suspense.disputed');
    for (const line of input.decision === 'accept' ? lines : []) {
      const late = isLate(line, await readMilestone(tx, line.milestone_id), tx.clock.now());
      if (!isAcceptable(quoted, arrived, late)) throw new AppError('suspense.not_acceptable');
    }
    return propose(tx, {
      kind: 'suspense',
      subject: payment.id,
      payload: { decision: input.decision, amount: taken.amountReceived, currency: taken.currency },
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
    const decision = payload['decision'] === 'accept' ? 'accept' : 'return';
    if (
      !(await insertDecision(tx.db, {
        paymentId: payment.id,
        decision,
        approvalId: input.proposalId,
        at: tx.clock.now(),
      }))
    )
      throw new AppError('state.already_decided');
    const { state } = await readMilestone(tx, payment.milestone_id);
    if (isTerminal(state)) await restartEscrow(tx, payment.milestone_id);
    else await signalWorkflow(tx, 'escrowLifecycle', payment.milestone_id, 'payment', `suspense:${input.proposalId}`);
    await audit(tx, 'suspense.decided', `payment:${payment.id}`, { decision });
    return { paymentId: payment.id };
  });
}
