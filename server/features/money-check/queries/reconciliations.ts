import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { Difference, ReconciledFigures, ReconciliationState } from '../stored-lines/schema.ts';

const OPEN = ['queued', 'running'] as const satisfies readonly ReconciliationState[];
const WITH_RESULT = ['clean', 'drift'] as const satisfies readonly ReconciliationState[];

/** False when one is open already. */
export async function insertRun(
  db: Db,
  row: { id: string; begunBy: 'schedule' | 'restart' | 'operator'; requestedBy: string | null; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('reconciliations')
    .values({ id: row.id, begun_by: row.begunBy, asked_by: row.requestedBy, created_at: row.at, updated_at: row.at })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

const runs = (db: Db) =>
  db
    .selectFrom('reconciliations as r')
    .leftJoin('staff as s', 's.user_id', 'r.asked_by')
    .select([
      'r.id',
      'r.state',
      'r.begun_by',
      'r.lines_read',
      'r.lines_stored',
      'r.lines_compared',
      'r.postings_compared',
      'r.in_flight',
      'r.found',
      'r.error',
      'r.created_at',
      'r.started_at',
      'r.finished_at',
      's.display_name as requested_by_name',
    ]);
export type RunRow = NonNullable<Awaited<ReturnType<typeof openRun>>>;

export const openRun = (db: Db) => runs(db).where('r.state', 'in', OPEN).executeTakeFirst();
export const runById = (db: Db, id: string) => runs(db).where('r.id', '=', id).executeTakeFirst();
export const finishedRuns = (db: Db, limit: number) =>
  runs(db).where('r.finished_at', 'is not', null).orderBy('r.finished_at', 'desc').limit(limit).execute();
export const lastResult = (db: Db) =>
  runs(db)
    .where('r.finished_at', 'is not', null)
    .where('r.state', 'in', WITH_RESULT)
    .orderBy('r.finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function beginRun(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('reconciliations')
    .set({ state: 'running', started_at: at, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

const columnsOf = (f: ReconciledFigures) => ({
  lines_read: f.linesRead,
  lines_stored: f.linesStored,
  lines_compared: f.linesCompared,
  postings_compared: f.postingsCompared,
  in_flight: f.inFlight,
});

export async function noteFigures(db: Db, id: string, figures: ReconciledFigures, at: Date): Promise<void> {
  await db
    .updateTable('reconciliations')
    .set({ ...columnsOf(figures), updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** False when it had ended before. */
export async function endRun(
  db: Db,
  input: {
    id: string;
    state: 'clean' | 'drift' | 'failed';
    figures?: ReconciledFigures;
    found: number;
    error: string | null;
    at: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reconciliations')
    .set({
      state: input.state,
      found: input.found,
      error: input.error,
      finished_at: input.at,
      updated_at: input.at,
      ...(input.figures ? columnsOf(input.figures) : {}),
    })
    .where('id', '=', input.id)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertDifferences(db: Db, runId: string, differences: readonly Difference[]): Promise<void> {
  if (differences.length === 0) return;
  await db
    .insertInto('reconciliation_differences')
    .values(
      differences.map((d) => ({
        reconciliation_id: runId,
        key: d.key,
        kind: d.kind,
        currency: d.currency,
        line_id: d.lineId,
        line_type: d.lineType,
        source_id: d.sourceId,
        tx_id: d.txId,
        op_id: d.opId,
        theirs: d.theirs,
        ours: d.ours,
        contract_id: d.contractId,
        milestone_id: d.milestoneId,
        at: d.at,
      })),
    )
    .execute();
}

export async function differencesOf(db: Db, runId: string): Promise<Difference[]> {
  return db
    .selectFrom('reconciliation_differences')
    .select([
      'key',
      'kind',
      'currency',
      'line_id as lineId',
      'line_type as lineType',
      'source_id as sourceId',
      'tx_id as txId',
      'op_id as opId',
      'theirs',
      'ours',
      'contract_id as contractId',
      'milestone_id as milestoneId',
      'at',
    ])
    .where('reconciliation_id', '=', runId)
    .orderBy('at')
    .orderBy('key')
    .execute();
}

/**
 * By currency, the keys of the differences that staff saw when they lifted its last stop by a reconciliation: those of
 * the last run that had ended by then. None once a later run found nothing of the currency.
 */
export async function acceptedDifferences(db: Db): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ currency: string; keys: string[] }>`
    select s.currency, array(select d.key from reconciliation_differences d where d.reconciliation_id = known.id) as keys
      from (select distinct on (currency) currency, lifted_at, lifted_by from money_stops
              where lifted_at is not null and reconciliation_id is not null order by currency, lifted_at desc) s
      cross join lateral (select id from reconciliations r where r.finished_at <= s.lifted_at and r.state in ('clean', 'drift') order by r.finished_at desc limit 1) known
      where s.lifted_by = 'staff'
        and not exists (select from reconciliations r where r.finished_at > s.lifted_at and r.state in ('clean', 'drift')
                          and not exists (select from reconciliation_differences d where d.reconciliation_id = r.id and d.currency = s.currency))`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.currency, new Set(row.keys)]));
}

export async function openRuns(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('reconciliations')
    .select('id')
    .where('state', 'in', OPEN)
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function isRunUnderWay(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('reconciliations')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
  return row !== undefined;
}
