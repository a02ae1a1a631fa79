import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';

/** Sign-in accounts live in schema `auth`, which belongs to the library: read and written here by hand. */
export interface Factors {
  email: string;
  password: string | null;
  /** Confirmed, not only being set up. */
  authenticator: boolean;
  passkeys: number;
}

export async function factorsOf(db: Db, userId: string): Promise<Factors | undefined> {
  const { rows } = await sql<Factors>`
    select u."email", a."password", coalesce(u."twoFactorEnabled" and f."verified", false) as "authenticator",
           (select count(*)::int from auth."passkey" p where p."userId" = u."id") as "passkeys"
      from auth."user" u
      left join auth."account" a on a."userId" = u."id" and a."providerId" = 'credential'
      left join auth."twoFactor" f on f."userId" = u."id"
     where u."id" = ${userId}`.execute(db);
  return rows[0];
}

/** Writes that a code was used; false when it was before. Keys that have expired are cleared away. */
export async function claimCode(
  db: Db,
  { key, at, expiresAt }: { key: string; at: Date; expiresAt: Date },
): Promise<boolean> {
  await sql`delete from used_codes where key in
    (select key from used_codes where expires_at <= ${at} and key <> ${key} limit 100 for update skip locked)`.execute(
    db,
  );
  const { numAffectedRows } = await sql`
    insert into used_codes (key, expires_at) values (${key}, ${expiresAt})
    on conflict (key) do update set expires_at = excluded.expires_at where used_codes.expires_at <= ${at}`.execute(db);
  return numAffectedRows === 1n;
}

export async function releaseCode(db: Db, key: string): Promise<void> {
  await db.deleteFrom('used_codes').where('key', '=', key).execute();
}

export async function passkeysOf(
  db: Db,
  userId: string,
): Promise<{ id: string; name: string | null; createdAt: Date | null; aaguid: string | null }[]> {
  const { rows } = await sql<{ id: string; name: string | null; createdAt: Date | null; aaguid: string | null }>`
    select "id", "name", "createdAt", "aaguid" from auth."passkey" where "userId" = ${userId} order by "createdAt", "id"`.execute(
    db,
  );
  return rows;
}

/** Deletes the authenticator with its recovery codes. */
export async function deleteAuthenticator(db: Db, userId: string): Promise<void> {
  await sql`delete from auth."twoFactor" where "userId" = ${userId}`.execute(db);
  await sql`update auth."user" set "twoFactorEnabled" = false where "id" = ${userId}`.execute(db);
}

export async function deletePasskey(db: Db, userId: string, id: string): Promise<void> {
  await sql`delete from auth."passkey" where "id" = ${id} and "userId" = ${userId}`.execute(db);
}

export interface SessionRow {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

const sessions = (userId: string) => sql`(
    select s."id", s."createdAt", coalesce(f.last_seen_at, s."updatedAt") as "lastSeenAt", s."ipAddress", s."userAgent"
      from auth."session" s left join session_facts f on f.session_id = s."id"
     where s."userId" = ${userId} and s."expiresAt" > now())`;

/** A valid session of this person. */
export async function sessionOf(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`select * from ${sessions(userId)} s where "id" = ${sessionId}`.execute(db);
  return rows[0];
}

/** The other valid sessions of this person from a place on, the most recently used first. */
export async function otherSessions(
  db: Db,
  input: { userId: string; sessionId: string; after: ListPlace | null; limit: number },
): Promise<(SessionRow & { place: string })[]> {
  const { rows } = await sql<SessionRow & { place: string }>`
    select s.*, ${placeTime('s.lastSeenAt')} as place from ${sessions(input.userId)} s
     where s."id" <> ${input.sessionId} and ${behind('s.lastSeenAt', 's.id', 'descending', input.after, 'text')}
     order by s."lastSeenAt" desc, s."id" desc limit ${input.limit}`.execute(db);
  return rows;
}

/** Locks the session until the transaction ends; false when it does not exist. */
export async function noteSeen(
  db: Db,
  { sessionId, userId, at }: { sessionId: string; userId: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into session_facts (session_id, user_id, last_seen_at)
      select s."id", ${userId}::text, ${at}::timestamptz from auth."session" s where s."id" = ${sessionId} for key share
      on conflict (session_id) do update set last_seen_at = excluded.last_seen_at`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends one session of this person, or all but one; returns how many ended. */
export async function deleteSessions(
  db: Db,
  userId: string,
  which: { only: string } | { except: string | null },
): Promise<number> {
  const condition =
    'only' in which ? sql`"id" = ${which.only}` : which.except === null ? sql`true` : sql`"id" <> ${which.except}`;
  const { numAffectedRows } = await sql`delete from auth."session" where "userId" = ${userId} and ${condition}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Puts `after` in the place of the hash `before`; false when it was replaced meanwhile. */
export async function swapPassword(
  db: Db,
  userId: string,
  { before, after, at }: { before: string; after: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update auth."account" set "password" = ${after}, "updatedAt" = ${at} where "userId" = ${userId} and "providerId" = 'credential' and "password" = ${before}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Whether a sign-in account has this mailbox. */
export async function mailboxTaken(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`select from auth."user" where "email" = ${email}`.execute(db);
  return rows.length > 0;
}

/** Held until the transaction ends, so that parallel requests cannot exceed the limit together. */
export async function lockEmailChange(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email-change:${userId}`}, 0))`.execute(db);
}

/** The address of a sign-in account, which no other transaction changes until this one ends. */
export async function lockMailbox(db: Db, userId: string): Promise<{ email: string; verified: boolean } | undefined> {
  const { rows } = await sql<{
    email: string;
    verified: boolean;
  }>`select "email" as email, "emailVerified" as verified from auth."user" where "id" = ${userId} for update`.execute(
    db,
  );
  return rows[0];
}

/**
 * Gives a sign-in account its new, verified mailbox, also for queued mails of these templates. Violates a unique index
 * where another account has it.
 */
export async function moveMailbox(
  db: Db,
  userId: string,
  { email, at, templates }: { email: string; at: Date; templates: readonly string[] },
): Promise<void> {
  await sql`update auth."user" set "email" = ${email}, "emailVerified" = true, "updatedAt" = ${at} where "id" = ${userId}`.execute(
    db,
  );
  await sql`select redirect_mails(${email}, ${templates}::text[])`.execute(db);
}

/** A few mailboxes of the domain `.example`, which is reserved (RFC 2606): only scenarios create accounts there. */
export async function demoAccounts(db: Db, signInAccounts: boolean): Promise<string[]> {
  const { rows } = await (
    signInAccounts
      ? sql<{ email: string }>`select "email" as email from auth."user" where "email" like '%.example' limit 5`
      : sql<{ email: string }>`select email from profiles where email like '%.example' limit 5`
  ).execute(db);
  return rows.map(({ email }) => email);
}

export async function oldestAuthenticators(db: Db, limit: number): Promise<{ secret: string; email: string }[]> {
  const { rows } = await sql<{ secret: string; email: string }>`
    select f."secret" as secret, u."email" as email from auth."twoFactor" f join auth."user" u on u."id" = f."userId" order by u."createdAt" limit ${limit}`.execute(
    db,
  );
  return rows;
}
