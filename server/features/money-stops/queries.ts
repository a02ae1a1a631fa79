import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export async function currenciesStopped(db: Db, currencies: readonly string[]): Promise<string[]> {
  if (currencies.length === 0) return [];
  const { rows } = await sql<{
    currency: string;
  }>`select currency from money_stops where lifted_at is null and currency = any(${currencies}::text[])`.execute(db);
  return rows.map((row) => row.currency);
}

/** The currency of an operation that takes money out and must not, or null. */
export async function stoppedCurrencyOf(db: Db, opId: string): Promise<string | null> {
  const { rows } = await sql<{ currency: string }>`
    select s.currency from operations o join money_stops s on s.currency = o.currency and s.lifted_at is null
      where o.op_id = ${opId} and o.kind in ('transfer', 'refund', 'payout')`.execute(db);
  return rows[0]?.currency ?? null;
}
