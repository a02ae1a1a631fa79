import { sql } from 'kysely';
import type { Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { ProofMethod, SignInMethod } from '../schema.ts';

export async function lastSeenAt(db: Db, sessionId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('session_facts')
    .select('last_seen_at')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.last_seen_at;
}

/** When the session last proved its person. */
export async function provedAt(
  db: Db,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<Date | null> {
  const row = await db
    .selectFrom('session_facts')
    .select('proved_at')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.proved_at ?? null;
}

/** Counts a wrong proof, from one again when the first was before `since`; returns the count. */
export async function countWrongProof(
  db: Db,
  { sessionId, userId, since, at }: { sessionId: string; userId: string; since: Date; at: Date },
): Promise<number> {
  const { wrong_proofs } = await db
    .insertInto('session_facts')
    .values({ session_id: sessionId, user_id: userId, last_seen_at: at, wrong_proofs: 1, first_wrong_at: at })
    .onConflict((c) =>
      c.column('session_id').doUpdateSet({
        wrong_proofs: sql<number>`case when session_facts.first_wrong_at > ${since} then session_facts.wrong_proofs + 1 else 1 end`,
        first_wrong_at: sql<Date>`case when session_facts.first_wrong_at > ${since} then session_facts.first_wrong_at else ${at} end`,
      }),
    )
    .returning('wrong_proofs')
    .executeTakeFirstOrThrow();
  return wrong_proofs;
}

export async function resetWrongProofs(
  db: Db,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<void> {
  await db
    .updateTable('session_facts')
    .set({ wrong_proofs: 0, first_wrong_at: null })
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .execute();
}

/** Records a proof, which also resets the wrong ones. */
export async function saveProof(
  db: Db,
  { sessionId, userId, method, at }: { sessionId: string; userId: string; method: ProofMethod; at: Date },
): Promise<void> {
  const proof = { proved_at: at, proved_by: method, wrong_proofs: 0, first_wrong_at: null };
  await db
    .insertInto('session_facts')
    .values({ session_id: sessionId, user_id: userId, last_seen_at: at, ...proof })
    .onConflict((c) => c.column('session_id').doUpdateSet(proof))
    .execute();
}

export async function insertSessionFacts(
  db: Db,
  { sessionId, userId, origin, at }: { sessionId: string; userId: string; origin: string | null; at: Date },
): Promise<void> {
  await db
    .insertInto('session_facts')
    .values({ session_id: sessionId, user_id: userId, last_seen_at: at, origin })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Sign-ins of the account, and those of them from this browser. */
export async function countSignIns(
  db: Db,
  { userId, device }: { userId: string; device: string },
): Promise<{ all: number; here: number }> {
  const row = await db
    .selectFrom('sign_ins')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('device', '=', device).as('here'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), here: Number(row.here) };
}

export async function insertSignIn(
  db: Db,
  signIn: {
    id: string;
    user_id: string;
    session_id: string;
    method: SignInMethod;
    device: string;
    new_device: boolean;
    ip_range: string | null;
    user_agent: string | null;
    at: Date;
  },
): Promise<void> {
  await db.insertInto('sign_ins').values(signIn).execute();
}

/** The account's sign-ins from a place on, newest first. */
export async function signInsOf(
  db: Db,
  { userId, after, limit }: { userId: string; after: ListPlace | null; limit: number },
) {
  return db
    .selectFrom('sign_ins')
    .select(['id', 'at', 'method', 'new_device', 'ip_range', 'user_agent', placeTime('at').as('place')])
    .where('user_id', '=', userId)
    .where(behind('at', 'id', 'descending', after))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteEndedSessions(db: Db, { before, limit }: Batch): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select clear_ended_sessions(${before}, ${limit}) as gone`.execute(db);
  return rows[0]?.gone ?? 0;
}
