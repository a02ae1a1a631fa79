import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';

export async function currenciesStopped(db: Db, currencies: readonly Currency[]): Promise<Currency[]> {
  if (currencies.length === 0) return [];
  const { rows } = await sql<{
    currency: Currency;
  }>`select currency from money_stops where lifted_at is null and currency = any(${currencies}::text[])`.execute(db);
  return rows.map((row) => row.currency);
}

/** The currency of an operation that takes money out and must not, or null. */
export async function stoppedCurrencyOf(db: Db, opId: string): Promise<Currency | null> {
  const { rows } = await sql<{ currency: Currency }>`
    select s.currency from operations o join money_stops s on s.currency = o.currency and s.lifted_at is null
      where o.op_id = ${opId} and o.kind in ('transfer', 'refund', 'payout')`.execute(db);
  return rows[0]?.currency ?? null;
}
