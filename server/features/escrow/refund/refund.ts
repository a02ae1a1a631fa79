import { withTx, type SystemContext } from '../../../context.ts';
import { failpoint } from '../../../failpoint.ts';
import { isMoneyOutStopped, MoneyOutStopped } from '../../money-stops/service.ts';
import { executeOperation, OutcomeUnknown } from '../../provider-calls/execute.ts';
import { noteFailedTry, operationOf } from '../../provider-calls/operations.ts';
import { asProviderError, refusedWith, whyFailed } from '../../provider-calls/provider-error.ts';
import { holdForStaff } from '../milestone/holds.ts';
import { lockedMilestone } from '../milestone/moves.ts';
import { refundsStop } from '../milestone/rules.ts';
import { transfersOf } from '../release/queries.ts';
import { release } from '../release/release.ts';
import { confirmRefund, settleByBank, markRefundRefused, type Answer } from './confirm.ts';
import { claimRefundAgain, startRefund } from './decide.ts';
import { nothingNetted, type Netting } from './netting.ts';
import { chargeIdOf, refundsOf, type RefundRow } from './queries.ts';
import { isOfAttempt, isOver } from './rules.ts';

/** A money stop blocks new refunds; those under way at the provider are still read. A hold blocks both, as does a short float. */
interface Blocked {
  by: 'hold' | 'money_stop';
  summary: string;
}

/**
 * Sends back what an ended or late milestone owes its brand, in three committed steps (decide and claim, call the
 * provider, confirm), each of which finds what was done before. One that the provider refused or the payer's bank sent
 * back continues as an operator decides: until then the brand is owed.
 */
export async function refund(
  ctx: SystemContext,
  input: { milestoneId: string },
  net: Netting = nothingNetted,
): Promise<string> {
  await failpoint('refund.before');
  let settling = false;
  const blocked = await withTx(ctx, async (tx): Promise<Blocked | null> => {
    const row = await lockedMilestone(tx, input.milestoneId);
    settling = row.state === 'settling';
    await holdForStaff(tx, row);
    if (refundsStop(row.holds)) return { by: 'hold', summary: `held: ${row.holds.join(', ')}` };
    if (row.state !== 'refunding') return null;
    if (await isMoneyOutStopped(tx, row.currency)) return { by: 'money_stop', summary: 'money-out is stopped' };
    const waits = await startRefund(tx, row, net);
    return waits === null ? null : { by: 'hold', summary: waits };
  });
  if (blocked?.by === 'hold') return blocked.summary;
  const open = (await refundsOf(ctx.db, input.milestoneId)).filter(
    // Of a payment that came too late, its bank may have the money already; the milestone is not held for it.
    (r) => !isOver(r) && !r.disputed && (r.state !== 'failed' || r.decision),
  );
  // One without an answer does not keep the others waiting, which may be of another payment.
  let failure: unknown = null;
  for (const r of open) {
    const leg =
      r.state === 'failed' && r.decision === 'paid_by_bank'
        ? settleByBank(ctx, input.milestoneId, r)
        : settleOne(ctx, input.milestoneId, r);
    await leg.catch(async (error: unknown) => {
      ctx.integrations.log.warn({ op: r.opId, err: error }, 'a refund was not made and will be tried again');
      failure ??= error;
      if (!(error instanceof OutcomeUnknown)) await noteFailedTry(ctx, r.opId, whyFailed(error));
    });
  }
  // Nor does the creator's leg of a settlement wait for the brand's.
  const summary = settling ? await release(ctx, input) : null;
  if (failure !== null) throw failure;
  if (summary !== null) return summary;
  const left = (await refundsOf(ctx.db, input.milestoneId)).filter((r) => !isOver(r));
  if (left.length > 0) return `refund under way: ${left.map((r) => r.state).join(', ')}`;
  if (blocked) return blocked.summary;
  // A kill fee goes to the creator as soon as the rest is refunded.
  return (await transfersOf(ctx.db, input.milestoneId)).some((t) => t.state !== 'sent')
    ? release(ctx, input)
    : 'refunded';
}

async function settleOne(ctx: SystemContext, milestoneId: string, r: RefundRow): Promise<void> {
  await failpoint('refund.claimed');
  const answer =
    (r.state === 'pending' || r.state === 'unknown') && r.providerId
      ? await readAgain(ctx, r.opId, r.providerId)
      : await make(ctx, milestoneId, r);
  if (!answer) return;
  await failpoint('refund.called');
  await withTx(ctx, async (tx) => confirmRefund(tx, await lockedMilestone(tx, milestoneId), r, answer));
  await failpoint('refund.stored');
}

async function readAgain(ctx: SystemContext, opId: string, providerId: string): Promise<Answer> {
  const attempt = (await operationOf(ctx, opId))?.attempt ?? 1;
  return { made: await ctx.integrations.payments.retrieveRefund(providerId), attempt };
}

async function make(ctx: SystemContext, milestoneId: string, r: RefundRow): Promise<Answer | null> {
  const { payments } = ctx.integrations;
  const chargeId = await chargeIdOf(ctx.db, r.paymentId);
  if (!chargeId) throw new Error(`payment ${r.paymentId} has no charge`);
  if (r.state === 'failed') {
    if (await isMoneyOutStopped(ctx, r.currency)) return null;
    if (!(await withTx(ctx, (tx) => claimRefundAgain(tx, r)))) return null;
  }
  const attempt = (await operationOf(ctx, r.opId))?.attempt ?? 1;
  try {
    return await executeOperation(ctx, r.opId, {
      requested: r,
      find: async () => {
        const found = await payments.findRefund(r.opId, chargeId);
        return found && isOfAttempt(found, r.providerId) ? found : null;
      },
      create: (idempotencyKey) =>
        payments.createRefund({
          opId: r.opId,
          idempotencyKey,
          chargeId,
          amount: r.amount,
          metadata: { milestone_id: milestoneId },
        }),
    });
  } catch (error) {
    // The claim stays open and the brand is owed.
    if (error instanceof MoneyOutStopped) return null;
    const refused = asProviderError(error);
    if (!refused || !refusedWith(error, 'invalid', 'not_found') || !refused.provenNotCreated) throw error;
    ctx.integrations.log.error({ op: r.opId, code: refused.code }, 'the provider refused a refund; its brand is owed');
    await withTx(ctx, async (tx) =>
      markRefundRefused(
        tx,
        await lockedMilestone(tx, milestoneId),
        { refundId: r.id, attempt },
        `${refused.code}: ${refused.message}`,
      ),
    );
    return null;
  }
}
