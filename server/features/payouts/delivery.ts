import { takeForPayout } from '../escrow/release/transfer-marks.ts';
import type { SystemContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { ConnectedAccount, Payout } from '../../integrations/stripe/provider.ts';
import { failpoint } from '../../failpoint.ts';
import { claimAgain, markUnknown, operationOf } from '../provider-calls/operations.ts';
import { OutcomeUnknown, keyExpiry } from '../provider-calls/execute.ts';
import { answeredServerError, asProviderError, refusedWith } from '../provider-calls/provider-error.ts';
import { accountBalance, isPosted, postAll } from '../ledger/service.ts';
import { payoutClaimed } from '../ledger/rules.ts';
import { isMoneyOutStopped } from '../money-stops/service.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { noteTaxAnswer } from '../tax-profiles/service.ts';
import { refreshAccountOf } from './account.ts';
import { isUnsent, reconcile, refuse } from './outcomes.ts';
import { payableBanks } from './banks/cooling.ts';
import { accountOf, isOnHold } from './queries/accounts.ts';
import { movePayout, payoutLocked, setDestination, type PayoutRow } from './queries/payouts.ts';
import { ACCOUNT_GONE, isTakenBack, NO_BANK_ACCOUNT } from './rules.ts';
import type { PayoutState } from './schema.ts';

/** An older claim may have been acted upon by a process that died. */
const FRESH_MS = 5_000;
/** The provider's time may differ from ours. */
const SEARCH_BACK_MS = 3_600_000;

/** State of a payout after a step. */
export interface PayoutStatus {
  state: PayoutState;
  currency: Currency;
  amount: number;
  orgId: string;
  createdAt: Date;
  paidAt: Date | null;
  arrivalAt: Date | null;
  /** The money is still settling at the provider: the payout waits for it. */
  settling: boolean;
  /** Money-out of its currency is stopped, or its payee is on hold: the payout waits until that ends. */
  stopped: boolean;
  /** The payee's bank account was exchanged after the request: until then the payout waits. */
  coolingUntil: Date | null;
}

const statusOf = (
  row: PayoutRow,
  { settling = false, stopped = false, coolingUntil = null as Date | null } = {},
): PayoutStatus => ({
  state: row.state,
  currency: row.currency,
  amount: row.amount,
  orgId: row.org_id,
  createdAt: row.created_at,
  paidAt: row.paid_at,
  arrivalAt: row.arrival_at,
  settling,
  stopped,
  coolingUntil,
});

async function read(ctx: SystemContext, payoutId: string): Promise<PayoutRow> {
  const row = await withTx(ctx, (tx) => payoutLocked(tx.db, { payoutId }));
  if (!row) throw new AppError('not_found');
  return row;
}

/** Claims the payout in the memo accounts and stores the transfers that its amount consists of, once. */
async function claim(ctx: SystemContext, row: PayoutRow): Promise<void> {
  const opId = `${row.op_id}:claim`;
  await withTx(ctx, async (tx) => {
    // Under the payout's lock: a concurrent run that claims it blocks here, and then finds the posting.
    await payoutLocked(tx.db, { payoutId: row.id });
    if (await isPosted(tx, opId)) return;
    await noteTaxAnswer(tx, row.org_id);
    await postAll(tx, [{ ...payoutClaimed(row.org_id, row.currency, row.amount), opId }]);
    if (row.transfer_ids.length === 0) return;
    await takeForPayout(tx, row.id, row.transfer_ids);
  });
}

/**
 * Proven absent at the provider: the next call is a new attempt under a new key, since the provider repeats a refusal
 * under its key. Its bank account is judged anew.
 */
async function nextAttempt(ctx: SystemContext, row: PayoutRow, attempt: number): Promise<PayoutRow> {
  return withTx(ctx, async (tx) => {
    const locked = await payoutLocked(tx.db, { payoutId: row.id });
    const operation = await operationOf(tx, row.op_id);
    // Another run may have taken it meanwhile, and be calling.
    if (!locked || !operation || operation.state === 'done' || operation.attempt !== attempt) return locked ?? row;
    await claimAgain(tx, operation);
    await setDestination(tx.db, row.id, null);
    if (locked.state === 'unknown') await movePayout(tx.db, locked, tx.clock.now(), { state: 'claimed' });
    return (await payoutLocked(tx.db, { payoutId: row.id }))!;
  });
}

/**
 * The bank account that the calls of an attempt name: the one that was judged first, stored before the call, since the provider
 * repeats a key with the same parameters alone. Null: the payee has none. Undefined: another run took the payout meanwhile.
 */
async function destinationOf(
  ctx: SystemContext,
  row: PayoutRow,
  { attempt, judged }: { attempt: number; judged: ConnectedAccount['banks'][number] | undefined },
): Promise<string | null | undefined> {
  return withTx(ctx, async (tx) => {
    const locked = await payoutLocked(tx.db, { payoutId: row.id });
    const operation = await operationOf(tx, row.op_id);
    if (!locked || !isUnsent(locked) || operation?.attempt !== attempt) return undefined;
    if (locked.destination === null && judged) await setDestination(tx.db, row.id, judged);
    return locked.destination ?? judged?.externalId ?? null;
  });
}

/** The answer was lost: no outcome may be assumed until it is looked up. */
async function markLost(
  ctx: SystemContext,
  row: PayoutRow,
  error: { code: string; message: string },
): Promise<PayoutRow> {
  return withTx(ctx, async (tx) => {
    const locked = await payoutLocked(tx.db, { payoutId: row.id });
    if (locked?.state !== 'claimed') return locked ?? row;
    await markUnknown(tx, row.op_id, error);
    await movePayout(tx.db, locked, tx.clock.now(), { state: 'unknown' });
    return (await payoutLocked(tx.db, { payoutId: row.id }))!;
  });
}

/** The payee's bank account as the provider has it now, and until when it is too new to be paid to: who exchanged it may be a thief. */
async function bankNow(ctx: SystemContext, row: PayoutRow) {
  const { banks } = await refreshAccountOf(ctx, { orgId: row.org_id });
  // If another one was noted meanwhile, that one is new, and the payout waits for it.
  const noted = await withTx(ctx, async (tx) => (await payableBanks(tx, row.org_id)).get(row.currency));
  return {
    seen: banks.find(({ currency }) => currency === row.currency),
    coolingUntil: noted?.coolingUntil ?? null,
  };
}

async function send(ctx: SystemContext, row: PayoutRow): Promise<PayoutStatus> {
  const { payments } = ctx.integrations;
  await claim(ctx, row);
  await failpoint('payout.claimed');
  const { account, operation } = await withTx(ctx, async (tx) => ({
    account: await accountOf(tx.db, { orgId: row.org_id }),
    operation: await operationOf(tx, row.op_id),
  }));
  if (!account?.provider_account_id || !operation) return statusOf(await refuse(ctx, row, 'no_account'));
  const accountId = account.provider_account_id;
  const { attempt } = operation;
  const find = () => payments.findPayout(row.op_id, accountId, new Date(row.created_at.getTime() - SEARCH_BACK_MS));
  const now = ctx.clock.now();
  const over = await keyExpiry(ctx, operation, now);
  // Who is on hold may be a thief, who requested it before.
  const stopped =
    (await isMoneyOutStopped(ctx, row.currency)) || (await withTx(ctx, (tx) => isOnHold(tx.db, row.org_id)));
  if (
    stopped ||
    row.state === 'unknown' ||
    attempt > 1 ||
    over ||
    now.getTime() - operation.claimed_at.getTime() > FRESH_MS
  ) {
    const found = await find();
    if (found) return statusOf(await reconcile(ctx, row, found));
    if (stopped) return statusOf(row, { stopped });
    if (over && now < over.callsEnded) throw new OutcomeUnknown(row.op_id);
    if (over) return statusOf(await nextAttempt(ctx, row, attempt));
  }
  // The one that the payee has by now, whichever it had at the request.
  const { seen: bank, coolingUntil } = await bankNow(ctx, row);
  if (coolingUntil) return statusOf(await nextAttempt(ctx, row, attempt), { coolingUntil });
  const destination = await destinationOf(ctx, row, { attempt, judged: bank });
  if (destination === undefined) return statusOf(await read(ctx, row.id));
  if (destination === null) return statusOf(await refuse(ctx, row, NO_BANK_ACCOUNT, attempt));
  try {
    const made = await payments.createPayout({
      opId: row.op_id,
      idempotencyKey: operation.idempotency_key,
      accountId,
      amount: row.amount,
      currency: row.currency,
      destination,
      metadata: { org_id: row.org_id, payout_id: row.id },
    });
    await failpoint('payout.called');
    const sent = await reconcile(ctx, row, made);
    await failpoint('payout.stored');
    return statusOf(sent);
  } catch (error) {
    const refusal = asProviderError(error);
    if (!refusal) throw error;
    if (refusal.code === 'balance_insufficient') {
      const left = await withTx(ctx, (tx) => accountBalance(tx, 'M_CONNECTED', row.org_id, row.currency));
      if (isTakenBack(left)) return statusOf(await refuse(ctx, row, refusal.code, attempt));
      return statusOf(await nextAttempt(ctx, row, attempt), { settling: true });
    }
    switch (refusal.kind) {
      case 'unknown_outcome': {
        // A server error was an answer: what the provider did is done, and repeating the key would only repeat the error.
        if (!answeredServerError(refusal)) return statusOf(await markLost(ctx, row, refusal));
        const found = await find();
        return statusOf(found ? await reconcile(ctx, row, found) : await nextAttempt(ctx, row, attempt));
      }
      case 'idempotency':
        return statusOf(await nextAttempt(ctx, row, attempt));
      case 'invalid':
      case 'declined':
      case 'not_found':
        // Perhaps the account is gone: it is read again.
        await withTx(ctx, (tx) => signalWorkflow(tx, 'payoutAccountWatch', row.org_id, 'payout_refused', row.op_id));
        return statusOf(await refuse(ctx, row, refusal.code, attempt));
      default:
        throw error;
    }
  }
}

/** Null: the account does not know it, since another one has taken the place of the one that it left. */
const payoutAt = (ctx: SystemContext, accountId: string, payoutId: string): Promise<Payout | null> =>
  ctx.integrations.payments.retrievePayout(accountId, payoutId).catch((error: unknown) => {
    if (refusedWith(error, 'not_found')) return null;
    throw error;
  });

/**
 * Takes a payout one step further, whatever state it is in: sends it, finds one whose answer was lost, or copies the provider's
 * state. Safe to repeat at any time. Throws when the provider cannot be reached.
 */
export async function advancePayout(ctx: SystemContext, input: { payoutId: string }): Promise<PayoutStatus> {
  const row = await read(ctx, input.payoutId);
  if (isUnsent(row)) return send(ctx, row);
  if ((row.state === 'in_transit' || row.state === 'paid') && row.provider_id) {
    const account = await withTx(ctx, (tx) => accountOf(tx.db, { orgId: row.org_id }));
    const seen =
      account?.provider_account_id && account.disabled_reason !== ACCOUNT_GONE
        ? await payoutAt(ctx, account.provider_account_id, row.provider_id)
        : null;
    if (seen) return statusOf(await reconcile(ctx, row, seen));
  }
  return statusOf(row);
}
