import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { OrgKind } from '../../../context.ts';
import { COUNT_CAP } from '../../../core/lists.ts';
import type { Currency } from '../../../core/money.ts';
import type { ContractState } from '../../contracts/schema.ts';
import type { DocumentDto } from '../../documents/schema.ts';
import type { PayoutState } from '../../payouts/schema.ts';
import type { BankProblem, StaffAct, StaffAccount, StaffAccountDeal, StaffMovement } from '../schema.ts';

export interface DealRow {
  id: string;
  title: string;
  campaign_title: string | null;
  state: ContractState;
  currency: Currency;
  total: number;
  signed_at: Date | null;
  brand_org: string;
  creator_org: string;
  agency_org: string | null;
  open_cases: number;
  messages: number;
  last_message_at: Date | null;
}

export async function dealRow(db: Db, contractId: string): Promise<DealRow | undefined> {
  const { rows } = await sql<DealRow>`
    select c.id, c.title, p.title as campaign_title, c.state, c.currency, c.total, c.signed_at, c.brand_org, c.creator_org, c.agency_org,
           (select count(*)::int from cases k where k.contract_id = c.id and k.state = 'open') as open_cases, t.messages, t.last_message_at
      from contracts c left join campaigns p on p.id = c.campaign_id
      -- The conversation of a deal goes on from that about its offer.
      cross join lateral (select count(*)::int as messages, max(m.created_at) as last_message_at
        from (select created_at from messages where offer_id = c.offer_id order by created_at desc limit ${COUNT_CAP}) m) t
      where c.id = ${contractId}::uuid`.execute(db);
  return rows[0];
}

/** The open case of each milestone of a deal that staff hold. */
export async function staffHolds(db: Db, contractId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('cases')
    .select(['id', 'milestone_id'])
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'staff_hold')
    .where('state', '=', 'open')
    .execute();
  return new Map(rows.flatMap((row) => (row.milestone_id ? [[row.milestone_id, row.id] as const] : [])));
}

export interface PartyRow {
  id: string;
  kind: OrgKind;
  name: string;
  legal_name: string | null;
  suspended_at: Date | null;
}

export async function partyRows(db: Db, orgIds: readonly string[]): Promise<PartyRow[]> {
  const { rows } = await sql<PartyRow>`
    select o.id, o.kind, o.name, b.legal_name, o.suspended_at from orgs o left join billing_profiles b on b.org_id = o.id
      where o.id = any(${[...orgIds]}::uuid[]) order by array_position(array['brand', 'creator', 'agency'], o.kind)`.execute(
    db,
  );
  return rows;
}

/** Payments, refunds and transfers of a deal, oldest first. */
export async function movementsOf(db: Db, contractId: string): Promise<StaffMovement[]> {
  const { rows } = await sql<StaffMovement>`
    select x.id, x.kind, m.title as "milestoneTitle", x.payee, x.state, x.amount, x.currency, x.provider_id as "providerId", x.at from (
      select p.id, 'payment' as kind, p.milestone_id, null as payee, p.state, p.total as amount, p.currency, coalesce(p.charge_id, p.payment_intent_id, p.session_id) as provider_id, p.created_at as at
        from payments p where p.contract_id = ${contractId}::uuid
      union all
      select r.id, 'refund', r.milestone_id, null, r.state, r.amount, r.currency, r.provider_id, r.created_at from refunds r join payments p on p.id = r.payment_id where p.contract_id = ${contractId}::uuid
      union all
      select t.id, 'transfer', t.milestone_id, o.name, t.state, t.amount, t.currency, t.provider_id, t.created_at from transfers t join orgs o on o.id = t.payee_org where t.milestone_id in (select id from milestones where contract_id = ${contractId}::uuid)
    ) x join milestones m on m.id = x.milestone_id order by x.at, x.id`.execute(db);
  return rows;
}

/** A row with its place in its list. */
type Placed<Row> = Row & { place: string };

/** The page of a list: rows behind `after`. */
interface PlacedPage {
  after: ListPlace | null;
  limit: number;
}

export interface PayoutRow {
  id: string;
  org_id: string;
  org_name: string;
  state: PayoutState;
  amount: number;
  currency: Currency;
  bank_last4: string | null;
  failure_code: string | null;
  provider_id: string | null;
  created_at: Date;
}

async function payouts(db: Db, where: RawBuilder<unknown>, { after, limit }: PlacedPage): Promise<Placed<PayoutRow>[]> {
  const { rows } = await sql<Placed<PayoutRow>>`
    select p.id, p.org_id, o.name as org_name, p.state, p.amount, p.currency, p.bank_last4, p.failure_code, p.provider_id, p.created_at, ${placeTime('p.created_at')} as place
      from payouts p join orgs o on o.id = p.org_id where ${where} and ${behind('p.created_at', 'p.id', 'descending', after)} order by p.created_at desc, p.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Payouts that carried money of a deal, also those that failed, the last first. A payout is younger than its transfers. */
export const payoutsOfDeal = (db: Db, input: PlacedPage & { contractId: string }): Promise<Placed<PayoutRow>[]> =>
  payouts(
    db,
    sql`p.org_id = any(array(select t.payee_org from transfers t join milestones m on m.id = t.milestone_id where m.contract_id = ${input.contractId}::uuid))
      and p.created_at >= (select min(t.created_at) from transfers t join milestones m on m.id = t.milestone_id where m.contract_id = ${input.contractId}::uuid)
      and exists (select from transfers t join milestones m on m.id = t.milestone_id
        where m.contract_id = ${input.contractId}::uuid and (t.payout_id = p.id or t.id = any(p.transfer_ids)))`,
    input,
  );

/** Payouts of an org, the last first. */
export const payoutsOfOrg = (db: Db, input: PlacedPage & { orgId: string }): Promise<Placed<PayoutRow>[]> =>
  payouts(db, sql`p.org_id = ${input.orgId}::uuid`, input);

export interface DocumentOfDeal {
  id: string;
  kind: DocumentDto['kind'];
  year: number;
  number: number;
  series: string | null;
  org_name: string;
  amount: number;
  currency: Currency;
  issued_at: Date;
}

export async function documentsOfDeal(db: Db, contractId: string): Promise<DocumentOfDeal[]> {
  const { rows } = await sql<DocumentOfDeal>`
    select d.id, d.kind, d.year, d.number, d.series, o.name as org_name, d.amount, d.currency, d.issued_at from documents d join orgs o on o.id = d.org_id
      where d.contract_id = ${contractId}::uuid order by d.issued_at, d.id`.execute(db);
  return rows;
}

export interface AccountRow {
  id: string;
  name: string;
  slug: string;
  kind: OrgKind;
  country: string | null;
  legal_name: string | null;
  tax_id: string | null;
  created_at: Date;
  suspended_at: Date | null;
  closed_at: Date | null;
  account_state: string | null;
  account_country: string | null;
  bank_last4: string | null;
  disabled_reason: string | null;
  open_cases: number;
}

export async function accountRow(db: Db, orgId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select o.id, o.name, o.slug, o.kind, coalesce(b.country, o.country) as country, b.legal_name, b.tax_id, o.created_at, o.suspended_at, o.closed_at, a.state as account_state, a.country as account_country,
           (select b.last4 from payout_banks b where b.org_id = a.org_id and b.currency = a.currency) as bank_last4, a.disabled_reason, (select count(*)::int from cases k where k.org_id = o.id and k.state = 'open') as open_cases
      from orgs o left join billing_profiles b on b.org_id = o.id left join payout_accounts a on a.org_id = o.id
      where o.id = ${orgId}::uuid and o.kind in ('brand', 'creator', 'agency')`.execute(db);
  return rows[0];
}

export async function peopleOf(db: Db, orgId: string): Promise<StaffAccount['people']> {
  const { rows } = await sql<StaffAccount['people'][number]>`
    select p.id as "userId", p.display_name as name, p.email, m.role, p.email_verified_at is not null as verified, p.email_bounced_at is not null as bounced
      from org_members m join profiles p on p.id = m.user_id where m.org_id = ${orgId}::uuid order by (m.role = 'owner') desc, m.created_at, p.id`.execute(
    db,
  );
  return rows;
}

/** Deals of an org on any side, the last made first; each side is read from its own index. */
export async function dealsOfOrg(
  db: Db,
  { orgId, after, limit }: PlacedPage & { orgId: string },
): Promise<Placed<StaffAccountDeal>[]> {
  const sides = ['brand_org', 'creator_org', 'agency_org'].map(
    (side) =>
      sql`(select id, created_at from contracts where ${sql.ref(side)} = ${orgId}::uuid and ${behind('created_at', 'id', 'descending', after)}
        order by created_at desc, id desc limit ${limit})`,
  );
  const { rows } = await sql<Placed<StaffAccountDeal>>`
    select c.id as "contractId", c.title, case when c.brand_org = ${orgId}::uuid then k.name else b.name end as "otherName", c.state, c.total, c.currency,
           c.updated_at as "updatedAt", ${placeTime('c.created_at')} as place
      from (select id from (${sql.join(sides, sql` union `)}) every order by created_at desc, id desc limit ${limit}) page
      join contracts c on c.id = page.id join orgs b on b.id = c.brand_org join orgs k on k.id = c.creator_org
      order by c.created_at desc, c.id desc`.execute(db);
  return rows;
}

/** Acts of the org, and acts on it, the last first. `after`: the id of the row before. */
export async function auditOfOrg(
  db: Db,
  { orgId, after, limit }: { orgId: string; after: number | null; limit: number },
): Promise<StaffAct[]> {
  const page = sql`${after === null ? sql`` : sql`and id < ${after}`} order by id desc limit ${limit}`;
  const { rows } = await sql<StaffAct>`
    select a.id, a.action, coalesce(s.display_name, p.display_name) as by, a.actor_kind = 'staff' as staff, a.target, a.at from (
      (select * from audit_log where org_id = ${orgId}::uuid ${page})
      union
      (select * from audit_log where target = ${`org:${orgId}`} ${page})
    ) a left join staff s on s.user_id = a.actor_user left join profiles p on p.id = a.actor_user order by a.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Whether this person's read of a record was logged since then. */
export async function readSince(
  db: Db,
  input: { action: string; target: string; userId: string; since: Date },
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from audit_log where target = ${input.target} and action = ${input.action} and actor_user = ${input.userId} and at > ${input.since} limit 1`.execute(
      db,
    );
  return rows.length > 0;
}

type BankRow = Omit<BankProblem, 'contact'>;

/** From these times on, a payout without an answer and a bank debit that is under way take too long. */
interface BankTimes {
  payoutSince: Date;
  debitSince: Date;
}

/**
 * Payouts that came back, failed or have no answer, until a later one of the same payee went through, and bank debits that
 * are under way for too long.
 */
const allBankProblems = (input: BankTimes) => sql`(
      select p.id, 'payout' as kind, case when p.state = 'claimed' then 'slow' else p.state end as state, p.org_id as "orgId", o.name as "orgName",
             null::uuid as "contractId", null as "dealTitle", p.amount, p.currency, p.failure_code as "failureCode", p.created_at as since
        from payouts p join orgs o on o.id = p.org_id
        where (p.state in ('failed', 'returned', 'unknown') or (p.state = 'claimed' and p.created_at < ${input.payoutSince}::timestamptz))
          and p.state <> 'paid'
          and not exists (select from payouts later where later.org_id = p.org_id and later.currency = p.currency and later.created_at > p.created_at and later.state = 'paid')
      union all
      select p.id, 'debit', 'slow', p.brand_org, o.name, p.contract_id, c.title, p.total, p.currency, null, p.created_at
        from payments p join orgs o on o.id = p.brand_org join contracts c on c.id = p.contract_id
        where p.state = 'processing' and p.failure_code is null and p.created_at < ${input.debitSince}::timestamptz
    )`;

/** Money that is stuck at a bank, the oldest first. */
export async function bankProblems(db: Db, input: BankTimes & PlacedPage): Promise<Placed<BankRow>[]> {
  const { rows } = await sql<Placed<BankRow>>`
    select x.*, ${placeTime('x.since')} as place from ${allBankProblems(input)} x
      where ${behind('x.since', 'x.id', 'ascending', input.after)} order by x.since, x.id limit ${input.limit}`.execute(
    db,
  );
  return rows;
}

export async function countBankProblems(db: Db, input: BankTimes & { cap: number }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${allBankProblems(input)} x limit ${input.cap}) found`.execute(db);
  return rows[0]?.n ?? 0;
}
