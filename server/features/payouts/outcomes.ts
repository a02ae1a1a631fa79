import { withTx, type SystemContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import type { Payout } from '../../integrations/stripe/provider.ts';
import { issueDocument } from '../documents/issue.ts';
import { freeFromPayout } from '../escrow/release/transfer-marks.ts';
import { payoutFailed, payoutPaid, payoutReturned } from '../ledger/rules.ts';
import { postAll } from '../ledger/service.ts';
import { notify } from '../notifications/notify.ts';
import type { NoticeData, NoticeKind } from '../notifications/schema.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { assertAsRequested } from '../provider-calls/execute.ts';
import { operationOf, settleOperation } from '../provider-calls/operations.ts';
import { itemsOfPayouts, movePayout, payoutLocked, type PayoutRow } from './queries/payouts.ts';
import { expectedDay } from './rules.ts';
import { stopSchedule } from './schedule/service.ts';

/*
 * What comes of a payout: the provider has it, pays it, returns it or refuses it. Each is booked once, under the lock of its row.
 */

/** The provider is not known to have it yet. */
export const isUnsent = ({ state }: PayoutRow): boolean => state === 'claimed' || state === 'unknown';

/**
 * The provider has the payout: its state is copied. Only forward moves count, in whatever order they are read. Throws
 * OutcomeUnknown where it moves another sum than was requested.
 */
export async function reconcile(ctx: SystemContext, requested: PayoutRow, seen: Payout): Promise<PayoutRow> {
  await assertAsRequested(ctx, requested.op_id, requested, seen);
  return withTx(ctx, async (tx) => {
    const row = await payoutLocked(tx.db, { payoutId: requested.id });
    if (!row) throw new AppError('not_found');
    const currency = row.currency;
    const now = tx.clock.now();
    const failed = seen.status === 'failed' || seen.status === 'canceled';
    if (isUnsent(row)) {
      await settleOperation(tx, row.op_id, { state: 'done', providerId: seen.payoutId });
      await movePayout(tx.db, row, now, {
        state: 'in_transit',
        provider_id: seen.payoutId,
        arrival_at: seen.arrivalDate,
      });
      const expected = expectedDay(seen.arrivalDate, now, now) ?? seen.arrivalDate;
      await notifyPayee(tx, row, 'payout_sent', { deadlineAt: expected.toISOString() });
      return failed || seen.status === 'paid'
        ? settle({ ...row, state: 'in_transit', version: row.version + 1 })
        : (await payoutLocked(tx.db, { payoutId: row.id }))!;
    }
    return settle(row);

    async function settle(from: PayoutRow): Promise<PayoutRow> {
      if (from.state === 'in_transit' && seen.status === 'paid') {
        await movePayout(tx.db, from, now, { state: 'paid', paid_at: now, arrival_at: seen.arrivalDate });
        await postAll(tx, [{ ...payoutPaid(from.org_id, currency, from.amount), opId: `${from.op_id}:paid` }]);
        await notifyPayee(tx, from, 'payout_paid');
        await issueDocument(tx, {
          kind: 'payout_statement',
          items: (await itemsOfPayouts(tx.db, [from.id])).get(from.id) ?? [],
          orgId: from.org_id,
          currency,
          amount: from.amount,
          payoutId: from.id,
          data: {
            payee: partyIn(await partiesOf(tx, [from.org_id]), from.org_id).name,
            bankLast4: from.bank_last4,
            providerId: seen.payoutId,
          },
        });
      } else if (from.state === 'in_transit' && failed) {
        await movePayout(tx.db, from, now, { state: 'failed', failure_code: seen.failureCode ?? 'canceled' });
        await postAll(tx, [{ ...payoutFailed(from.org_id, currency, from.amount), opId: `${from.op_id}:failed` }]);
        await release(tx, from);
      } else if (from.state === 'paid' && failed) {
        await movePayout(tx.db, from, now, {
          state: 'returned',
          failure_code: seen.failureCode ?? 'could_not_process',
        });
        await postAll(tx, [{ ...payoutReturned(from.org_id, currency, from.amount), opId: `${from.op_id}:returned` }]);
        await release(tx, from);
      }
      return (await payoutLocked(tx.db, { payoutId: from.id }))!;
    }
  });
}

/** Its earnings become available for the next payout. */
async function release(tx: SystemContext, row: PayoutRow): Promise<void> {
  await freeFromPayout(tx, row.id);
  await stopSchedule(tx, row.org_id);
  await notifyPayee(tx, row, 'payout_failed');
}

/** The provider refused permanently before any money left. `attempt`: whose call it was; another one may be under way. */
export async function refuse(ctx: SystemContext, row: PayoutRow, code: string, attempt?: number): Promise<PayoutRow> {
  return withTx(ctx, async (tx) => {
    const locked = await payoutLocked(tx.db, { payoutId: row.id });
    if (!locked || !isUnsent(locked)) return locked ?? row;
    if (attempt !== undefined && (await operationOf(tx, row.op_id))?.attempt !== attempt) return locked;
    await settleOperation(tx, row.op_id, { state: 'failed', error: code });
    await movePayout(tx.db, locked, tx.clock.now(), { state: 'failed', failure_code: code });
    await postAll(tx, [{ ...payoutFailed(row.org_id, row.currency, row.amount), opId: `${row.op_id}:failed` }]);
    await release(tx, locked);
    return (await payoutLocked(tx.db, { payoutId: row.id }))!;
  });
}

async function notifyPayee(tx: SystemContext, row: PayoutRow, kind: NoticeKind, data: NoticeData = {}): Promise<void> {
  await notify(tx, {
    orgId: row.org_id,
    kind,
    data: { amountMinor: row.amount, currency: row.currency, ...data },
    link: ADDRESSES.payout(row.id),
    key: `${kind}:${row.id}`,
    roles: ['owner', 'finance'],
  });
}
