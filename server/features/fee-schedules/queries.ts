import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ChargedGroup } from './rules.ts';

/** What brands were charged since that time, by price; payments of the same price in the same country are one row. */
export async function chargedSince(db: Db, since: Date): Promise<ChargedGroup[]> {
  const { rows } = await sql<ChargedGroup>`
    select p.currency, q.tax_country as country, p.price::bigint as price, count(*)::int as payments, sum(p.fee)::bigint as fee
      from payments p join quotes q on q.id = p.quote_id
     where p.paid_at >= ${since} group by 1, 2, 3`.execute(db);
  return rows;
}
