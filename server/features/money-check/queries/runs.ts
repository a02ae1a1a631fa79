import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { Breach, CheckGauges, InFlight, MoneyCheckState, Phase } from '../schema.ts';

const OPEN = ['queued', 'running'] as const satisfies readonly MoneyCheckState[];

/** False when one is open already. */
export async function insertCheck(
  db: Db,
  row: { id: string; begunBy: 'schedule' | 'restart' | 'operator'; requestedBy: string | null; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('money_checks')
    .values({ id: row.id, begun_by: row.begunBy, asked_by: row.requestedBy, created_at: row.at, updated_at: row.at })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

const COLUMNS = [
  'c.id',
  'c.state',
  'c.begun_by',
  'c.phase',
  'c.percent',
  'c.rows_read',
  'c.lines_read',
  'c.counts',
  'c.breaches',
  'c.in_flight',
  'c.error',
  'c.created_at',
  'c.started_at',
  'c.finished_at',
  'c.lines_since',
  's.display_name as requested_by_name',
] as const;

const checks = (db: Db) =>
  db.selectFrom('money_checks as c').leftJoin('staff as s', 's.user_id', 'c.asked_by').select(COLUMNS);
export type CheckRow = NonNullable<Awaited<ReturnType<typeof openCheck>>>;

export const openCheck = (db: Db) => checks(db).where('c.state', 'in', OPEN).executeTakeFirst();
export const lastFinished = (db: Db) =>
  checks(db).where('c.finished_at', 'is not', null).orderBy('c.finished_at', 'desc').limit(1).executeTakeFirst();
export const checkById = (db: Db, id: string) => checks(db).where('c.id', '=', id).executeTakeFirst();

/** When the last run that found no difference with the provider was begun, and the last one of all lines. */
export async function lastRuns(db: Db): Promise<{ agreed: Date | null; allLines: Date | null }> {
  const { rows } = await sql<{ agreed: Date | null; allLines: Date | null }>`
    select max(started_at) filter (where not exists (select from jsonb_object_keys(counts) k where k like 'provider.%')) as agreed,
           max(started_at) filter (where lines_since is null) as "allLines"
      from money_checks where state in ('clean', 'breached')`.execute(db);
  return rows[0] ?? { agreed: null, allLines: null };
}

export async function beginCheck(db: Db, input: { id: string; linesSince: Date | null; at: Date }): Promise<void> {
  await db
    .updateTable('money_checks')
    .set({ state: 'running', started_at: input.at, lines_since: input.linesSince, updated_at: input.at })
    .where('id', '=', input.id)
    .where('state', '=', 'queued')
    .execute();
}

export interface CheckFigures {
  phase: Phase | 'done';
  percent: number;
  rows: number;
  lines: number;
}

export async function noteProgress(db: Db, id: string, figures: CheckFigures, at: Date): Promise<void> {
  await db
    .updateTable('money_checks')
    .set({
      phase: figures.phase,
      percent: figures.percent,
      rows_read: figures.rows,
      lines_read: figures.lines,
      updated_at: at,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** False when it had ended before. */
export async function endCheck(
  db: Db,
  input: {
    id: string;
    state: 'clean' | 'breached' | 'failed';
    figures?: CheckFigures;
    counts: Record<string, number>;
    breaches: readonly Breach[];
    inFlight: readonly InFlight[];
    error: string | null;
    at: Date;
  },
): Promise<boolean> {
  const { figures } = input;
  const { numUpdatedRows } = await db
    .updateTable('money_checks')
    .set({
      state: input.state,
      counts: JSON.stringify(input.counts),
      breaches: JSON.stringify(input.breaches),
      in_flight: JSON.stringify(input.inFlight),
      error: input.error,
      finished_at: input.at,
      updated_at: input.at,
      ...(figures
        ? { phase: figures.phase, percent: figures.percent, rows_read: figures.rows, lines_read: figures.lines }
        : {}),
    })
    .where('id', '=', input.id)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function openStops(db: Db) {
  return db
    .selectFrom('money_stops')
    .select(['id', 'currency', 'since', 'check_id', 'reconciliation_id'])
    .where('lifted_at', 'is', null)
    .orderBy('currency')
    .orderBy('since')
    .execute();
}

/**
 * By currency, the keys of the breaches that staff saw when they lifted its last stop: those of the last run that had
 * ended by then. None once a run found the currency's books in order.
 */
export async function acceptedKeys(db: Db): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ currency: string; keys: string[] }>`
    select s.currency, coalesce(array(select b->>'key' from jsonb_array_elements(known.breaches) b), '{}') as keys
      from (select distinct on (currency) currency, lifted_at, lifted_by from money_stops where lifted_at is not null and check_id is not null order by currency, lifted_at desc) s
      cross join lateral (select breaches from money_checks c where c.finished_at <= s.lifted_at and c.state in ('clean', 'breached') order by c.finished_at desc limit 1) known
      where s.lifted_by = 'staff'
        and not exists (select from money_checks c where c.finished_at > s.lifted_at and c.state in ('clean', 'breached')
                          and not exists (select from jsonb_array_elements(c.breaches) b where (b->>'stopsMoneyOut')::boolean and (b->>'currency' is null or b->>'currency' = s.currency)))`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.currency, new Set(row.keys)]));
}

export async function readGauges(db: Db): Promise<CheckGauges> {
  const { rows } = await sql<{ age: number | null; breaches: number | null; stopped: string[] }>`
    select l.age, l.breaches, array(select distinct currency from money_stops where lifted_at is null order by currency) as stopped
      from (select 1) one left join lateral (
        select extract(epoch from now() - finished_at)::float8 as age, (select coalesce(sum(value::int), 0)::int from jsonb_each_text(counts)) as breaches
          from money_checks where state in ('clean', 'breached') order by finished_at desc limit 1) l on true`.execute(
    db,
  );
  const row = rows[0];
  return { ageSeconds: row?.age ?? null, breaches: row?.breaches ?? 0, stopped: row?.stopped ?? [] };
}

const UNDER_WAY = ['queued', 'running'] as const;

export async function openChecks(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('money_checks')
    .select('id')
    .where('state', 'in', [...UNDER_WAY])
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function isUnderWay(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('money_checks')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', [...UNDER_WAY])
    .executeTakeFirst();
  return row !== undefined;
}
