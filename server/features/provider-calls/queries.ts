import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import type { NewOperation, Operation } from './schema.ts';

/** Inserts a claim; an operation that exists is left as it is. */
export async function insertOperation(db: Db, op: NewOperation, claim: Operation): Promise<void> {
  await db
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
}

export async function operationById(db: Db, opId: string): Promise<Operation | undefined> {
  return db
    .selectFrom('operations')
    .select(['op_id', 'attempt', 'idempotency_key', 'state', 'provider_id', 'error', 'claimed_at'])
    .where('op_id', '=', opId)
    .executeTakeFirst();
}

/** The same for a process about to call, and whether the database was restored so late that the call may have been made before. */
export async function operationToCall(
  db: Db,
  opId: string,
  restoredAfter: Date,
): Promise<(Operation & { restored: boolean }) | undefined> {
  return db
    .selectFrom('operations')
    .select((eb) => [
      'op_id',
      'attempt',
      'idempotency_key',
      'state',
      'provider_id',
      'error',
      'claimed_at',
      eb
        .exists(eb.selectFrom('restores').select('id').where('restored_at', '>', restoredAfter))
        .$castTo<boolean>()
        .as('restored'),
    ])
    .where('op_id', '=', opId)
    .executeTakeFirst();
}

/** When an operator decided that this attempt is made anew under another key. */
export async function sendAgainDecision(db: Db, op: Pick<Operation, 'op_id' | 'attempt'>): Promise<Date | null> {
  const row = await db
    .selectFrom('send_again_decisions')
    .select('decided_at')
    .where('op_id', '=', op.op_id)
    .where('attempt', '=', op.attempt)
    .executeTakeFirst();
  return row?.decided_at ?? null;
}

/** A new claim on an operation; `begunAt` undefined: the age of the act stays as it is. */
export async function updateClaim(
  db: Db,
  op: Pick<Operation, 'op_id' | 'attempt'>,
  claim: Pick<Operation, 'state' | 'attempt' | 'idempotency_key' | 'error' | 'claimed_at'>,
  begunAt?: Date,
): Promise<void> {
  await db
    .updateTable('operations')
    .set({ ...claim, settled_at: null, ...(begunAt ? { begun_at: begunAt } : {}) })
    .where('op_id', '=', op.op_id)
    .where('attempt', '=', op.attempt)
    .execute();
}

/** Changes an operation that is in one of the states `from`; one in any other state stays as it is. */
export async function moveOperation(
  db: Db,
  opId: string,
  from: readonly Operation['state'][],
  set: Partial<Pick<Operation, 'state' | 'error' | 'provider_id'>> & { settled_at?: Date | null },
): Promise<void> {
  await db
    .updateTable('operations')
    .set(set)
    .where('op_id', '=', opId)
    .where('state', 'in', [...from])
    .execute();
}

/** Top-ups of a currency, whatever came of them. */
export async function topUps(
  db: Db,
  currency: Currency,
): Promise<{ op_id: string; amount: number | null; state: string }[]> {
  return db
    .selectFrom('operations')
    .select(['op_id', 'amount', 'state'])
    .where('kind', '=', 'top_up')
    .where('currency', '=', currency)
    .execute();
}
