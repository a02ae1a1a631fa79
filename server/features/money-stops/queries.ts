import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';

export async function currenciesStopped(db: Db, currencies: readonly Currency[]): Promise<Currency[]> {
  if (currencies.length === 0) return [];
  const { rows } = await sql<{
    currency: Currency;
  }>`select distinct currency from money_stops where lifted_at is null and currency = any(${currencies}::text[])`.execute(
    db,
  );
  return rows.map((row) => row.currency);
}

/** The currency of an operation that takes money out and must not, or null. */
export async function stoppedCurrencyOf(db: Db, opId: string): Promise<Currency | null> {
  const { rows } = await sql<{ currency: Currency }>`
    select s.currency from operations o join money_stops s on s.currency = o.currency and s.lifted_at is null
      where o.op_id = ${opId} and o.kind in ('transfer', 'refund', 'payout')`.execute(db);
  return rows[0]?.currency ?? null;
}

/** Returns whether this cause had not stopped it before. */
export async function insertStop(
  db: Db,
  row: { id: string; currency: Currency; checkId: string | null; reconciliationId: string | null; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('money_stops')
    .values({
      id: row.id,
      currency: row.currency,
      check_id: row.checkId,
      reconciliation_id: row.reconciliationId,
      since: row.at,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns the lifted stops; `of` names the cause, null lifts those of both. */
export async function liftStops(
  db: Db,
  input: { currency: Currency; by: 'clean_run' | 'staff'; of: 'check' | 'reconciliation' | null; at: Date },
): Promise<string[]> {
  const lifted = await db
    .updateTable('money_stops')
    .set({ lifted_at: input.at, lifted_by: input.by })
    .where('currency', '=', input.currency)
    .where('lifted_at', 'is', null)
    .$if(input.of === 'check', (q) => q.where('check_id', 'is not', null))
    .$if(input.of === 'reconciliation', (q) => q.where('reconciliation_id', 'is not', null))
    .returning('id')
    .execute();
  return lifted.map((row) => row.id);
}

/** Workflows of a currency whose payment out waits: milestones and payouts. */
export async function workflowsWaiting(
  db: Db,
  currency: Currency,
): Promise<{ type: 'escrowLifecycle' | 'payoutDelivery'; id: string }[]> {
  const { rows } = await sql<{ type: 'escrowLifecycle' | 'payoutDelivery'; id: string }>`
    select 'escrowLifecycle' as type, m.id from milestones m where m.currency = ${currency}
      and (m.state in ('approved', 'auto_approved', 'clearing', 'releasing', 'refunding')
           or m.id in (select t.milestone_id from transfers t where t.currency = ${currency} and t.state in ('waiting', 'claimed', 'unknown'))
           or m.id in (select r.milestone_id from refunds r where r.currency = ${currency} and r.state not in ('done', 'by_bank')))
    union all
    select 'payoutDelivery', p.id from payouts p where p.currency = ${currency} and p.state in ('claimed', 'unknown')`.execute(
    db,
  );
  return rows;
}
