import { withTx, type SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import { executeOperation } from '../provider-calls/execute.ts';
import { claimOperation, openTopUp, operationOf, settleOperation } from '../provider-calls/operations.ts';
import { floatTopUp } from '../ledger/rules.ts';
import { accountBalance, postAll } from '../ledger/service.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { shortReleases } from './card-disputes/queries.ts';

/**
 * Brings the platform's own money at the provider up to `target` minor units: a top-up there, P18 here. Interrupted
 * anywhere it goes on with the same top-up. Releases that wait for it are tried again. Returns the float afterwards.
 */
export async function ensureFloat(ctx: SystemContext, currency: Currency, target: number): Promise<number> {
  const before = await accountBalance(ctx, 'FLOAT_EQUITY', '', currency);
  if (before >= target) return before;
  const { opId, amount } = await claimTopUp(ctx, currency, target - before);
  const op = await operationOf(ctx, opId);
  const searchFrom = new Date((op?.claimed_at ?? ctx.clock.now()).getTime() - 60_000);
  const { made } = await executeOperation(ctx, opId, {
    requested: { amount, currency },
    find: () => ctx.integrations.payments.findTopUp(opId, searchFrom),
    create: (idempotencyKey) =>
      ctx.integrations.payments.createTopUp({ opId, idempotencyKey, amount, currency, description: 'Platform float' }),
  });
  await withTx(ctx, async (tx) => {
    await settleOperation(tx, opId, { state: 'done', providerId: made.topUpId });
    await postAll(tx, [{ ...floatTopUp(currency, amount), opId, providerRef: made.balanceTransactionId }]);
    for (const milestoneId of await shortReleases(tx.db, currency))
      await signalWorkflow(tx, 'escrowLifecycle', milestoneId, 'hold_cleared', `${opId}:${milestoneId}`);
  });
  return before + amount;
}

/** One top-up at a time per currency: an unfinished one is taken up again with its own amount. */
async function claimTopUp(
  ctx: SystemContext,
  currency: Currency,
  amount: number,
): Promise<{ opId: string; amount: number }> {
  return withTx(ctx, async (tx) => {
    const open = await openTopUp(tx, currency);
    if (open) return { opId: open.opId, amount: open.amount ?? amount };
    const opId = `float:${currency}:${newId()}`;
    await claimOperation(tx, { opId, kind: 'top_up', amount, currency });
    return { opId, amount };
  });
}
