import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

/** Number and median price of a piece of comparable deals, in millionths of a euro; no median where there are too few. */
export async function comparableDeals(
  db: Db,
  input: {
    platform: string;
    format: string;
    from: number;
    below: number;
    since: Date;
    deals: number;
    parties: number;
  },
): Promise<{ n: number; micros: number | null }> {
  const { rows } = await sql<{ n: number; micros: number | null }>`
    select n, micros from comparable_deals(${input.platform}, ${input.format}, ${input.from}, ${input.below},
      ${input.since}, ${input.deals}, ${input.parties})`.execute(db);
  return rows[0] ?? { n: 0, micros: null };
}
