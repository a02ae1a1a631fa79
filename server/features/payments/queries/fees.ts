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

/** Provider fees of the payments that went back to this brand since then; late payments are no act of the brand. */
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
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refunds as r')
          .select('r.id')
          .whereRef('r.payment_id', '=', 'p.id')
          .where('r.reason', '<>', 'late_payment')
          .where('r.created_at', '>', since),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(row.lost);
}

/** Brands whose refunds since then cost the platform fees, by currency, the most expensive first. */
export async function brandsWithLostFees(
  db: Db,
  since: Date,
): Promise<{ org_id: string; name: string; currency: Currency }[]> {
  const { rows } = await sql<{ org_id: string; name: string; currency: Currency }>`
    select p.brand_org as org_id, o.name, p.currency from refunds r join payments p on p.id = r.payment_id join orgs o on o.id = p.brand_org
      where r.created_at > ${since} and r.reason <> 'late_payment'
      group by p.brand_org, o.name, p.currency having sum(p.provider_fee) > 0 order by sum(p.provider_fee) desc limit 200`.execute(
    db,
  );
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
