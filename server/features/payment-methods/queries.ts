import { sql, type Updateable } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { affectedRows, type Batch } from '../../../db/batch.ts';
import { nextById, type IdPage } from '../../../db/keyset.ts';
import type { DB } from '../../../db/types.ts';
import type { AutoFundingState } from './schema.ts';

/** Serializes what concerns the saved methods of one brand until commit. */
export async function lockPayer(db: Db, brandOrg: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payer:${brandOrg}`}, 0))`.execute(db);
}

export const payerOf = (db: Db, brandOrg: string) =>
  db
    .selectFrom('payer_accounts')
    .select(['brand_org', 'customer_id', 'auto_fund', 'auto_fund_by', 'auto_fund_at'])
    .where('brand_org', '=', brandOrg)
    .executeTakeFirst();

export async function insertPayer(db: Db, row: { brandOrg: string; at: Date }): Promise<void> {
  await db
    .insertInto('payer_accounts')
    .values({ brand_org: row.brandOrg, created_at: row.at, updated_at: row.at })
    .onConflict((c) => c.column('brand_org').doNothing())
    .execute();
}

export async function updatePayer(db: Db, brandOrg: string, set: Updateable<DB['payer_accounts']>): Promise<void> {
  await db.updateTable('payer_accounts').set(set).where('brand_org', '=', brandOrg).execute();
}

const METHOD = [
  'id',
  'brand_org',
  'op_id',
  'state',
  'kind',
  'brand',
  'last4',
  'exp_month',
  'exp_year',
  'provider_id',
  'session_id',
  'expires_at',
  'is_default',
  'added_by',
  'created_at',
  'updated_at',
  'saved_at',
] as const;

export async function methodOf(db: Db, { id, lock = false }: { id: string; lock?: boolean }) {
  return db
    .selectFrom('payment_methods')
    .select(METHOD)
    .where('id', '=', id)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst();
}
export type MethodRow = NonNullable<Awaited<ReturnType<typeof methodOf>>>;

/** What a brand has saved, the default first, then the oldest. */
export const methodsOf = (db: Db, brandOrg: string) =>
  db
    .selectFrom('payment_methods as m')
    .leftJoin('profiles as p', 'p.id', 'm.added_by')
    .select(METHOD.map((column) => `m.${column}` as const))
    .select('p.display_name as added_by_name')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.method_id', '=', 'm.id')
            .where('payments.state', 'in', ['claimed', 'open', 'processing']),
        )
        .as('in_use'),
    )
    .where('m.brand_org', '=', brandOrg)
    .where('m.state', 'in', ['active', 'removing'])
    .orderBy('m.is_default', 'desc')
    .orderBy('m.saved_at')
    .orderBy('m.id')
    .execute();

export async function countMethods(db: Db, brandOrg: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('payment_methods')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_org', '=', brandOrg)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['active', 'removing']),
        eb.and([eb('state', '=', 'setting_up'), eb('expires_at', '>', now)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function insertMethod(
  db: Db,
  m: { id: string; brandOrg: string; opId: string; expiresAt: Date; by: string; at: Date },
): Promise<void> {
  await db
    .insertInto('payment_methods')
    .values({
      id: m.id,
      brand_org: m.brandOrg,
      op_id: m.opId,
      state: 'setting_up',
      expires_at: m.expiresAt,
      added_by: m.by,
      created_at: m.at,
      updated_at: m.at,
    })
    .execute();
}

export async function updateMethod(db: Db, id: string, set: Updateable<DB['payment_methods']>): Promise<void> {
  await db.updateTable('payment_methods').set(set).where('id', '=', id).execute();
}

export async function clearDefault(db: Db, brandOrg: string, at: Date): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ is_default: false, updated_at: at })
    .where('brand_org', '=', brandOrg)
    .where('is_default', '=', true)
    .execute();
}

/** A payment with the method is under way: its page is open, or its bank has not answered yet. */
export async function isInUse(db: Db, methodId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('method_id', '=', methodId)
    .where('state', 'in', ['claimed', 'open', 'processing'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const openMethods = (db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> =>
  db
    .selectFrom('payment_methods')
    .select('id')
    .where('state', 'in', ['setting_up', 'removing'])
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();

export async function methodMayResume(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await methodOf(db, { id });
  return row?.state === 'setting_up' || row?.state === 'removing';
}

export const autoFundingOf = (db: Db, milestoneId: string) =>
  db
    .selectFrom('auto_fundings as a')
    .innerJoin('milestones as m', 'm.id', 'a.milestone_id')
    .select([
      'a.milestone_id',
      'a.contract_id',
      'a.brand_org',
      'a.state',
      'a.code',
      'a.method_id',
      'a.created_at',
      'm.fundable_from',
    ])
    .where('a.milestone_id', '=', milestoneId)
    .executeTakeFirst();

/** Whether a bank disputes a payment of the brand: its new ones wait. */
export async function isDisputed(db: Db, brandOrg: string): Promise<boolean> {
  const open = await db
    .selectFrom('card_disputes')
    .select('id')
    .where('brand_org', '=', brandOrg)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return open !== undefined;
}

/** False when it was requested before. */
export async function insertAutoFunding(
  db: Db,
  row: { milestoneId: string; contractId: string; brandOrg: string; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('auto_fundings')
    .values({
      milestone_id: row.milestoneId,
      contract_id: row.contractId,
      brand_org: row.brandOrg,
      state: 'due',
      created_at: row.at,
    })
    .onConflict((c) => c.column('milestone_id').doNothing())
    .returning('milestone_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False when it had ended before. */
export async function endAutoFunding(
  db: Db,
  milestoneId: string,
  end: { state: Exclude<AutoFundingState, 'due'>; code: string | null; methodId: string | null; at: Date },
): Promise<boolean> {
  const ended = await db
    .updateTable('auto_fundings')
    .set({ state: end.state, code: end.code, method_id: end.methodId, ended_at: end.at })
    .where('milestone_id', '=', milestoneId)
    .where('state', '=', 'due')
    .returning('milestone_id')
    .executeTakeFirst();
  return ended !== undefined;
}

export const dueAutoFundings = (db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> =>
  db
    .selectFrom('auto_fundings')
    .select('milestone_id as id')
    .where('state', '=', 'due')
    .where('created_at', '<', before)
    .where(nextById('milestone_id', page))
    .orderBy('milestone_id')
    .limit(page.limit)
    .execute();

export async function isAutoFundingDue(db: Db, { id }: { id: string }): Promise<boolean> {
  return (await autoFundingOf(db, id))?.state === 'due';
}

/** The member for whom a payment is made without a person; undefined once it left the org or may not sign in. */
export async function payingMember(db: Db, { orgId, userId }: { orgId: string; userId: string }) {
  return db
    .selectFrom('org_members as m')
    .innerJoin('profiles as p', 'p.id', 'm.user_id')
    .innerJoin('orgs as o', 'o.id', 'm.org_id')
    .select(['m.user_id as id', 'm.role', 'p.display_name as name', 'p.email', 'o.suspended_at', 'o.closed_at'])
    .where('m.org_id', '=', orgId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
}

export const personOf = (db: Db, userId: string) =>
  db.selectFrom('profiles').select(['display_name as name', 'locale']).where('id', '=', userId).executeTakeFirst();

/** An owner of the brand; undefined once it has no members. */
export const ownerOf = (db: Db, orgId: string) =>
  db
    .selectFrom('org_members as m')
    .innerJoin('profiles as p', 'p.id', 'm.user_id')
    .select(['p.display_name as name', 'p.email'])
    .where('m.org_id', '=', orgId)
    .where('m.role', '=', 'owner')
    .orderBy('m.user_id')
    .limit(1)
    .executeTakeFirst();

/** Brands whose customer at the provider may name a person who is erased. */
export const payersToErase = (db: Db) =>
  db
    .selectFrom('payer_accounts')
    .select(['brand_org as brandOrg', 'customer_id as customerId'])
    .where('erase_requested_at', 'is not', null)
    .orderBy('brand_org')
    .execute();
export type PayerToErase = Awaited<ReturnType<typeof payersToErase>>[number];

export async function deletePayer(db: Db, brandOrg: string): Promise<void> {
  await db.deleteFrom('payer_accounts').where('brand_org', '=', brandOrg).execute();
}

export async function deleteAbandoned(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`
    delete from payment_methods where id in (
      select id from payment_methods where state = 'abandoned' and ended_at < ${before}::timestamptz order by ended_at limit ${limit})`.execute(
      db,
    ),
  );
}

/**
 * Saved methods of brands that are the person's alone are to be removed, nothing is paid in the person's name any more, and
 * the customers at the provider that may bear it are to be erased; returns the ids of the methods.
 */
export async function endMethodsOfPerson(db: Db, userId: string, at: Date): Promise<string[]> {
  await sql`update payer_accounts set auto_fund = false, auto_fund_by = null, auto_fund_at = null, updated_at = ${at} where auto_fund_by = ${userId}`.execute(
    db,
  );
  await sql`update payer_accounts set erase_requested_at = ${at}, updated_at = ${at} where brand_org in (select org_id from org_members where user_id = ${userId})`.execute(
    db,
  );
  const { rows } = await sql<{ id: string }>`
    update payment_methods set state = 'removing', is_default = false, updated_at = ${at}
      where state = 'active' and brand_org in (select m.org_id from org_members m where m.user_id = ${userId}
        and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))
      returning id`.execute(db);
  return rows.map(({ id }) => id);
}
