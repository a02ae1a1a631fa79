import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { Hold } from '../../escrow/milestone/rules.ts';
import type { MilestoneState, TransferState } from '../../escrow/schema.ts';
import type { PayoutState } from '../schema.ts';
import type { ListPlace } from './payouts.ts';

/** Paid out per month of the last twelve, by currency. */
export async function paidByMonth(
  db: Db,
  { orgId, since }: { orgId: string; since: Date },
): Promise<{ month: string; currency: Currency; amount: number }[]> {
  const { rows } = await sql<{ month: string; currency: Currency; amount: number }>`
    select to_char(paid_at at time zone 'UTC', 'YYYY-MM') as month, currency, sum(amount)::bigint as amount
    from payouts where org_id = ${orgId} and state = 'paid' and paid_at >= ${since} group by 1, 2 order by 1, 2`.execute(
    db,
  );
  return rows;
}

export interface EarningRow {
  milestone_id: string;
  contract_id: string;
  deal_title: string;
  milestone_title: string;
  brand_org: string;
  brand_name: string;
  creator_org: string;
  amount: number;
  commission_bps: number;
  currency: Currency;
  state: MilestoneState;
  holds: Hold[];
  deadline_at: Date | null;
  due_at: Date;
  work_due_at: Date | null;
  funding_deadline_at: Date | null;
  transfer_state: TransferState | null;
  transfer_amount: number | null;
  transfer_at: Date | null;
  reversed_amount: number | null;
  reversed_at: Date | null;
  reversed_by_bank: number | null;
  reversed_kept: number | null;
  /** The payout that carries what was taken back after the transfer's own: it was that much smaller. */
  deducted_state: PayoutState | null;
  deducted_paid_at: Date | null;
  payout_state: PayoutState | null;
  payout_paid_at: Date | null;
  payout_arrival_at: Date | null;
  payout_created_at: Date | null;
  place_paid: boolean;
  place_at: string;
}

/** Nothing is earned there unless a kill fee was, which has a transfer. */
const EARNS_NOTHING = sql`('proposed', 'awaiting_funding', 'funding', 'void', 'refunding', 'refunded')`;

/**
 * The org's earnings with their transfer and payout, what was paid last. `unsettled`: every one that has not reached its
 * account at the provider yet, or was taken back from it; else `limit` of them from a place on, the last touched first.
 */
export async function earningsOf(
  db: Db,
  {
    orgId,
    ...which
  }: { orgId: string } & ({ after: (ListPlace & { paid: boolean }) | null; limit: number } | { unsettled: true }),
): Promise<EarningRow[]> {
  const wanted =
    'limit' in which
      ? sql`(m.state not in ${EARNS_NOTHING} or t.id is not null)`
      : sql`(m.state not in ${EARNS_NOTHING} and m.state <> 'released' or m.id in (select milestone_id from transfers where payee_org = ${orgId} and (state <> 'sent' or reversed_amount > 0))) and (t.state is distinct from 'sent' or t.reversed_amount > 0)`;
  const after = 'limit' in which ? which.after : null;
  const further = after
    ? sql`(p.state is not distinct from 'paid' and not ${after.paid} or (p.state is not distinct from 'paid') = ${after.paid} and (extract(epoch from m.updated_at), m.id) < (${after.at}::numeric, ${after.id}::uuid))`
    : sql`true`;
  const { rows } = await sql<EarningRow>`
    select m.id as milestone_id, m.contract_id, c.title as deal_title, m.title as milestone_title, m.brand_org, b.name as brand_name, m.creator_org, m.amount, c.commission_bps, m.currency,
      m.state, m.holds, m.deadline_at, m.due_at, m.work_due_at, m.funding_deadline_at, t.state as transfer_state, t.amount as transfer_amount, t.sent_at as transfer_at,
      t.reversed_amount, t.reversed_at, t.reversed_by_bank, t.reversed_kept,
      p.state as payout_state, p.paid_at as payout_paid_at, p.arrival_at as payout_arrival_at, p.created_at as payout_created_at,
      q.state as deducted_state, q.paid_at as deducted_paid_at,
      p.state is not distinct from 'paid' as place_paid, extract(epoch from m.updated_at)::text as place_at
    from milestones m
      join contracts c on c.id = m.contract_id
      join orgs b on b.id = m.brand_org
      left join lateral (select * from transfers x where x.milestone_id = m.id and x.payee_org = ${orgId} order by (x.state = 'failed'), x.created_at desc limit 1) t on true
      left join payouts p on p.id = t.payout_id and p.state not in ('failed', 'returned')
      left join lateral (select state, paid_at from payouts x where p.created_at <= t.reversed_at and x.org_id = t.payee_org and x.currency = t.currency
        and x.created_at > t.reversed_at and x.state not in ('failed', 'returned') order by x.created_at limit 1) q on true
    where (m.creator_org = ${orgId} or m.agency_org = ${orgId}) and ${wanted} and ${further}
    order by (p.state is not distinct from 'paid'), m.updated_at desc, m.id desc limit ${'limit' in which ? which.limit : null}`.execute(
    db,
  );
  return rows;
}

/** Years (UTC) in which something was transferred to the org, newest first. */
export async function earningYears(db: Db, { orgId }: { orgId: string }): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from sent_at at time zone 'UTC')::int as year from transfers where payee_org = ${orgId} and state = 'sent' order by 1 desc`.execute(
    db,
  );
  return rows.map((r) => r.year);
}

export interface YearEarningRow {
  sent_at: Date;
  /** What came to the org, minor units. */
  amount: number;
  currency: Currency;
  deal: string;
  milestone: string;
  /** The org's statement about it; null for payouts older than statements. */
  kind: 'self_billed_invoice' | 'commission_note' | null;
  year: number | null;
  number: number | null;
  document_amount: number | null;
  /** What of it was taken back at the provider since, and what of that was paid by bank, minor units. */
  reversed: number;
  reversed_by_bank: number;
}

/** What was transferred to the org in a year (UTC), oldest first. */
export async function earnedInYear(
  db: Db,
  { orgId, year }: { orgId: string; year: number },
): Promise<YearEarningRow[]> {
  const { rows } = await sql<YearEarningRow>`
    select t.sent_at, t.amount::bigint as amount, t.currency, c.title as deal, m.title as milestone, d.kind, d.year, d.number, d.amount::bigint as document_amount,
      t.reversed_amount::bigint as reversed, t.reversed_by_bank::bigint as reversed_by_bank
    from transfers t
      join milestones m on m.id = t.milestone_id
      join contracts c on c.id = t.contract_id
      left join documents d on d.milestone_id = t.milestone_id and d.org_id = t.payee_org and d.kind in ('self_billed_invoice', 'commission_note')
    where t.payee_org = ${orgId} and t.state = 'sent' and extract(year from t.sent_at at time zone 'UTC') = ${year}
    order by t.sent_at, t.id`.execute(db);
  return rows;
}

/** What reached the org's bank in a year (UTC), by currency. */
export async function paidInYear(
  db: Db,
  { orgId, year }: { orgId: string; year: number },
): Promise<{ currency: Currency; amount: number }[]> {
  const { rows } = await sql<{ currency: Currency; amount: number }>`
    select currency, sum(amount)::bigint as amount from payouts
    where org_id = ${orgId} and state = 'paid' and extract(year from paid_at at time zone 'UTC') = ${year} group by 1`.execute(
    db,
  );
  return rows;
}
