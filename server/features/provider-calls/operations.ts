import type { ServiceContext } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import type { ProviderError } from '../../integrations/stripe/provider.ts';
import {
  insertOperation,
  moveOperation,
  operationById,
  operationToCall,
  sendAgainDecision,
  topUps,
  updateClaim,
} from './queries.ts';
import { keyOf, RESTORED_MS } from './rules.ts';
import { OPERATION_STATES, type NewOperation, type Operation } from './schema.ts';

const MAX_ERROR = 300;

/** Writes the claim in the caller's transaction and returns it. Claiming the same operation twice changes nothing. */
export async function claimOperation(tx: ServiceContext, op: NewOperation): Promise<Operation> {
  const claim: Operation = {
    op_id: op.opId,
    attempt: 1,
    idempotency_key: keyOf(op.opId, 1),
    state: op.state ?? 'claimed',
    provider_id: null,
    error: null,
    claimed_at: tx.clock.now(),
  };
  await insertOperation(tx.db, op, claim);
  return claim;
}

/** The operation for a call that is about to be made, by the worker. */
export const operationForCall = (ctx: ServiceContext, opId: string) =>
  operationToCall(ctx.db, opId, new Date(ctx.clock.now().getTime() - RESTORED_MS));

export const operationOf = (tx: ServiceContext, opId: string): Promise<Operation | undefined> =>
  operationById(tx.db, opId);

/** When an operator requested that this attempt be repeated under another key, or null. */
export const sendAgainRequestedAt = (
  tx: ServiceContext,
  op: Pick<Operation, 'op_id' | 'attempt'>,
): Promise<Date | null> => sendAgainDecision(tx.db, op);

/**
 * Claims a waiting operation now, or a refused one under a new key; returns the claim. In the caller's transaction. A
 * new key keeps the time of the first claim, so that an operation that fails for days is noticed; `anew`: a person
 * decided to begin again.
 */
export async function claimAgain(tx: ServiceContext, op: Operation, { anew = false } = {}): Promise<Operation> {
  const attempt = op.state === 'waiting' ? op.attempt : op.attempt + 1;
  const claim = {
    state: 'claimed',
    attempt,
    idempotency_key: keyOf(op.op_id, attempt),
    error: null,
    claimed_at: tx.clock.now(),
  } as const;
  await updateClaim(tx.db, op, claim, anew || op.state === 'waiting' ? claim.claimed_at : undefined);
  return { ...op, ...claim };
}

export async function settleOperation(
  tx: ServiceContext,
  opId: string,
  outcome: { state: 'done'; providerId: string | null } | { state: 'failed'; error: string },
): Promise<void> {
  await moveOperation(tx.db, opId, ['claimed', 'unknown', 'waiting'], {
    state: outcome.state,
    settled_at: tx.clock.now(),
    ...(outcome.state === 'done'
      ? { provider_id: outcome.providerId, error: null }
      : { error: outcome.error.slice(0, MAX_ERROR) }),
  });
}

/** A settled call turned out otherwise (a bank sent the money back): it is open again. */
export const reopenOperation = (tx: ServiceContext, opId: string): Promise<void> =>
  moveOperation(tx.db, opId, ['done'], { state: 'claimed', settled_at: null });

/** The outcome of a call turned out to need a decision: its claim is open again, whatever state it was in. */
export const reopenClaim = (tx: ServiceContext, opId: string): Promise<void> =>
  moveOperation(tx.db, opId, OPERATION_STATES, { state: 'claimed', settled_at: null });

/** Closes an operation whose call failed permanently: its purpose was achieved another way. */
export const closeFailedOperation = (tx: ServiceContext, opId: string): Promise<void> =>
  moveOperation(tx.db, opId, ['failed'], { state: 'done', error: null, settled_at: tx.clock.now() });

/** Records a failed try for operators; the call is still to be made. */
export const noteFailedTry = (ctx: ServiceContext, opId: string, why: string): Promise<void> =>
  moveOperation(ctx.db, opId, ['claimed', 'unknown'], { error: why.slice(0, MAX_ERROR) });

/** The answer was lost: no outcome may be assumed until it is looked up. */
export const markUnknown = (
  ctx: ServiceContext,
  opId: string,
  error: Pick<ProviderError, 'code' | 'message'>,
): Promise<void> =>
  moveOperation(ctx.db, opId, ['claimed', 'unknown'], {
    state: 'unknown',
    error: `${error.code}: ${error.message}`.slice(0, MAX_ERROR),
  });

/** A top-up of the platform's balance in that currency that is not done yet. */
export async function openTopUp(
  tx: ServiceContext,
  currency: Currency,
): Promise<{ opId: string; amount: number | null } | null> {
  const open = (await topUps(tx.db, currency)).find((o) => o.state !== 'done');
  return open ? { opId: open.op_id, amount: open.amount } : null;
}
