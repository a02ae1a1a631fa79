import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { MilestoneState } from '../../escrow/schema.ts';
import type { PaymentState } from '../schema.ts';

export interface MoneyRow {
  milestone_id: string;
  contract_id: string;
  deal_title: string;
  milestone_title: string;
  brand_org: string;
  creator_org: string;
  currency: Currency;
  amount: number;
  state: MilestoneState;
  due_at: Date;
  work_due_at: Date | null;
  deadline_at: Date | null;
  funding_deadline_at: Date | null;
  holds: string[];
  updated_at: Date;
  fee_bps: number;
  tax_bps: number;
  commission_bps: number;
  payment_state: PaymentState | null;
  refund_owed: number;
  /** A refund that is not credited yet. */
  refund_open: boolean;
  fee: number | null;
  tax: number | null;
}

/** Milestones with the newest payment of each, newest change first, of one side. */
export async function moneyRows(
  db: Db,
  input: {
    orgId: string;
    side: 'brand_org' | 'creator_org' | 'agency_org';
    states: readonly MilestoneState[];
    q: string | null;
    before: { at: Date; id: string } | null;
    limit: number;
  },
): Promise<MoneyRow[]> {
  let query = db
    .selectFrom('milestones as m')
    .innerJoin('contracts as c', 'c.id', 'm.contract_id')
    .innerJoin('orgs as b', 'b.id', 'm.brand_org')
    .innerJoin('orgs as k', 'k.id', 'm.creator_org')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payments as p')
          .select(['p.state', 'p.fee', 'p.tax'])
          .whereRef('p.milestone_id', '=', 'm.id')
          .orderBy('p.attempt', 'desc')
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select([
      'm.id as milestone_id',
      'm.contract_id',
      'c.title as deal_title',
      'm.title as milestone_title',
      'm.brand_org',
      'm.creator_org',
      'm.currency',
      'm.amount',
      'm.state',
      'm.due_at',
      'm.work_due_at',
      'm.deadline_at',
      'm.funding_deadline_at',
      'm.holds',
      'm.updated_at',
      'c.fee_bps',
      'c.tax_bps',
      'c.commission_bps',
      'p.state as payment_state',
      'p.fee',
      'p.tax',
      sql<number>`coalesce((select sum(r.amount) from refunds r where r.milestone_id = m.id and r.state = 'failed'), 0)::bigint`.as(
        'refund_owed',
      ),
      sql<boolean>`exists (select from refunds r where r.milestone_id = m.id and r.state not in ('done', 'by_bank'))`.as(
        'refund_open',
      ),
    ])
    .where(`m.${input.side}`, '=', input.orgId)
    .where('m.state', 'in', [...input.states])
    .orderBy('m.updated_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(input.limit);
  const { q, before } = input;
  if (q) {
    const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) =>
      eb.or([
        eb('c.title', 'ilike', like),
        eb('m.title', 'ilike', like),
        eb('b.name', 'ilike', like),
        eb('k.name', 'ilike', like),
      ]),
    );
  }
  if (before) query = query.where((eb) => eb(eb.refTuple('m.updated_at', 'm.id'), '<', eb.tuple(before.at, before.id)));
  return (await query.execute()) as MoneyRow[];
}

/** The price part of refunds to a brand that are not credited yet, per currency. */
export async function refundsReturning(db: Db, orgId: string): Promise<{ currency: Currency; price: number }[]> {
  const { rows } = await sql<{ currency: Currency; price: number }>`
    select r.currency, sum(case when r.reason = 'late_payment' then p.price else least(p.price, b.refunded - coalesce(l.price, 0)) end)::bigint as price
      from refunds r
      join payments p on p.id = r.payment_id
      join lateral milestone_balances(array[r.milestone_id]) b on true
      left join lateral (select sum(x.price) as price from refunds o join payments x on x.id = o.payment_id where o.milestone_id = r.milestone_id and o.reason = 'late_payment') l on true
      where r.brand_org = ${orgId}::uuid and r.state not in ('done', 'by_bank') group by r.currency`.execute(db);
  return rows;
}

/** Tax that was charged with the brand's payments, per currency. */
export async function taxCharged(db: Db, orgId: string): Promise<{ currency: Currency; tax: number }[]> {
  const { rows } = await sql<{ currency: Currency; tax: number }>`
    select currency, sum(tax)::bigint as tax from payments where brand_org = ${orgId}::uuid and state in ('paid', 'refunding', 'refunded') group by currency`.execute(
    db,
  );
  return rows;
}

/** Milestones whose work is in the brand's review. */
export async function toApprove(db: Db, brandOrg: string): Promise<{ id: string; currency: Currency }[]> {
  return (await db
    .selectFrom('milestones')
    .select(['id', 'currency'])
    .where('brand_org', '=', brandOrg)
    .where('state', '=', 'delivered')
    .execute()) as { id: string; currency: Currency }[];
}

/** Future earnings of a payee, by state of its milestones; amounts are the payee's own share. */
export async function comingTo(
  db: Db,
  orgId: string,
): Promise<
  {
    currency: Currency;
    state: MilestoneState;
    held: boolean;
    amount: number;
    commission_bps: number;
    is_agency: boolean;
  }[]
> {
  const { rows } = await sql<{
    currency: Currency;
    state: MilestoneState;
    held: boolean;
    amount: number;
    commission_bps: number;
    is_agency: boolean;
  }>`
    select m.currency, m.state, cardinality(m.holds) > 0 as held, m.amount, c.commission_bps, m.creator_org <> ${orgId}::uuid as is_agency
      from milestones m join contracts c on c.id = m.contract_id
      where (m.creator_org = ${orgId}::uuid or m.agency_org = ${orgId}::uuid) and m.funded_at is not null and m.state not in ('released', 'refunded', 'refunding', 'void')`.execute(
    db,
  );
  return rows;
}

export interface PayeeMoney {
  currency: Currency;
  /** Transfers that wait for the payee, and those under way to its account at the provider. */
  waiting: number;
  claimed: number;
  /** All that is at the provider; `leaving` is the part of it that a payout takes to the bank. */
  wallet: number;
  leaving: number;
  bank: number;
}

/** Transfers to a payee that have not arrived, its wallet at the provider, and what reached its bank. */
export async function payeeMoney(db: Db, orgId: string): Promise<PayeeMoney[]> {
  const { rows } = await sql<PayeeMoney>`
    select currency, sum(waiting)::bigint as waiting, sum(claimed)::bigint as claimed, sum(wallet)::bigint as wallet, sum(leaving)::bigint as leaving, sum(bank)::bigint as bank from (
      select currency, case when state in ('waiting', 'failed') then amount else 0 end as waiting, case when state in ('claimed', 'unknown') then amount else 0 end as claimed,
             0 as wallet, 0 as leaving, 0 as bank
        from transfers where payee_org = ${orgId}::uuid and state <> 'sent'
      union all
      select currency, 0, 0, case when code in ('M_CONNECTED', 'M_TRANSIT') then balance else 0 end, 0, case when code = 'M_BANK' then balance else 0 end
        from ledger_accounts where org_id = ${orgId}::uuid and code in ('M_CONNECTED', 'M_TRANSIT', 'M_BANK')
      union all
      select currency, 0, 0, 0, amount, 0 from payouts where org_id = ${orgId}::uuid and state in ('claimed', 'in_transit', 'unknown')
    ) s group by currency`.execute(db);
  return rows;
}
