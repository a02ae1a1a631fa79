import type * as z from 'zod';
import { withTx, type StaffContext, type SystemContext } from '../../../context.ts';
import { eachAlone } from '../../../core/each-alone.ts';
import { AppError } from '../../../core/errors.ts';
import { requireStaffAct } from '../../../guards.ts';
import { approve, assertUnrelated, propose } from '../../approvals/service.ts';
import { audit } from '../../audit/audit.ts';
import { debtWrittenOff } from '../../ledger/contests/rules.ts';
import { postAll } from '../../ledger/service.ts';
import type { confirmParkedInput, proposeWriteOffInput } from '../schema.ts';
import { notifyWebhooks } from '../webhooks/queries.ts';
import { closeIfSettled, notifyDebtor } from './debts.ts';
import { changeDebt, debtById, endWriteOff, insertWriteOff, openWriteOffs, type DebtRow } from './queries.ts';
import { owedOf } from './rules.ts';

/*
 * A debt that a brand does not pay is written off by two staff members who belong to no side of it.
 */

/** Throws not_found, state.already_decided once nothing is owed, payment.related. */
async function owed(tx: StaffContext, debtId: string, judges: readonly string[]): Promise<DebtRow> {
  const debt = await debtById(tx.db, debtId, false);
  if (!debt) throw new AppError('not_found');
  if (owedOf(debt) === 0) throw new AppError('state.already_decided');
  await assertUnrelated(tx, { userIds: judges, orgId: debt.brand_org, contractId: debt.contract_id });
  return debt;
}

/** The first of two staff members proposes it, with the reason. Throws approval.open, auth.step_up_required besides. */
export async function proposeWriteOff(
  ctx: StaffContext,
  input: z.output<typeof proposeWriteOffInput>,
): Promise<{ id: string }> {
  requireStaffAct(ctx, 'payments.proposeWriteOff');
  return withTx(ctx, async (tx) => {
    const debt = await owed(tx, input.debtId, [tx.actor.userId]);
    return propose(tx, {
      kind: 'debt_write_off',
      subject: debt.id,
      payload: { amount: owedOf(debt), currency: debt.currency },
      note: input.note,
    });
  });
}

/** The second confirms, and the worker books it. Throws approval.same_person, state.already_decided when the debt has changed. */
export async function confirmWriteOff(
  ctx: StaffContext,
  input: z.output<typeof confirmParkedInput>,
): Promise<{ debtId: string }> {
  requireStaffAct(ctx, 'payments.confirmWriteOff');
  return withTx(ctx, async (tx) => {
    const { subject, payload, proposedBy } = await approve(tx, { id: input.proposalId, kind: 'debt_write_off' });
    const debt = await owed(tx, subject, [tx.actor.userId, proposedBy]);
    const amount = owedOf(debt);
    const decided = { approvalId: input.proposalId, debtId: debt.id, amount, at: tx.clock.now() };
    if (amount !== payload['amount'] || !(await insertWriteOff(tx.db, decided)))
      throw new AppError('state.already_decided');
    await notifyWebhooks(tx.db);
    await audit(tx, 'debt.written_off', `debt:${debt.id}`, { amount, currency: debt.currency });
    return { debtId: debt.id };
  });
}

/** Books decisions that are not booked yet. Safe to repeat. */
export const settleWriteOffs = async (ctx: SystemContext): Promise<void> =>
  eachAlone(
    await openWriteOffs(ctx.db),
    {
      log: ctx.integrations.log,
      failed: 'a debt was not written off and will be tried again',
      nameOf: (one) => one.debt_id,
    },
    (decision) => withTx(ctx, (tx) => settleWriteOff(tx, decision)),
  );

async function settleWriteOff(
  tx: SystemContext,
  decision: Awaited<ReturnType<typeof openWriteOffs>>[number],
): Promise<void> {
  const at = tx.clock.now();
  const debt = await debtById(tx.db, decision.debt_id, true);
  // Paid or given back meanwhile: what is left needs another decision.
  const fits = debt !== undefined && owedOf(debt) === decision.amount;
  if (!(await endWriteOff(tx.db, decision.approval_id, { state: fits ? 'done' : 'failed', at })) || !fits) return;
  await changeDebt(tx.db, debt.id, { written_off: decision.amount }, at);
  await closeIfSettled(tx, debt, decision.amount, 'written_off');
  const { brand_org: brandOrg, currency } = debt;
  await notifyDebtor(tx, 'debt_written_off', { brandOrg, currency, amount: decision.amount }, decision.approval_id);
  await postAll(tx, [
    {
      ...debtWrittenOff(debt.brand_org, debt.currency, decision.amount),
      opId: `debt:${debt.id}:written_off:${decision.approval_id}`,
      contractId: debt.contract_id,
      milestoneId: debt.milestone_id,
    },
  ]);
}
