import type { ServiceContext } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import type { ProviderError } from '../../integrations/stripe/provider.ts';
import type { OperationKind, OperationState } from './schema.ts';

/** A call to the provider that was or will be made: committed before the call, found again by `opId` after it. */
export interface Operation {
  op_id: string;
  attempt: number;
  idempotency_key: string;
  state: OperationState;
  provider_id: string | null;
  error: string | null;
  claimed_at: Date;
}

export interface NewOperation {
  opId: string;
  kind: OperationKind;
  milestoneId?: string;
  contractId?: string;
  orgId?: string;
  amount?: number;
  currency?: Currency;
  /** `waiting`: prepared, but the payee cannot be paid yet. */
  state?: 'waiting' | 'claimed';
}

const keyOf = (opId: string, attempt: number): string => `${opId}:a${attempt}`;

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
  await tx.db
    .insertInto('operations')
    .values({
      ...claim,
      begun_at: claim.claimed_at,
      kind: op.kind,
      milestone_id: op.milestoneId ?? null,
      contract_id: op.contractId ?? null,
      org_id: op.orgId ?? null,
      amount: op.amount ?? null,
      currency: op.currency ?? null,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  return claim;
}

export async function operationOf(tx: ServiceContext, opId: string): Promise<Operation | undefined> {
  return (await tx.db
    .selectFrom('operations')
    .select(['op_id', 'attempt', 'idempotency_key', 'state', 'provider_id', 'error', 'claimed_at'])
    .where('op_id', '=', opId)
    .executeTakeFirst()) as Operation | undefined;
}

/** When an operator requested that this attempt be repeated under another key, or null. */
export async function sendAgainRequestedAt(
  tx: ServiceContext,
  op: Pick<Operation, 'op_id' | 'attempt'>,
): Promise<Date | null> {
  const row = await tx.db
    .selectFrom('send_again_decisions')
    .select('decided_at')
    .where('op_id', '=', op.op_id)
    .where('attempt', '=', op.attempt)
    .executeTakeFirst();
  return row?.decided_at ?? null;
}

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
  await tx.db
    .updateTable('operations')
    .set({ ...claim, settled_at: null, ...(anew || op.state === 'waiting' ? { begun_at: claim.claimed_at } : {}) })
    .where('op_id', '=', op.op_id)
    .where('attempt', '=', op.attempt)
    .execute();
  return { ...op, ...claim };
}

export async function settleOperation(
  tx: ServiceContext,
  opId: string,
  outcome: { state: 'done'; providerId: string | null } | { state: 'failed'; error: string },
): Promise<void> {
  await tx.db
    .updateTable('operations')
    .set({
      state: outcome.state,
      settled_at: tx.clock.now(),
      ...(outcome.state === 'done'
        ? { provider_id: outcome.providerId, error: null }
        : { error: outcome.error.slice(0, 300) }),
    })
    .where('op_id', '=', opId)
    .where('state', 'in', ['claimed', 'unknown', 'waiting'])
    .execute();
}

/** A settled call turned out otherwise (a bank sent the money back): it is open again. */
export async function reopenOperation(tx: ServiceContext, opId: string): Promise<void> {
  await tx.db
    .updateTable('operations')
    .set({ state: 'claimed', settled_at: null })
    .where('op_id', '=', opId)
    .where('state', '=', 'done')
    .execute();
}

/** Closes an operation whose call failed permanently: its purpose was achieved another way. */
export async function closeFailedOperation(tx: ServiceContext, opId: string): Promise<void> {
  await tx.db
    .updateTable('operations')
    .set({ state: 'done', error: null, settled_at: tx.clock.now() })
    .where('op_id', '=', opId)
    .where('state', '=', 'failed')
    .execute();
}

/** Records a failed try for operators; the call is still to be made. */
export async function noteFailedTry(ctx: ServiceContext, opId: string, why: string): Promise<void> {
  await ctx.db
    .updateTable('operations')
    .set({ error: why.slice(0, 300) })
    .where('op_id', '=', opId)
    .where('state', 'in', ['claimed', 'unknown'])
    .execute();
}

/** The answer was lost: no outcome may be assumed until it is looked up. */
export async function markUnknown(
  ctx: ServiceContext,
  opId: string,
  error: Pick<ProviderError, 'code' | 'message'>,
): Promise<void> {
  await ctx.db
    .updateTable('operations')
    .set({ state: 'unknown', error: `${error.code}: ${error.message}`.slice(0, 300) })
    .where('op_id', '=', opId)
    .where('state', 'in', ['claimed', 'unknown'])
    .execute();
}
