import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';

export async function publicFigures(db: Db) {
  const { rows } = await sql<{
    creators: number;
    paid: number;
    released: string | number | null;
    currency: Currency | null;
  }>`
    select creators, paid, released, currency from public_figures()`.execute(db);
  return rows[0];
}
