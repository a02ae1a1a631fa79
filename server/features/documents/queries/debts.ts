import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

/** What of its debts a brand had paid too much: about one milestone, or in one payment. */
export type DebtReturned = { milestoneId: string } | { paymentId: string };

/**
 * Receipts of what a brand paid of its debts, newest first: of one payment, or those with a line about a milestone, with what
 * that line says.
 */
export async function receiptsOfDebts(
  db: Db,
  { orgId, ...of }: { orgId: string } & DebtReturned,
): Promise<{ year: number; number: number; amount: number }[]> {
  const line = (milestoneId: string) => sql<number>`(select sum((l->>'amount')::bigint)
    from jsonb_array_elements(coalesce(data->'lines', '[]')) l where l->>'milestoneId' = ${milestoneId})`;
  const amount = 'milestoneId' in of ? line(of.milestoneId) : sql<number>`amount`;
  const rows = await db
    .selectFrom('documents')
    .select(['year', 'number', amount.as('paid')])
    .where('org_id', '=', orgId)
    .where('kind', '=', 'receipt')
    .where(sql<string>`data->>'reason'`, '=', 'debt')
    .where('milestoneId' in of ? sql<boolean>`${amount} > 0` : sql<boolean>`data->>'paymentId' = ${of.paymentId}`)
    .orderBy('issued_at', 'desc')
    .execute();
  return rows.map(({ paid, ...row }) => ({ ...row, amount: Number(paid) }));
}

/** What of a brand's payments of debts about a milestone was credited. */
export async function creditedOfDebts(
  db: Db,
  { orgId, milestoneId }: { orgId: string; milestoneId: string },
): Promise<number> {
  const row = await db
    .selectFrom('documents')
    .select((eb) => eb.fn.sum<string>('amount').as('sum'))
    .where('org_id', '=', orgId)
    .where('kind', '=', 'credit_note')
    .where('milestone_id', '=', milestoneId)
    .where(sql<string>`data->>'reason'`, '=', 'debt_repaid')
    .executeTakeFirst();
  return Number(row?.sum ?? 0);
}

/** A return of money that a brand had paid of its debts has its credit note. `key`: names the return. */
export async function isDebtCredited(db: Db, { orgId, key }: { orgId: string; key: string }): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'credit_note')
    .where(sql<string>`data->>'returnOf'`, '=', key)
    .executeTakeFirst();
  return row !== undefined;
}
