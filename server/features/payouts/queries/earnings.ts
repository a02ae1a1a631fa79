import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { endedByStaff } from '../../../../db/ended-by-staff.ts';
import { behind, inIndexOrder, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { Currency } from '../../../core/money.ts';
import type { Hold } from '../../escrow/milestone/rules.ts';
import type { MilestoneState, TransferState } from '../../escrow/schema.ts';
import type { PayoutState } from '../schema.ts';

/**
 * Paid out by currency in each month (UTC) that begins at one of these times, the last one to this day, and before them all
 * (month null). Each is summed from a range of an index: to find the month of each payout takes longer than to read it.
 */
export async function paidByMonth(
  db: Db,
  { orgId, months }: { orgId: string; months: readonly Date[] },
): Promise<{ month: string | null; currency: Currency; amount: number }[]> {
  const starts = ['-infinity', ...months.map((at) => at.toISOString())];
  const { rows } = await sql<{ month: string | null; currency: Currency; amount: number }>`
    select case when isfinite(m.start) then to_char(m.start at time zone 'UTC', 'YYYY-MM') end as month, p.currency, p.amount
      from (select start, lead(start, 1, 'infinity') over (order by start) as until from unnest(${starts}::timestamptz[]) start) m
      cross join lateral (select currency, sum(amount)::bigint as amount from payouts
        where org_id = ${orgId}::uuid and state = 'paid' and paid_at >= m.start and paid_at < m.until group by currency) p
      order by m.start, p.currency`.execute(db);
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
  /** Null where the org may not read it. */
  creator_name: string | null;
  amount: number;
  released_parts: number;
  commission_bps: number;
  currency: Currency;
  state: MilestoneState;
  ended_by_staff: boolean;
  holds: Hold[];
  deadline_at: Date | null;
  due_at: Date;
  work_due_at: Date | null;
  funding_deadline_at: Date | null;
  transfer_state: TransferState | null;
  transfer_amount: number | null;
  transfer_at: Date | null;
  transfer_clears_at: Date | null;
  reversed_amount: number | null;
  reversed_at: Date | null;
  reversed_by_bank: number | null;
  reversed_kept: number | null;
  /** What rulings keep that may still be appealed, until then. */
  ruled: { amount: number; until: string } | null;
  /** The payout that carries what was taken back after the transfer's own: it was that much smaller. */
  /** Each part that was taken back after the payout of the transfer was requested, with the payout it made smaller. */
  deductions: { amount: number; at: string; state: PayoutState | null }[] | null;
  payout_state: PayoutState | null;
  payout_paid_at: Date | null;
  payout_arrival_at: Date | null;
  payout_created_at: Date | null;
}

/** States in which a milestone will earn, unless it has a transfer already. */
const COMING: readonly MilestoneState[] = [
  'funded',
  'changes_requested',
  'overdue',
  'delivered',
  'approved',
  'auto_approved',
  'clearing',
  'cancel_requested',
  'disputed',
  'awaiting_live',
  'retention',
  'releasing',
];
const SIDES = ['creator', 'agency'] as const;

export interface PlacedEarning extends ListPlace {
  milestone_id: string;
  /** Null: what its milestone still holds. */
  transfer_id: string | null;
}
interface Part {
  orgId: string;
  after: ListPlace | null;
  limit: number;
}

const noTransfer = (orgId: string): RawBuilder<boolean> =>
  sql<boolean>`(select true from transfers t where t.milestone_id = m.id and t.payee_org = ${orgId}::uuid limit 1) is null`;

/** Until its release begins, a milestone holds a rest whose transfer is to come, whatever parts were released before. */
const restToCome = (state: MilestoneState, orgId: string): RawBuilder<boolean> =>
  state === 'releasing' ? noTransfer(orgId) : sql<boolean>`true`;

/** Milestones that will earn and have no transfer of their rest to the org yet, the last touched first. */
export async function comingEarnings(db: Db, { orgId, after, limit }: Part): Promise<PlacedEarning[]> {
  const parts = SIDES.flatMap((side) =>
    COMING.map(
      (state) => sql`
    (select m.id, m.updated_at from milestones m
      where ${sql.ref(`m.${side}_org`)} = ${orgId}::uuid and m.state = ${sql.lit(state)} and ${behind('m.updated_at', 'm.id', 'descending', after)}
        and ${restToCome(state, orgId)}
      order by m.updated_at desc, m.id desc limit ${limit})`,
    ),
  );
  const { rows } = await sql<PlacedEarning>`
    select id as milestone_id, null::uuid as transfer_id, id, ${placeTime('updated_at')} as at from (${sql.join(parts, sql` union all `)}) m
     order by updated_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Transfers to the org that no payout has carried to its bank, the last first. */
export async function unpaidEarnings(db: Db, { orgId, after, limit }: Part): Promise<PlacedEarning[]> {
  const behindPlace = behind('t.created_at', 't.id', 'descending', after);
  const { rows } = await sql<PlacedEarning>`
    select milestone_id, id as transfer_id, id, ${placeTime('created_at')} as at from (
      (select t.id, t.milestone_id, t.created_at from transfers t
        where t.payee_org = ${orgId}::uuid and t.payout_id is null and ${behindPlace} order by t.created_at desc, t.id desc limit ${limit})
      union all
      (select t.id, t.milestone_id, t.created_at
         -- Payouts under way are few: \`offset 0\` has them read first.
         from (select p.id from payouts p where p.org_id = ${orgId}::uuid and p.state <> 'paid' offset 0) p
           cross join lateral (select * from transfers t where t.payout_id = p.id and t.payee_org = ${orgId}::uuid offset 0) t
        where ${behindPlace}
        order by t.created_at desc, t.id desc limit ${limit})
    ) t order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Transfers to the org that reached its bank, the last first. */
export async function paidEarnings(db: Db, { orgId, after, limit }: Part): Promise<PlacedEarning[]> {
  const { rows } = await inIndexOrder(db, () =>
    sql<PlacedEarning>`
    select t.milestone_id, t.id as transfer_id, t.id, ${placeTime('t.created_at')} as at from transfers t
     where t.payee_org = ${orgId}::uuid and t.payout_id is not null and ${behind('t.created_at', 't.id', 'descending', after)}
       and (select p.state from payouts p where p.id = t.payout_id) = 'paid'
     order by t.created_at desc, t.id desc limit ${limit}`.execute(db),
  );
  return rows;
}

/** The org's earnings with their milestone, transfer and payout, in their order. */
export async function earningsOf(
  db: Db,
  { orgId, earnings }: { orgId: string; earnings: readonly Pick<PlacedEarning, 'milestone_id' | 'transfer_id'>[] },
): Promise<EarningRow[]> {
  if (earnings.length === 0) return [];
  const milestones = earnings.map((one) => one.milestone_id);
  const transfers = earnings.map((one) => one.transfer_id);
  const { rows } = await sql<EarningRow>`
    select m.id as milestone_id, m.contract_id, c.title as deal_title, m.title as milestone_title, m.brand_org, b.name as brand_name, m.creator_org, k.name as creator_name, m.amount, m.released_parts, c.commission_bps, m.currency,
      m.state, ${endedByStaff('m')} as ended_by_staff, m.holds, m.deadline_at, m.due_at, m.work_due_at, m.funding_deadline_at, t.state as transfer_state, t.amount as transfer_amount, t.sent_at as transfer_at, t.clears_at as transfer_clears_at,
      t.reversed_amount, t.reversed_at, t.reversed_by_bank, t.reversed_kept,
      p.state as payout_state, p.paid_at as payout_paid_at, p.arrival_at as payout_arrival_at, p.created_at as payout_created_at,
      d.deductions, r.ruled
    from unnest(${milestones}::uuid[], ${transfers}::uuid[]) with ordinality x(milestone_id, transfer_id, place)
      join milestones m on m.id = x.milestone_id
      join contracts c on c.id = m.contract_id
      join orgs b on b.id = m.brand_org
      left join orgs k on k.id = m.creator_org
      left join transfers t on t.id = x.transfer_id and t.payee_org = ${orgId}::uuid
      left join payouts p on p.id = t.payout_id and p.state not in ('failed', 'returned')
      left join lateral (
        select jsonb_agg(jsonb_build_object('amount', (e.data->>'amount')::bigint, 'at', e.at, 'state', q.state) order by e.seq) as deductions
        from escrow_events e
          left join lateral (select state from payouts x where x.org_id = t.payee_org and x.currency = t.currency and x.created_at > e.at
            and x.state not in ('failed', 'returned') order by x.created_at limit 1) q on true
        where t.reversed_amount > 0 and e.contract_id = m.contract_id and e.milestone_id = m.id and e.type = 'transfer_reversed'
          and e.data->>'leg' = t.leg and coalesce((e.data->>'part')::int, 1) = t.part and e.at >= p.created_at) d on true
      left join lateral (
        select jsonb_build_object('amount', sum(k.amount), 'until', min(k.effective_at)) as ruled from parked_decisions k
        where t.reversed_amount > 0 and k.payee_org = t.payee_org and k.milestone_id = m.id and k.decision <> 'fraud' and k.state = 'open' and k.effective_at > now()
        having count(*) > 0) r on true
    order by x.place`.execute(db);
  return rows;
}

/** Transfers of which something was taken back at the provider. */
export async function reversedEarnings(
  db: Db,
  orgId: string,
): Promise<Pick<PlacedEarning, 'milestone_id' | 'transfer_id'>[]> {
  const { rows } = await sql<{ milestone_id: string; transfer_id: string }>`
    select t.milestone_id, t.id as transfer_id from transfers t where t.payee_org = ${orgId}::uuid and (t.state <> 'sent' or t.reversed_amount > 0) and t.reversed_amount > 0`.execute(
    db,
  );
  return rows;
}

/** Earnings that are in the same place with the same amount. */
export interface UnsettledRow {
  currency: Currency;
  /** Null: a transfer says what the payee gets. */
  share: { amount: number; released_parts: number; commission_bps: number; is_agency: boolean } | null;
  transfer_amount: number;
  state: MilestoneState;
  held: boolean;
  transfer_state: TransferState | null;
  /** Until then a transfer of a released part waits; null: it does not. */
  clears_at: Date | null;
  earnings: number;
}

/** What has not reached the org's account at the provider yet, apart from what was taken back of it. */
export async function unsettledEarnings(db: Db, orgId: string): Promise<UnsettledRow[]> {
  const ofSide = (side: (typeof SIDES)[number]) => sql`
    select m.currency, m.state, m.holds <> '{}' and not (m.state in ('approved', 'auto_approved', 'clearing') and m.holds <@ array['card_dispute']) as held, m.amount, m.released_parts, m.contract_id, ${sql.lit(side === 'agency')} as is_agency
      from milestones m where ${sql.ref(`m.${side}_org`)} = ${orgId}::uuid
        and m.state in (${sql.join(COMING.map((state) => sql.lit(state)))}) and (m.state <> 'releasing' or ${noTransfer(orgId)})`;
  const { rows } = await sql<UnsettledRow>`
    select m.currency, jsonb_build_object('amount', m.amount, 'released_parts', m.released_parts, 'commission_bps', c.commission_bps, 'is_agency', m.is_agency) as share,
        0 as transfer_amount, m.state, m.held, null as transfer_state, null::timestamptz as clears_at, count(*)::int as earnings
      from (${ofSide('creator')} union all ${ofSide('agency')}) m join contracts c on c.id = m.contract_id
      group by m.currency, m.amount, m.released_parts, c.commission_bps, m.is_agency, m.state, m.held
    union all
    select t.currency, null, sum(t.amount)::bigint, 'releasing', false, t.state, t.clears_at, 1
      from transfers t where t.payee_org = ${orgId}::uuid and t.state <> 'sent' and t.reversed_amount = 0 group by t.currency, t.state, t.clears_at`.execute(
    db,
  );
  return rows;
}

/** Years (UTC) in which something was transferred to the org, newest first. `kept`: and was not all taken back. */
export async function earningYears(
  db: Db,
  { orgId, kept = false }: { orgId: string; kept?: boolean },
): Promise<number[]> {
  // From year to year by the index, not over every transfer.
  const before = (end: RawBuilder<unknown>) => sql`
    (select t.sent_at from transfers t where t.payee_org = ${orgId}::uuid and t.state = 'sent' and t.sent_at < ${end}
      ${kept ? sql`and t.reversed_amount - t.reversed_by_bank < t.amount` : sql``} order by t.sent_at desc limit 1)`;
  const { rows } = await sql<{ year: number }>`
    with recursive years as (
      select ${before(sql`'infinity'::timestamptz`)} as at
      union all
      select ${before(sql`(date_trunc('year', years.at at time zone 'UTC') at time zone 'UTC')`)} from years where years.at is not null
    ) select extract(year from at at time zone 'UTC')::int as year from years where at is not null order by 1 desc`.execute(
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
  kind: 'self_billed_invoice' | 'earnings_statement' | 'commission_note' | null;
  series: string | null;
  year: number | null;
  number: number | null;
  document_amount: number | null;
  /** What of it was taken back at the provider since, and what of that was paid by bank, minor units. */
  reversed: number;
  reversed_by_bank: number;
}

const startOf = (year: number): Date => new Date(Date.UTC(year, 0, 1));

/** What was transferred to the org in a year (UTC), oldest first. */
export async function earnedInYear(
  db: Db,
  { orgId, year }: { orgId: string; year: number },
): Promise<YearEarningRow[]> {
  const { rows } = await sql<YearEarningRow>`
    select t.sent_at, t.amount::bigint as amount, t.currency, c.title as deal, m.title as milestone, d.kind, d.year, d.number, d.series, d.amount::bigint as document_amount,
      t.reversed_amount::bigint as reversed, t.reversed_by_bank::bigint as reversed_by_bank
    from transfers t
      join milestones m on m.id = t.milestone_id
      join contracts c on c.id = t.contract_id
      left join documents d on d.milestone_id = t.milestone_id and d.org_id = t.payee_org and d.kind in ('self_billed_invoice', 'earnings_statement', 'commission_note')
        and coalesce((d.data->>'part')::int, 1) = t.part
    where t.payee_org = ${orgId} and t.state = 'sent' and t.sent_at >= ${startOf(year)} and t.sent_at < ${startOf(year + 1)}
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
    where org_id = ${orgId} and state = 'paid' and paid_at >= ${startOf(year)} and paid_at < ${startOf(year + 1)} group by 1`.execute(
    db,
  );
  return rows;
}
