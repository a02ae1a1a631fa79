import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type Page, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { csvText } from '../../csv.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { updateImport } from './queries/imports.ts';
import {
  deleteRefused,
  hasLaterMerge,
  insertMerges,
  insertPeople,
  knownPeople,
  lockPeople,
  markUndone,
  mergeById,
  mergesOf,
  refusedRow,
  refusedRows,
  updatePeople,
} from './queries/people.ts';
import { isRefusal, readRecord, settingsOf, type Cells } from './records.ts';
import { isOpen, MAX_ROWS, UNDO_MS } from './rules.ts';
import { planBatch } from './run.ts';
import type {
  correctRowInput,
  ImportedRecord,
  listMergesInput,
  mergeInput,
  MergeRow,
  RefusedRow,
  refusedRowsInput,
} from './schema.ts';
import { findImport } from './service.ts';

type Stored = Awaited<ReturnType<typeof refusedRows>>[number];
const toRefused = (row: Stored): RefusedRow => ({
  row: row.row,
  field: row.field as RefusedRow['field'],
  code: row.code,
  cells: row.cells as unknown as Cells,
});

export async function listRefusedRows(
  ctx: OrgContext,
  { importId, after, limit }: z.output<typeof refusedRowsInput>,
): Promise<Page<RefusedRow>> {
  return withTx(ctx, async (tx) => {
    await findImport(tx, importId);
    const from = /^\d{1,6}$/u.test(after ?? '') ? Number(after) : 0;
    const rows = await refusedRows(tx.db, { importId, orgId: tx.actor.orgId, after: from, limit: limit + 1 });
    return toPage(rows, limit, (row) => String(row.row), toRefused);
  });
}

/**
 * Imports a refused row with corrected cells. Throws import.row with field and code where a value still cannot be read,
 * not_found for a row that is not refused (any more).
 */
export async function correctRow(ctx: OrgContext, input: z.output<typeof correctRowInput>): Promise<void> {
  requireRight(ctx, 'import.run');
  await withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const row = await findImport(tx, input.importId, true);
    if (isOpen(row.state)) throw new AppError('import.running');
    const stored = await refusedRow(tx.db, { importId: row.id, orgId, row: input.row });
    if (!stored) throw new AppError('not_found');
    const read = readRecord({ ...toRefused(stored).cells, ...input.cells }, settingsOf(row));
    if (isRefusal(read)) throw new AppError('import.row', { field: `cells.${read.field}`, code: read.code });
    await lockPeople(tx.db, orgId);
    const now = tx.clock.now();
    const known = await knownPeople(tx.db, { orgId, of: [read] });
    const { added, changed, merges } = planBatch([{ row: input.row, record: read }], known, now.getTime());
    const of = { orgId, importId: row.id, at: now };
    await insertPeople(tx.db, { ...of, people: added });
    await updatePeople(tx.db, { people: changed, at: now });
    await insertMerges(tx.db, { ...of, merges });
    await deleteRefused(tx.db, { importId: row.id, row: input.row });
    await updateImport(
      tx.db,
      { id: row.id, at: now, version: row.version },
      {
        rows_added: row.rows_added + added.length,
        rows_merged: row.rows_merged + merges.length,
        rows_refused: row.rows_refused - 1,
      },
    );
  });
}

/** All refused rows as a text file that spreadsheets open, with field and code beside the row's own texts. */
export async function refusedRowsFile(
  ctx: OrgContext,
  { importId }: { importId: string },
): Promise<{ name: string; text: string }> {
  return withTx(ctx, async (tx) => {
    const row = await findImport(tx, importId);
    const rows = await refusedRows(tx.db, { importId, orgId: tx.actor.orgId, after: 0, limit: MAX_ROWS });
    const fields = Object.keys(row.mapping);
    const lines = [
      ['row', 'field', 'reason', ...fields],
      ...rows
        .map(toRefused)
        .map(({ row: n, field, code, cells }) => [
          String(n + 1),
          field,
          code,
          ...fields.map((name) => cells[name as keyof Cells] ?? ''),
        ]),
    ];
    return {
      name: `${row.file_name.replace(/\.[^.]+$/u, '')}-refused.csv`,
      text: csvText(lines),
    };
  });
}

export async function listMerges(
  ctx: OrgContext,
  { importId, after, limit }: z.output<typeof listMergesInput>,
): Promise<Page<MergeRow>> {
  return withTx(ctx, async (tx) => {
    await findImport(tx, importId);
    const rows = await mergesOf(tx.db, { importId, orgId: tx.actor.orgId, after: readPlace(after), limit: limit + 1 });
    return toPage(rows, limit, rowCursor, (row): MergeRow => ({
      id: row.id,
      row: row.row,
      before: row.before as unknown as ImportedRecord,
      incoming: row.incoming as unknown as ImportedRecord,
      at: row.created_at,
      undoneAt: row.undone_at,
      until: new Date(row.created_at.getTime() + UNDO_MS),
    }));
  });
}

/**
 * Takes a merge back: the person is as before, and the row becomes a person beside it. Merges of one person are undone from
 * the last one on. Throws import.too_late after 30 days, import.undone for one that is undone or has later ones.
 */
export async function undoMerge(ctx: OrgContext, { mergeId }: z.output<typeof mergeInput>): Promise<void> {
  requireRight(ctx, 'import.run');
  await withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const merge = await mergeById(tx.db, { id: mergeId, orgId });
    if (!merge) throw new AppError('not_found');
    await lockPeople(tx.db, orgId);
    const now = tx.clock.now();
    if (merge.undone_at || (await hasLaterMerge(tx.db, { creatorId: merge.creator_id, id: merge.id })))
      throw new AppError('import.undone');
    if (now.getTime() - merge.created_at.getTime() > UNDO_MS) throw new AppError('import.too_late');
    const before = merge.before as unknown as ImportedRecord;
    const incoming = merge.incoming as unknown as ImportedRecord;
    await updatePeople(tx.db, { people: [{ id: merge.creator_id, row: merge.row, record: before }], at: now });
    await insertPeople(tx.db, {
      orgId,
      importId: merge.import_id,
      people: [{ id: newId(now.getTime()), row: merge.row, record: incoming, separate: true }],
      at: now,
    });
    await markUndone(tx.db, { id: merge.id, at: now });
    await audit(tx, 'import.merge_undone', `import:${merge.import_id}`);
  });
}
