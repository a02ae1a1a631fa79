import { sql } from 'kysely';
import { affectedRows, type Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { CodePurpose } from '../../codes/schema.ts';

/** Held until the transaction ends, so that parallel requests for one mailbox cannot exceed its limits together. */
export async function lockCodes(db: Db, { purpose, email }: { purpose: CodePurpose; email: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code:${purpose}:${email}`}, 0))`.execute(db);
}

/** Codes of a mailbox made after `since`, newest first. */
export async function codesSince(db: Db, input: { purpose: CodePurpose; email: string; since: Date }) {
  return db
    .selectFrom('one_time_codes')
    .select(['id', 'created_at', 'used_at', 'superseded_at'])
    .where('email', '=', input.email)
    .where('purpose', '=', input.purpose)
    .where('created_at', '>', input.since)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function newestCodes(db: Db, input: { purpose: CodePurpose; email: string; limit: number }) {
  return db
    .selectFrom('one_time_codes')
    .select(['id', 'user_id'])
    .where('email', '=', input.email)
    .where('purpose', '=', input.purpose)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit)
    .execute();
}

/** The newest code that this user requested for the purpose, whatever its mailbox and state. */
export async function newestCodeOfUser(db: Db, input: { purpose: CodePurpose; userId: string }) {
  return db
    .selectFrom('one_time_codes')
    .select(['email', 'created_at', 'expires_at', 'used_at', 'superseded_at'])
    .where('user_id', '=', input.userId)
    .where('purpose', '=', input.purpose)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function countCodesOfUser(
  db: Db,
  input: { purpose: CodePurpose; userId: string; since: Date },
): Promise<number> {
  const { n } = await db
    .selectFrom('one_time_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', input.userId)
    .where('purpose', '=', input.purpose)
    .where('created_at', '>', input.since)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertCode(
  db: Db,
  input: { id: string; purpose: CodePurpose; email: string; userId: string | null; expiresAt: Date; at: Date },
): Promise<void> {
  await db
    .insertInto('one_time_codes')
    .values({
      id: input.id,
      purpose: input.purpose,
      email: input.email,
      user_id: input.userId,
      expires_at: input.expiresAt,
      created_at: input.at,
    })
    .execute();
}

export async function supersedeCode(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ superseded_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute();
}

/** Ids of the mailbox's codes that were open until now. */
export async function supersedeCodesOf(db: Db, { email, at }: { email: string; at: Date }): Promise<string[]> {
  const rows = await db
    .updateTable('one_time_codes')
    .set({ superseded_at: at })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Ends a code that has expired; false when it was ended before or is still valid. */
export async function endExpiredCode(db: Db, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_time_codes')
    .set({ superseded_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '<=', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts a try of a code that is still valid, and uses it up if `used`; false when it is not valid any more. */
export async function countTry(
  db: Db,
  input: { id: string; used: boolean; maxTries: number; at: Date },
): Promise<boolean> {
  const counted = await db
    .updateTable('one_time_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1), ...(input.used ? { used_at: input.at } : {}) }))
    .where('id', '=', input.id)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '>', input.at)
    // Also checked by the database's clock: neither a process with a wrong time nor a stopped workflow extends a code.
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', input.maxTries)
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}

export async function triesOf(db: Db, id: string) {
  return db.selectFrom('one_time_codes').select(['tries', 'used_at']).where('id', '=', id).executeTakeFirstOrThrow();
}

export async function validCode(db: Db, { id, at }: { id: string; at: Date }) {
  return db
    .selectFrom('one_time_codes')
    .select(['purpose', 'email', 'user_id', 'expires_at'])
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

/** Records that it was decided whether a mail with the code goes out. */
export async function markMailSettled(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.updateTable('one_time_codes').set({ mail_settled_at: at }).where('id', '=', id).execute();
}

export async function usableCodes(
  db: Db,
  { before, now, ...page }: IdPage & { before: Date; now: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('one_time_codes')
    .select('id')
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function isUsableCode(db: Db, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_codes')
    .select(['used_at', 'superseded_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && !row.used_at && !row.superseded_at && row.expires_at > now;
}

export async function deleteCodes(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`
    delete from one_time_codes where id in (
      select id from one_time_codes where expires_at < ${before}::timestamptz order by expires_at limit ${limit})`.execute(
      db,
    ),
  );
}
