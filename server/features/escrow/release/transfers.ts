import { withTx, type SystemContext } from '../../../context.ts';
import type { Transfer } from '../../../integrations/stripe/provider.ts';
import { transferFailed, transferSent } from '../../ledger/rules.ts';
import { postAll, type Post } from '../../ledger/service.ts';
import { MoneyOutStopped } from '../../money-stops/service.ts';
import { executeOperation, OutcomeUnknown } from '../../provider-calls/execute.ts';
import { noteFailedTry, operationOf, settleOperation } from '../../provider-calls/operations.ts';
import { asProviderError, refusedWith, whyFailed } from '../../provider-calls/provider-error.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { claimOne, sourceOf } from './prepare.ts';
import { moveTransfer, openTransfers, type PayableTransfer, type TransferRow } from './queries.ts';

/** A transfer that the provider made, not yet in our books. */
export interface MadeTransfer {
  row: TransferRow;
  attempt: number;
  transfer: Transfer;
}

/** What came of the claimed transfers of a milestone. */
export interface TransferRun {
  made: MadeTransfer[];
  /** Why others were not made, one each; they are to be tried again. */
  failures: unknown[];
}

/**
 * Makes the claimed transfers of a milestone at the provider. A permanently refused one returns to `waiting` (its payee
 * is owed again), unless its charge alone was refused, and does not block the others; nor does one without an answer, which is
 * recorded with its operation.
 */
export async function makeTransfers(ctx: SystemContext, milestone: MilestoneRow): Promise<TransferRun> {
  const made: MadeTransfer[] = [];
  const failures: unknown[] = [];
  for (const row of await openTransfers(ctx.db, milestone.id)) {
    try {
      const transfer = await makeOne(ctx, milestone, row);
      if (transfer) made.push(transfer);
    } catch (error) {
      failures.push(error);
      ctx.integrations.log.warn(
        { op: row.opId, leg: row.leg, err: error },
        'a transfer was not made and will be tried again',
      );
      if (!(error instanceof OutcomeUnknown)) await noteFailedTry(ctx, row.opId, whyFailed(error));
    }
  }
  return { made, failures };
}

/** Thrown instead of the call when the payee has no account any more and no transfer exists. */
class NoPayeeAccount extends Error {
  override readonly name = 'NoPayeeAccount';
}

/** Why the transfer is proven not made, for its operation; null when that is not proven. */
function refusalCode(error: unknown): string | null {
  if (error instanceof NoPayeeAccount) return 'no_account';
  const refused = asProviderError(error);
  return refused?.provenNotCreated && refusedWith(error, 'invalid', 'not_found') ? refused.code : null;
}

async function makeOne(
  ctx: SystemContext,
  milestone: MilestoneRow,
  row: PayableTransfer,
): Promise<MadeTransfer | null> {
  const { payments } = ctx.integrations;
  const { account, sourceCharge, group } = row;
  try {
    const { made: transfer, attempt } = await executeOperation(ctx, row.opId, {
      requested: row,
      find: () => payments.findTransfer(row.opId, group),
      create: async (idempotencyKey) => {
        if (!account) {
          // The account may have been disabled after a transfer whose answer was never stored.
          const found = await payments.findTransfer(row.opId, group);
          if (found) return found;
          throw new NoPayeeAccount('the payee has no account');
        }
        return payments.createTransfer({
          opId: row.opId,
          idempotencyKey,
          amount: row.amount,
          currency: row.currency,
          destination: account,
          sourceCharge,
          transferGroup: group,
          metadata: { milestone_id: milestone.id, leg: row.leg },
        });
      },
    });
    return { row, transfer, attempt };
  } catch (error) {
    // The claim stays open until money-out resumes.
    if (error instanceof MoneyOutStopped) return null;
    const code = refusalCode(error);
    if (!code) throw error;
    ctx.integrations.log.warn({ op: row.opId, code }, 'the provider refused a transfer; its payee is owed again');
    const again = await withTx(ctx, (tx) => markTransferRefused(tx, milestone, row, code));
    return again && makeOne(ctx, milestone, again);
  }
}

/**
 * P6x: proven not made. Where its charge covers it no longer, as staff decided after the claim, it is claimed again at once and
 * returned: the refusal says nothing of its payee. A charge never covers it again, so that this happens once.
 */
async function markTransferRefused(
  tx: SystemContext,
  milestone: MilestoneRow,
  row: PayableTransfer,
  code: string,
): Promise<PayableTransfer | null> {
  const op = await operationOf(tx, row.opId);
  if (!op || !(await moveTransfer(tx.db, row, 'waiting'))) return null;
  await settleOperation(tx, row.opId, { state: 'failed', error: code });
  const failed = {
    ...transferFailed(row),
    opId: `${row.opId}:a${op.attempt}:failed`,
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
  };
  const covered = row.sourceCharge === null || (await sourceOf(tx, milestone.id)) !== null;
  if (covered || !row.account) {
    await postAll(tx, [failed]);
    return null;
  }
  await postAll(tx, [failed, await claimOne(tx, milestone, { ...row, state: 'waiting' }, null)]);
  return { ...row, state: 'claimed', sourceCharge: null };
}

/**
 * P6: notes in the caller's transaction that the provider made a transfer, once. Answers the posting that goes with it, or
 * null when another run was first.
 */
export async function noteTransfer(
  tx: SystemContext,
  milestone: MilestoneRow,
  { row, attempt, transfer }: MadeTransfer,
): Promise<Post | null> {
  const sent = { provider_id: transfer.transferId, sent_at: tx.clock.now() };
  if (!(await moveTransfer(tx.db, row, 'sent', sent))) return null;
  await settleOperation(tx, row.opId, { state: 'done', providerId: transfer.transferId });
  return {
    ...transferSent(row),
    opId: `${row.opId}:a${attempt}:sent`,
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    providerRef: transfer.balanceTransactionId,
  };
}
