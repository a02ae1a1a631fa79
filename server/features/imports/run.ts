import { withTx, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { textKey } from './inspect.ts';
import { importById, updateImport, type ImportRecord } from './queries/imports.ts';
import {
  insertMerges,
  insertPeople,
  insertRefused,
  knownPeople,
  lockPeople,
  updatePeople,
  type NewMerge,
  type NewPerson,
} from './queries/people.ts';
import { cellsOf, isRefusal, merged, readRecord, settingsOf } from './records.ts';
import type { Encoding } from './rules.ts';
import type { ImportedRecord, ImportState, RefusedRow } from './schema.ts';
import { rowsOf } from './table-file.ts';

/** Rows of one transaction. */
const BATCH = 2_000;
/** One call imports for so long; the workflow calls again. */
const RUN_FOR_MS = 8_000;

interface Numbered {
  row: number;
  cells: string[];
}

/** What a batch of rows changes: new people, people that become another one by a merge, refused rows. */
export function planBatch(
  rows: readonly { row: number; record: ImportedRecord }[],
  known: ReadonlyMap<string, { id: string; record: ImportedRecord }>,
  at: number,
): { added: NewPerson[]; changed: NewPerson[]; merges: NewMerge[] } {
  const people = new Map(known);
  const added = new Map<string, NewPerson>();
  const changed = new Map<string, NewPerson>();
  const merges: NewMerge[] = [];
  for (const { row, record } of rows) {
    const key = `${record.platform} ${record.handle}`;
    const before = people.get(key);
    if (!before) {
      const id = newId(at);
      added.set(id, { id, row, record });
      people.set(key, { id, record });
      continue;
    }
    const after = merged(before.record, record);
    merges.push({ id: newId(at), creatorId: before.id, row, before: before.record, incoming: record });
    people.set(key, { id: before.id, record: after });
    const own = added.get(before.id);
    if (own) added.set(before.id, { ...own, record: after });
    else changed.set(before.id, { id: before.id, row, record: after });
  }
  return { added: [...added.values()], changed: [...changed.values()], merges };
}

/** Imports rows that follow each other, with the progress, in one transaction. False: the import moved meanwhile. */
async function importBatch(ctx: SystemContext, row: ImportRecord, batch: readonly Numbered[], last: boolean) {
  const settings = settingsOf(row);
  const good: { row: number; record: ImportedRecord }[] = [];
  const bad: RefusedRow[] = [];
  for (const { row: n, cells } of batch) {
    const named = cellsOf(cells, row.mapping);
    const read = readRecord(named, settings);
    if (isRefusal(read)) bad.push({ row: n, ...read, cells: named });
    else good.push({ row: n, record: read });
  }
  return withTx(ctx, async (tx) => {
    await lockPeople(tx.db, row.org_id);
    const now = tx.clock.now();
    const known = await knownPeople(tx.db, { orgId: row.org_id, of: good.map(({ record }) => record) });
    const { added, changed, merges } = planBatch(good, known, now.getTime());
    const moved = await updateImport(
      tx.db,
      { id: row.id, at: now, version: row.version },
      {
        rows_read: row.rows_read + batch.length,
        rows_added: row.rows_added + added.length,
        rows_merged: row.rows_merged + merges.length,
        rows_refused: row.rows_refused + bad.length,
        ...(last ? { state: 'done' as const, ended_at: now } : {}),
      },
    );
    if (!moved) return null;
    const of = { orgId: row.org_id, importId: row.id, at: now };
    await insertPeople(tx.db, { ...of, people: added });
    await updatePeople(tx.db, { people: changed, at: now });
    await insertMerges(tx.db, { ...of, merges });
    await insertRefused(tx.db, { ...of, rows: bad });
    return importById(tx.db, { id: row.id });
  });
}

/**
 * Imports the rows that were not read yet, in batches, for some seconds. What a batch changes and how far it came are one
 * transaction: after a crash the next call goes on where the last batch ended, and no row counts twice. Throws not_found.
 */
export async function importPart(
  ctx: SystemContext,
  { importId, runFor = RUN_FOR_MS }: { importId: string; runFor?: number },
  onProgress: () => void = () => {},
): Promise<{ state: ImportState; read: number }> {
  const end = performance.now() + runFor;
  let row = await importById(ctx.db, { id: importId });
  if (!row) throw new AppError('not_found');
  if (row.state !== 'running') return { state: row.state, read: row.rows_read };
  const rows = rowsOf(ctx.integrations.storage, textKey(row), {
    encoding: (row.encoding ?? 'utf-8') as Encoding,
    delimiter: row.delimiter ?? ',',
  });
  const done = row.rows_read;
  let at = -1;
  let batch: Numbered[] = [];
  for await (const cells of rows) {
    at += 1;
    // The heading is row 0.
    if (at === 0 || at <= done) continue;
    batch.push({ row: at, cells });
    if (batch.length < BATCH) continue;
    onProgress();
    const next: ImportRecord | null | undefined = await importBatch(ctx, row, batch, false);
    if (!next) return stateOf(ctx, importId);
    row = next;
    batch = [];
    if (performance.now() > end) return { state: row.state, read: row.rows_read };
  }
  const ended = await importBatch(ctx, row, batch, true);
  return ended ? { state: ended.state, read: ended.rows_read } : stateOf(ctx, importId);
}

async function stateOf(ctx: SystemContext, importId: string): Promise<{ state: ImportState; read: number }> {
  const row = await importById(ctx.db, { id: importId });
  return { state: row?.state ?? 'canceled', read: row?.rows_read ?? 0 };
}

/** What the workflow of an import reads. */
export async function importFacts(
  ctx: SystemContext,
  { id }: { id: string },
): Promise<{ state: ImportState; orgId: string; changedAt: Date }> {
  const row = await importById(ctx.db, { id });
  if (!row) throw new AppError('not_found');
  return { state: row.state, orgId: row.org_id, changedAt: row.changed_at };
}
