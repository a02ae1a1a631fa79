import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { DeletionBlocker } from '../schema.ts';

/** Orgs of a person; `alone` without other members, `replaceable` when another member could lead it. */
export async function orgsOf(
  db: Db,
  userId: string,
): Promise<{ orgId: string; role: string; alone: boolean; replaceable: boolean }[]> {
  const { rows } = await sql<{ orgId: string; role: string; alone: boolean; replaceable: boolean }>`
    select m.org_id as "orgId", m.role,
           not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> m.user_id) as alone,
           exists (select from org_members o where o.org_id = m.org_id and o.user_id <> m.user_id and o.role = 'owner') as replaceable
      from org_members m where m.user_id = ${userId}`.execute(db);
  return rows;
}

/** Records of these orgs that hold or owe money, may come to owe it, or are an open agreement. */
export async function deletionBlockers(db: Db, orgIds: readonly string[]): Promise<DeletionBlocker[]> {
  const ids = sql`any(${[...orgIds]}::uuid[])`;
  const { rows } = await sql<{
    kind: DeletionBlocker['kind'];
    count: number;
    currency: string | null;
    amount: number | null;
  }>`
    select 'deals' as kind, count(*)::int as count, null as currency, null::bigint as amount from contracts
      where (brand_org = ${ids} or creator_org = ${ids} or agency_org = ${ids}) and state in ('sent', 'partially_signed', 'active')
    union all
    select 'held', count(*)::int, a.currency, sum(a.balance)::bigint from ledger_accounts a join milestones m on m.id::text = a.scope
      where a.code in ('ESCROW_HELD', 'ESCROW_DISPUTED') and a.balance > 0 and (m.brand_org = ${ids} or m.creator_org = ${ids} or m.agency_org = ${ids})
      group by a.currency
    union all
    select case when code = 'M_CONNECTED' then 'balance' else 'on_the_way' end, count(*)::int, currency, sum(balance)::bigint from ledger_accounts
      where code in ('CREATOR_PAYABLE', 'AGENT_PAYABLE', 'XFER_IN_FLIGHT', 'REFUND_PAYABLE', 'REFUND_IN_FLIGHT', 'M_CONNECTED', 'M_TRANSIT') and org_id = ${ids} and balance > 0
      group by 1, currency
    union all
    -- What the provider took back of a payee's earnings, until two staff members have decided whose it is.
    select 'on_the_way', count(*)::int, currency, sum(reversed_amount - reversed_by_bank - reversed_kept)::bigint from transfers
      where payee_org = ${ids} and reversed_amount > 0 and reversed_amount > reversed_by_bank + reversed_kept
      group by currency
    union all
    select 'payments', count(*)::int, currency, sum(amount)::bigint from (
      select currency, total as amount from payments where brand_org = ${ids} and state in ('claimed', 'open', 'processing', 'refunding')
      union all select currency, amount from card_disputes where brand_org = ${ids} and state = 'open') as unfinished
      group by currency
    union all
    select 'owed', count(*)::int, currency, sum(amount - cancelled - paid - written_off)::bigint from brand_debts
      where brand_org = ${ids} and cancelled + paid + written_off < amount
      group by currency`.execute(db);
  const byKind = new Map<string, DeletionBlocker>();
  for (const { kind, count, currency, amount } of rows) {
    if (count === 0) continue;
    const blocker = byKind.get(kind) ?? { kind, count: 0, amounts: [] };
    blocker.count += count;
    if (currency && amount !== null) blocker.amounts.push({ amount: Number(amount), currency });
    byKind.set(kind, blocker);
  }
  return [...byKind.values()];
}

/**
 * Accounts made before `before` with an unverified mailbox and no blocker; of one person, if named. Locked until
 * commit.
 */
export async function unverifiedAccounts(db: Db, before: Date, userId: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from unverified_accounts(${before}, ${userId}) as id`.execute(
    db,
  );
  return rows.map((r) => r.id);
}

/** Names of a person's picture and copies of data. */
export async function ownObjects(db: Db, { userId }: { userId: string }): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select 'avatars/' || avatar as key from profiles where id = ${userId} and avatar is not null
    union all select 'exports/' || id || '.zip' from data_exports where user_id = ${userId}`.execute(db);
  return rows.map((r) => r.key);
}

/** What the person chose, and whether the creator is hidden; `hiddenAt` undefined where the org is no creator. */
export async function personalRow(db: Db, { userId, orgId }: { userId: string; orgId: string }) {
  const row = await db
    .selectFrom('profiles')
    .select(['display_name', 'email', 'locale', 'time_zone', 'notices_off'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const creator = await db
    .selectFrom('creator_profiles')
    .select('hidden_at')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return { ...row, hidden: creator ? creator.hidden_at !== null : null };
}

/** Where and in which language to write to a person. */
export async function mailboxOf(db: Db, userId: string) {
  return db
    .selectFrom('profiles')
    .select(['email', 'email_verified_at', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export async function isStaff(db: Db, userId: string): Promise<boolean> {
  return (
    (await db.selectFrom('staff').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
  );
}

/** Erases a person in every table; `name` stands in the place of the person's name. */
export async function erasePerson(db: Db, { userId, name }: { userId: string; name: string }): Promise<void> {
  await sql`select erase_person(${userId}, ${name})`.execute(db);
}
