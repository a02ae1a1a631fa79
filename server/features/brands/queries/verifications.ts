import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { CheckOutcome, VerificationMethod } from '../domains/rules.ts';

const COLUMNS = [
  'id',
  'org_id',
  'domain',
  'method',
  'state',
  'token',
  'address',
  'reason',
  'found',
  'misses',
  'verified_at',
  'checked_at',
  'next_check_at',
  'created_at',
] as const;

/** The last attempt of an org. */
export const lastVerification = (db: Db, orgId: string) =>
  db
    .selectFrom('brand_verifications')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
export type VerificationRow = NonNullable<Awaited<ReturnType<typeof lastVerification>>>;

export const verificationById = (db: Db, id: string): Promise<VerificationRow | undefined> =>
  db.selectFrom('brand_verifications').select(COLUMNS).where('id', '=', id).executeTakeFirst();
export const lockedVerification = (db: Db, id: string): Promise<VerificationRow | undefined> =>
  db.selectFrom('brand_verifications').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();

export async function attemptsSince(db: Db, of: { orgId: string; since: Date }): Promise<number> {
  const { n } = await db
    .selectFrom('brand_verifications')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('org_id', '=', of.orgId)
    .where('created_at', '>', of.since)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertVerification(
  db: Db,
  one: {
    id: string;
    orgId: string;
    domain: string;
    method: VerificationMethod;
    token: string;
    address: string | null;
    nextCheckAt: Date;
    userId: string;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('brand_verifications')
    .values({
      id: one.id,
      org_id: one.orgId,
      domain: one.domain,
      method: one.method,
      state: 'pending',
      token: one.token,
      address: one.address,
      next_check_at: one.nextCheckAt,
      created_by: one.userId,
      created_at: one.at,
      updated_at: one.at,
    })
    .execute();
}

export async function updateVerification(
  db: Db,
  { id, at }: { id: string; at: Date },
  change: CheckOutcome & { verified_at?: Date; checked_at?: Date },
): Promise<void> {
  await db
    .updateTable('brand_verifications')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** Held until the transaction ends, so that two orgs cannot prove one domain at once. */
export async function lockDomain(db: Db, domain: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`domain:${domain}`}, 0))`.execute(db);
}

/** The proof of the org that has verified the domain. */
export const holdingOf = (db: Db, domain: string): Promise<VerificationRow | undefined> =>
  db
    .selectFrom('brand_verifications')
    .select(COLUMNS)
    .where('domain', '=', domain)
    .where('state', '=', 'verified')
    .executeTakeFirst();
export const holderOf = async (db: Db, domain: string): Promise<string | null> =>
  (await holdingOf(db, domain))?.org_id ?? null;

/** The last proof of an org that was refused because another one had the domain. */
export const claimOf = (db: Db, of: { orgId: string; domain: string }): Promise<VerificationRow | undefined> =>
  db
    .selectFrom('brand_verifications')
    .select(COLUMNS)
    .where('org_id', '=', of.orgId)
    .where('domain', '=', of.domain)
    .where('reason', '=', 'taken')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What an org has under way or verified. */
export const openVerificationOf = (db: Db, orgId: string): Promise<VerificationRow | undefined> =>
  db
    .selectFrom('brand_verifications')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .where('state', 'in', ['pending', 'verified'])
    .executeTakeFirst();

const open = (db: Db) =>
  db.selectFrom('brand_verifications').select('id').where('state', 'in', ['pending', 'verified']);

export const openVerifications = (db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> =>
  open(db).where('updated_at', '<', before).where(nextById('id', page)).orderBy('id').limit(page.limit).execute();

export const overdueVerifications = (
  db: Db,
  { ids, since }: { ids: string[]; since: Date },
): Promise<{ id: string }[]> => open(db).where('id', 'in', ids).where('next_check_at', '<', since).execute();

export const isOpenVerification = async (db: Db, { id }: { id: string }): Promise<boolean> =>
  (await open(db).where('id', '=', id).executeTakeFirst()) !== undefined;
