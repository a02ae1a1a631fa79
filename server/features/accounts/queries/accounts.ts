import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { newId } from '../../../core/ids.ts';
import type { UserType } from '../schema.ts';
import type { Locale } from '../../../core/locale.ts';
import type { StaffRole } from '../../../context.ts';

/** Profile, orgs and staff role of a signed-in user, in one round trip. */
export async function findPrincipal(db: Db, userId: string) {
  const rows = await db
    .selectFrom('profiles as p')
    .leftJoin('org_members as m', 'm.user_id', 'p.id')
    .leftJoin('orgs as o', 'o.id', 'm.org_id')
    .leftJoin('creator_profiles as c', 'c.org_id', 'o.id')
    .where('p.id', '=', userId)
    .orderBy('m.created_at')
    .select([
      'p.id',
      'p.display_name',
      'p.user_type',
      'p.email',
      'p.locale',
      'p.time_zone',
      'p.email_verified_at',
      'p.email_bounced_at',
      'p.avatar',
      'o.id as org_id',
      'o.kind as org_kind',
      'o.name as org_name',
      'o.slug as org_slug',
      'c.handle',
      'o.suspended_at',
      'm.role',
    ])
    .execute();
  return rows;
}

export type PrincipalRow = Awaited<ReturnType<typeof findPrincipal>>[number];

export interface SignInRow {
  session_id: string;
  signed_in_at: Date;
  expires_at: Date;
  user_id: string;
  account_email: string;
  two_factor: boolean;
  display_name: string | null;
  email: string | null;
  email_verified_at: Date | null;
  org_id: string | null;
  org_kind: PrincipalRow['org_kind'];
  suspended_at: Date | null;
  role: PrincipalRow['role'];
  staff_name: string | null;
  staff_role: StaffRole | null;
}

/**
 * The live session with this token and its user, a row for each org; every request begins with it, so it is one
 * statement outside of any transaction.
 */
export async function findSignIn(db: Db, token: string): Promise<SignInRow[]> {
  const { rows } = await sql<SignInRow>`
    select session_id, signed_in_at, expires_at, user_id, account_email, two_factor, display_name, email, email_verified_at,
           org_id, org_kind, suspended_at, role, staff_name, staff_role
    from signed_in(${token})`.execute(db);
  return rows;
}

export async function findStaff(db: Db, userId: string) {
  return db
    .selectFrom('staff')
    .where('user_id', '=', userId)
    .select(['user_id', 'display_name', 'role'])
    .executeTakeFirst();
}

/** Whether an org has this slug or a creator this handle; a creator's first handle is the slug. */
export async function slugTaken(db: Db, slug: string): Promise<boolean> {
  const { taken } = await db
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom('orgs').select('id').where('slug', '=', slug)),
          eb.exists(eb.selectFrom('creator_profiles').select('org_id').where('handle', '=', slug)),
        ])
        .as('taken'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(taken);
}

/** The sign-in account of a mailbox, for the worker, which may read nothing else of sign-in accounts. */
export async function accountOfMailbox(
  db: Db,
  email: string,
): Promise<{ user_id: string; verified: boolean } | undefined> {
  const { rows } = await sql<{
    user_id: string;
    verified: boolean;
  }>`select user_id, verified from account_of_mailbox(${email})`.execute(db);
  return rows[0];
}

/** The kind of account that the mail may name to its owner: `admin` for staff, null while the sign-up is incomplete. */
export async function userTypeOf(db: Db, userId: string): Promise<UserType | 'admin' | null> {
  if (await findStaff(db, userId)) return 'admin';
  const profile = await db.selectFrom('profiles').select('user_type').where('id', '=', userId).executeTakeFirst();
  return profile?.user_type ?? null;
}

export interface Account {
  id: string;
  name: string;
  email: string;
  created_at: Date;
  verified: boolean;
  /** As chosen at sign-up; the profile's counts once there is one. */
  user_type: UserType | null;
}

/**
 * The tables of the account library are in a schema of their own, which only the API may read; its column names are
 * camel case.
 */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select "id" as id, "name" as name, "email" as email, "createdAt" as created_at, "emailVerified" as verified, "userType" as user_type
      from auth."user" where "email" = ${email}`.execute(db);
  return rows[0];
}

export async function markAccountVerified(db: Db, userId: string, at: Date): Promise<void> {
  await sql`update auth."user" set "emailVerified" = true, "updatedAt" = ${at} where "id" = ${userId}`.execute(db);
  await db
    .updateTable('profiles')
    .set({ email_verified_at: at })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

/** The hash of the password; null while the account can be opened by a reset only. */
export async function passwordOf(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{
    password: string | null;
  }>`select "password" as password from auth."account" where "userId" = ${userId} and "providerId" = 'credential'`.execute(
    db,
  );
  return rows[0]?.password ?? null;
}

export async function replacePassword(db: Db, userId: string, hash: string, at: Date): Promise<void> {
  const { numAffectedRows } = await sql`
    update auth."account" set "password" = ${hash}, "updatedAt" = ${at} where "userId" = ${userId} and "providerId" = 'credential'`.execute(
    db,
  );
  if (numAffectedRows) return;
  await sql`insert into auth."account"("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
    values (${newId(at.getTime())}, ${userId}, 'credential', ${userId}, ${hash}, ${at}, ${at})`.execute(db);
}

/** Ends the sessions of a user, all but one if it is named. */
export async function endSessions(db: Db, userId: string, exceptId: string | null = null): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from auth."session" where "userId" = ${userId} and "id" is distinct from ${exceptId}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export async function insertProfile(
  db: Db,
  input: {
    userId: string;
    displayName: string;
    userType: UserType;
    email: string;
    locale: Locale;
    timeZone: string;
    verifiedAt: Date | null;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('profiles')
    .values({
      id: input.userId,
      display_name: input.displayName,
      user_type: input.userType,
      email: input.email,
      locale: input.locale,
      time_zone: input.timeZone,
      email_verified_at: input.verifiedAt,
      created_at: input.at,
    })
    .execute();
}

export interface ProfileChange {
  display_name?: string;
  locale?: Locale;
  time_zone?: string;
  notices_off?: string[];
  /** Name of the file of its picture. */
  avatar?: string | null;
}

export async function updateProfile(db: Db, userId: string, set: ProfileChange): Promise<void> {
  if (Object.keys(set).length === 0) return;
  await db.updateTable('profiles').set(set).where('id', '=', userId).execute();
}

export async function updateMailbox(db: Db, userId: string, { email, at }: { email: string; at: Date }): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ email, email_verified_at: at, email_bounced_at: null })
    .where('id', '=', userId)
    .execute();
}

/** The sign-in account, without its secrets. */
export const accountToExport = ({ userId }: { userId: string }) =>
  sql<{ row: unknown }>`select account_export(${userId}) as row`;
