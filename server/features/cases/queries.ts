import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import type { CaseKind, CaseState, NewCase } from './schema.ts';

/** Writes a case once; false when it exists. */
export async function insertCase(
  db: Db,
  one: NewCase & { id: string; openedBy: string | null; at: Date },
): Promise<boolean> {
  // No conflict column and nothing returned: row security would then require the right to read the row.
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('cases')
    .values({
      id: one.id,
      kind: one.kind,
      key: one.key,
      org_id: one.orgId ?? null,
      contract_id: one.contractId ?? null,
      milestone_id: one.milestoneId ?? null,
      payment_id: one.paymentId ?? null,
      amount: one.amount ?? null,
      currency: one.currency ?? null,
      due_at: one.dueAt ?? null,
      details: JSON.stringify(one.details ?? {}),
      message: one.message ?? null,
      opened_by: one.openedBy,
      opened_at: one.at,
    })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export interface CaseChange {
  amount?: number;
  currency?: Currency;
  dueAt?: Date | null;
  details?: NewCase['details'];
}

/** Adds facts to an open case; facts that are not named stay. */
export async function updateCase(db: Db, id: string, change: CaseChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cases')
    .set({
      ...(change.amount !== undefined ? { amount: change.amount } : {}),
      ...(change.currency !== undefined ? { currency: change.currency } : {}),
      ...(change.dueAt !== undefined ? { due_at: change.dueAt } : {}),
      details: sql`details || ${JSON.stringify(change.details ?? {})}::jsonb`,
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when it is not open. */
export async function setClosed(
  db: Db,
  input: { id: string; by: string | null; outcome: string; note: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cases')
    .set({ state: 'closed', closed_at: input.at, closed_by: input.by, outcome: input.outcome, note: input.note })
    .where('id', '=', input.id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** After this sorts everything that has a date. */
const NEVER = sql<string>`coalesce(c.due_at, 'infinity'::timestamptz)`;

const cases = (db: Db) =>
  db
    .selectFrom('cases as c')
    .leftJoin('contracts as k', 'k.id', 'c.contract_id')
    .leftJoin('milestones as m', 'm.id', 'c.milestone_id')
    .leftJoin('orgs as o', 'o.id', 'c.org_id')
    .leftJoin('orgs as b', (join) =>
      join.on(sql<boolean>`b.id = case when k.id is null then m.brand_org else k.brand_org end`),
    )
    .leftJoin('orgs as r', (join) =>
      join.on(sql<boolean>`r.id = case when k.id is null then m.creator_org else k.creator_org end`),
    )
    .leftJoin('staff as s', 's.user_id', 'c.closed_by')
    .select([
      'c.id',
      'c.kind',
      'c.state',
      'c.org_id',
      'c.contract_id',
      'c.milestone_id',
      'c.payment_id',
      'c.amount',
      'c.currency',
      'c.due_at',
      'c.details',
      'c.message',
      'c.opened_at',
      'c.closed_at',
      'c.outcome',
      'c.note',
      'o.name as org_name',
      'b.name as brand_name',
      'r.name as creator_name',
      'k.title as deal_title',
      'm.title as milestone_title',
      'm.state as milestone_state',
      's.display_name as closed_by_name',
      sql<string>`${NEVER}::text`.as('due_key'),
      sql<string>`c.closed_at::text`.as('closed_key'),
    ]);
export type CaseRow = NonNullable<Awaited<ReturnType<typeof caseById>>>;

export const caseById = (db: Db, id: string) => cases(db).where('c.id', '=', id).executeTakeFirst();

/** Whether money that this case is about is in suspense still: its lines at the provider, or the payment that was unlike its quote. */
export async function hasParkedMoney(
  db: Db,
  row: { payment_id: string | null; lines: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ parked: boolean }>`
    select exists (
      select from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
        where (t.op_id = any(${row.lines.map((line) => `moved:${line}`)}::text[]) or (t.kind = 'debt_paid' and t.provider_ref = any(${[...row.lines]}::text[])))
          and a.code = 'SUSPENSE' having sum(e.credit - e.debit) <> 0
    ) or exists (
      select from payments where id = ${row.payment_id}::uuid and state = 'processing' and failure_code = 'amount_mismatch'
    ) as parked`.execute(db);
  return rows[0]?.parked ?? false;
}

/** Whether its payee may still appeal a ruling about a case: until then it is neither closed nor decided otherwise. */
export async function hasOpenRuling(db: Db, caseId: string): Promise<boolean> {
  const row = await db
    .selectFrom('parked_decisions')
    .select('approval_id')
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .where('ruling', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The open ones by due date, those without one last; the closed ones with the last closed first. `after`: of the row before. */
export async function listCases(
  db: Db,
  input: {
    state: CaseState;
    kind: CaseKind | null;
    without: CaseKind | null;
    after: { at: string; id: string } | null;
    limit: number;
  },
): Promise<CaseRow[]> {
  const { kind, without, after } = input;
  let query = cases(db).where('c.state', '=', input.state);
  if (kind) query = query.where('c.kind', '=', kind);
  if (without) query = query.where('c.kind', '<>', without);
  if (input.state === 'open') {
    if (after) query = query.where(sql<boolean>`(${NEVER}, c.id) > (${after.at}::timestamptz, ${after.id}::uuid)`);
    query = query.orderBy(NEVER).orderBy('c.id');
  } else {
    if (after) query = query.where(sql<boolean>`(c.closed_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
    query = query.orderBy('c.closed_at', 'desc').orderBy('c.id', 'desc');
  }
  return query.limit(input.limit).execute();
}

export async function openCaseOfMilestone(
  db: Db,
  input: { kind: CaseKind; milestoneId: string },
): Promise<{ id: string; message: string | null } | undefined> {
  return db
    .selectFrom('cases')
    .select(['id', 'message'])
    .where('milestone_id', '=', input.milestoneId)
    .where('kind', '=', input.kind)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Of a matter that may begin again, its cases: under its key, then with `:again`. The open one with its id, and how many
 * there were.
 */
export async function casesOfMatter(
  db: Db,
  input: { kind: CaseKind; key: string; milestoneId: string },
): Promise<{ open: string | null; n: number }> {
  const rows = await db
    .selectFrom('cases')
    .select(['id', 'state'])
    .where('milestone_id', '=', input.milestoneId)
    .where('kind', '=', input.kind)
    .where(sql<boolean>`(key = ${input.key} or starts_with(key, ${`${input.key}:again`}))`)
    .execute();
  return { open: rows.find((row) => row.state === 'open')?.id ?? null, n: rows.length };
}

export async function casesOfMilestone(db: Db, input: { kind: CaseKind; milestoneId: string }): Promise<number> {
  const { n } = await db
    .selectFrom('cases')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('milestone_id', '=', input.milestoneId)
    .where('kind', '=', input.kind)
    .executeTakeFirstOrThrow();
  return n;
}

/** How many of each kind are open. */
export async function openCounts(db: Db): Promise<{ kind: CaseKind; count: number }[]> {
  const { rows } = await sql<{
    kind: CaseKind;
    count: number;
  }>`select kind, count(*)::int as count from cases where state = 'open' group by kind`.execute(db);
  return rows;
}

/** What a person wrote goes; the case stays. */
export async function clearAuthor(db: Db, userId: string): Promise<void> {
  await db.updateTable('cases').set({ message: null, opened_by: null }).where('opened_by', '=', userId).execute();
}
