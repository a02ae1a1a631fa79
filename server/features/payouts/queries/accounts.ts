import { sql, type Updateable } from 'kysely';
import type { OrgRole } from '../../../context.ts';
import type { DB } from '../../../../db/types.ts';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';

const ACCOUNT = [
  'org_id',
  'provider_account_id',
  'business_type',
  'country',
  'currency',
  'state',
  'requirements',
  'disabled_reason',
  'generation',
  'schedule',
  'schedule_day',
  'schedule_minimum',
  'next_payout_at',
  'schedule_stopped_at',
  'created_at',
  'updated_at',
] as const;

export async function accountOf(db: Db, { orgId, lock = false }: { orgId: string; lock?: boolean }) {
  return db
    .selectFrom('payout_accounts')
    .select(ACCOUNT)
    .where('org_id', '=', orgId)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst();
}

/** Whether staff have put the payee on hold. */
export async function isOnHold(db: Db, orgId: string): Promise<boolean> {
  const row = await db.selectFrom('orgs').select('suspended_at').where('id', '=', orgId).executeTakeFirst();
  return row !== undefined && row.suspended_at !== null;
}

/** Whether the person has an open request to delete the account. */
export async function isLeaving(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('deletion_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['checking', 'blocked', 'planned'])
    .executeTakeFirst();
  return row !== undefined;
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof accountOf>>>;

/** Serializes what concerns one operation until commit. */
export async function lockOperation(db: Db, opId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${opId}, 0))`.execute(db);
}

export async function insertAccount(
  db: Db,
  a: {
    orgId: string;
    country: string;
    businessType: AccountRow['business_type'];
    currency: AccountRow['currency'];
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('payout_accounts')
    .values({
      org_id: a.orgId,
      country: a.country,
      business_type: a.businessType,
      currency: a.currency,
      state: 'started',
      created_at: a.at,
      updated_at: a.at,
    })
    .execute();
}

export async function updateAccount(db: Db, orgId: string, set: Updateable<DB['payout_accounts']>): Promise<void> {
  await db.updateTable('payout_accounts').set(set).where('org_id', '=', orgId).execute();
}

/** Notes the account that the provider made, once. */
export async function setProviderAccount(db: Db, input: { orgId: string; accountId: string; at: Date }): Promise<void> {
  await db
    .updateTable('payout_accounts')
    .set({ provider_account_id: input.accountId, updated_at: input.at })
    .where('org_id', '=', input.orgId)
    .where('provider_account_id', 'is', null)
    .execute();
}

/** Milestones with a transfer that waits for this payee's account. */
export async function milestonesWaitingFor(db: Db, payeeOrg: string): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('milestone_id')
    .distinct()
    .where('payee_org', '=', payeeOrg)
    .where('state', '=', 'waiting')
    .execute();
  return rows.map((row) => row.milestone_id);
}

export async function unreadyAccounts(
  db: Db,
  { before, ...page }: IdPage & { before: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('payout_accounts')
    .select('org_id as id')
    .where('state', 'in', ['started', 'restricted'])
    .where('updated_at', '<', before)
    .where(nextById('org_id', page))
    .orderBy('org_id')
    .limit(page.limit)
    .execute();
}

export async function hasPayoutAccount(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db.selectFrom('payout_accounts').select('org_id').where('org_id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/**
 * Mailboxes of the people who manage the org's payouts, and those that their accounts were moved away from since then: who
 * takes an account over changes its mailbox before its bank.
 */
export async function mailboxesOf(
  db: Db,
  input: { orgId: string; roles: readonly OrgRole[]; movedSince: Date },
): Promise<{ userId: string; email: string }[]> {
  const { rows } = await sql<{ userId: string; email: string }>`
    select m.user_id as "userId", p.email from org_members m join profiles p on p.id = m.user_id
     where m.org_id = ${input.orgId}::uuid and m.role = any(${[...input.roles]}::text[]) and p.email <> ''
    union
    select m.user_id, x.to_address from org_members m join mails x on x.user_id = m.user_id
     where m.org_id = ${input.orgId}::uuid and m.role = any(${[...input.roles]}::text[])
       and x.template = 'email_changed' and x.created_at > ${input.movedSince}`.execute(db);
  return rows;
}
