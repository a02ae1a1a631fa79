import { sql } from 'kysely';
import { affectedRows, type Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';
import type { Outcome } from '../schema.ts';
import type { Network } from '../rules.ts';

const COLUMNS = [
  'id',
  'browser_hash',
  'network',
  'user_id',
  'org_id',
  'return_path',
  'expires_at',
  'held_code',
  'claimed_at',
  'outcome',
  'refused',
  'connection_id',
] as const;
export type AttemptRow = NonNullable<Awaited<ReturnType<typeof attemptByState>>>;

export async function insertAttempt(
  db: Db,
  one: {
    id: string;
    stateHash: string;
    browserHash: string;
    network: Network;
    userId: string;
    orgId: string;
    returnPath: string;
    at: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('connection_attempts')
    .values({
      id: one.id,
      state_hash: one.stateHash,
      browser_hash: one.browserHash,
      network: one.network,
      user_id: one.userId,
      org_id: one.orgId,
      return_path: one.returnPath,
      created_at: one.at,
      expires_at: one.expiresAt,
    })
    .execute();
}

export async function attemptByState(db: Db, input: { network: Network; stateHash: string }) {
  return db
    .selectFrom('connection_attempts')
    .select(COLUMNS)
    .where('state_hash', '=', input.stateHash)
    .where('network', '=', input.network)
    .executeTakeFirst();
}

/** The newest that is kept for this browser until its user signs in. */
export async function heldAttempt(
  db: Db,
  input: { network: Network; browserHash: string },
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('connection_attempts')
    .select(COLUMNS)
    .where('browser_hash', '=', input.browserHash)
    .where('network', '=', input.network)
    .where('held_code', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Keeps the network's code; false where the state is used or over. */
export async function holdCode(
  db: Db,
  input: { id: string; code: string; at: Date; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection_attempts')
    .set({ held_code: input.code, expires_at: input.expiresAt })
    .where('id', '=', input.id)
    .where('claimed_at', 'is', null)
    .where('held_code', 'is', null)
    .where('expires_at', '>', input.at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes the state: one call does, all others are refused. */
export async function claimAttempt(db: Db, input: { id: string; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection_attempts')
    .set({ claimed_at: input.at, held_code: null })
    .where('id', '=', input.id)
    .where('claimed_at', 'is', null)
    .where('expires_at', '>', input.at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function settleAttempt(
  db: Db,
  input: { id: string; outcome: Outcome; refused: readonly string[]; connectionId: string | null },
): Promise<void> {
  await db
    .updateTable('connection_attempts')
    .set({ outcome: input.outcome, refused: [...input.refused], connection_id: input.connectionId })
    .where('id', '=', input.id)
    .execute();
}

export async function deleteAttemptsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('connection_attempts').where('user_id', '=', userId).execute();
}

export async function deletePastAttempts(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`delete from connection_attempts where id in (
      select id from connection_attempts where expires_at < ${before} order by expires_at limit ${limit})`.execute(db),
  );
}
