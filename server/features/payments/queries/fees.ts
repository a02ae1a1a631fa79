import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import { EXPECTED_FEE_BPS } from '../rules.ts';

/** Serializes the payments of a currency until commit, so that each sees the others' reservations. */
export async function lockFloat(db: Db, currency: Currency): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`float:${currency}`}, 0))`.execute(db);
}

/** Expected provider fees of all open payments of a currency. */
export async function openPaymentFees(db: Db, currency: Currency): Promise<number> {
  const { rows } = await sql<{
    fees: number;
  }>`select open_payment_fees(${currency}, ${EXPECTED_FEE_BPS}) as fees`.execute(db);
  return Number(rows[0]?.fees ?? 0);
}

/**
 * Provider fees of the payments that went back to this brand since then, or go back once their workflow has claimed the refund;
 * late payments are no act of the brand.
 */
export async function feesLost(
  db: Db,
  { orgId, currency, since }: { orgId: string; currency: Currency; since: Date },
): Promise<number> {
  const row = await db
    .selectFrom('payments as p')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('p.provider_fee'), eb.lit(0)).as('lost'))
    .where('p.brand_org', '=', orgId)
    .where('p.currency', '=', currency)
    // A refund that the bank sent back has several rows; the fee was paid once.
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.payment_id', '=', 'p.id')
            .where('r.reason', '<>', 'late_payment')
            .where('r.created_at', '>', since),
        ),
        and([
          eb('p.state', '=', 'paid'),
          exists(
            selectFrom('milestones as m')
              .select('m.id')
              .whereRef('m.id', '=', 'p.milestone_id')
              .where('m.state', '=', 'refunding'),
          ),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(row.lost);
}

/** A brand's place among those near their caps. `share`: of its cap that is used, in ten-thousandths. */
export interface CapPlace {
  share: number;
  orgId: string;
  currency: string;
}

/**
 * Brands whose refunds since then cost the platform this share of their cap or more, by currency, the largest share
 * first; last those that an allowance lets pay without a cap.
 */
export async function brandsByLostFees(
  db: Db,
  input: {
    since: Date;
    now: Date;
    caps: Readonly<Record<Currency, number>>;
    shownFrom: number;
    after: CapPlace | null;
    limit: number;
  },
): Promise<(CapPlace & { name: string; currency: Currency; lost: number; cap: number | null })[]> {
  const { since, now, after } = input;
  const { rows } = await sql<CapPlace & { name: string; currency: Currency; lost: number; cap: number | null }>`
    with lost as (
      -- A refund that the bank sent back has several rows; the fee was paid once.
      select p.brand_org, p.currency, sum(p.provider_fee)::bigint as lost from payments p
        where p.id in (
          select r.payment_id from refunds r where r.created_at > ${since} and r.reason <> 'late_payment'
          union
          select f.id from milestones m join payments f on f.milestone_id = m.id and f.state = 'paid' where m.state = 'refunding')
        group by p.brand_org, p.currency having sum(p.provider_fee) > 0
    ), brand as (
      select l.brand_org, l.currency, l.lost, c.value::bigint + coalesce(a.more, 0)::bigint as cap, coalesce(a.free, false) as free
        from lost l join jsonb_each_text(${JSON.stringify(input.caps)}::jsonb) c on c.key = l.currency
        left join lateral (
          select sum(amount) filter (where decided_at > ${since}) as more, bool_or(until > ${now}) as free
            from fee_allowances where org_id = l.brand_org and currency = l.currency
        ) a on true
    ), shared as (
      select b.brand_org, b.currency, b.lost, case when b.free then null else b.cap end as cap,
             case when b.free then 0 else b.lost * 10000 / greatest(b.cap, 1) end as share
        from brand b
    )
    select s.brand_org as "orgId", o.name, s.currency, s.lost, s.cap, s.share from shared s join orgs o on o.id = s.brand_org
      where (s.cap is null or s.share >= ${input.shownFrom})
        and ${after === null ? sql`true` : sql`(-s.share, s.brand_org, s.currency) > (${-after.share}::bigint, ${after.orgId}::uuid, ${after.currency}::text)`}
      order by -s.share, s.brand_org, s.currency limit ${input.limit}`.execute(db);
  return rows;
}

/** What operators allowed a brand above the cap; an allowance has either an amount or an end. */
export async function allowancesOf(
  db: Db,
  { orgId, currency }: { orgId: string; currency: Currency },
): Promise<{ amount: number | null; until: Date | null; decided_at: Date }[]> {
  return db
    .selectFrom('fee_allowances')
    .select(['amount', 'until', 'decided_at'])
    .where('org_id', '=', orgId)
    .where('currency', '=', currency)
    .execute();
}

export interface NewAllowance {
  id: string;
  orgId: string;
  currency: Currency;
  amount: number | null;
  until: Date | null;
  note: string;
  decidedBy: string;
  at: Date;
}

export async function insertAllowance(db: Db, a: NewAllowance): Promise<void> {
  await db
    .insertInto('fee_allowances')
    .values({
      id: a.id,
      org_id: a.orgId,
      currency: a.currency,
      amount: a.amount,
      until: a.until,
      note: a.note,
      decided_by: a.decidedBy,
      decided_at: a.at,
    })
    .execute();
}

export async function isBrand(db: Db, orgId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orgs')
    .select('id')
    .where('id', '=', orgId)
    .where('kind', '=', 'brand')
    .executeTakeFirst();
  return row !== undefined;
}
