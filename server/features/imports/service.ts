import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { type Page, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { importById, importsOf, updateImport, type ImportRecord } from './queries/imports.ts';
import { deletePerson, peopleOf, toRecord } from './queries/people.ts';
import { cellsOf, isRefusal, readRecord, settingsOf } from './records.ts';
import type {
  encodingInput,
  ImportDetail,
  ImportedPerson,
  importInput,
  ImportRow,
  listImportsInput,
  listPeopleInput,
  personInput,
  previewImportInput,
  PreviewRow,
  startImportInput,
} from './schema.ts';
import { requireImporter } from './upload.ts';

/** The org's import. Throws not_found. */
export async function findImport(tx: OrgContext, importId: string, lock?: true): Promise<ImportRecord> {
  requireImporter(tx);
  const row = await importById(tx.db, { id: importId, orgId: tx.actor.orgId, ...(lock ? { lock } : {}) });
  if (!row) throw new AppError('not_found');
  return row;
}

const toRow = (row: {
  id: string;
  file_name: string;
  state: ImportRow['state'];
  rows_total: number | null;
  rows_read: number;
  rows_added: number;
  rows_merged: number;
  rows_refused: number;
  created_at: Date;
}): ImportRow => ({
  id: row.id,
  fileName: row.file_name,
  state: row.state,
  rowsTotal: row.rows_total,
  rowsRead: row.rows_read,
  added: row.rows_added,
  merged: row.rows_merged,
  refused: row.rows_refused,
  createdAt: row.created_at,
});

export async function listImports(
  ctx: OrgContext,
  { after, limit }: z.output<typeof listImportsInput>,
): Promise<Page<ImportRow>> {
  requireImporter(ctx);
  return withTx(ctx, async (tx) => {
    const rows = await importsOf(tx.db, { orgId: tx.actor.orgId, after: readPlace(after), limit: limit + 1 });
    return toPage(rows, limit, rowCursor, toRow);
  });
}

export async function getImport(ctx: OrgContext, { importId }: z.output<typeof importInput>): Promise<ImportDetail> {
  return withTx(ctx, async (tx) => {
    const row = await findImport(tx, importId);
    return {
      ...toRow(row),
      refusal: row.refusal,
      format: row.format,
      encoding: row.encoding,
      headings: row.headings,
      mapping: row.mapping,
      locale: row.locale,
      platform: row.platform,
      basis: row.basis,
      source: row.source,
      version: row.version,
    };
  });
}

/** The first rows as they would be imported. */
export async function previewImport(
  ctx: OrgContext,
  input: z.output<typeof previewImportInput>,
): Promise<{ rows: PreviewRow[] }> {
  return withTx(ctx, async (tx) => {
    const row = await findImport(tx, input.importId);
    const settings = settingsOf({ ...row, ...input });
    return {
      rows: row.sample.map((cells, i): PreviewRow => {
        const named = cellsOf(cells, input.mapping);
        const read = readRecord(named, settings);
        return isRefusal(read)
          ? { row: i + 1, cells: named, record: null, refusal: read }
          : { row: i + 1, cells: named, record: read, refusal: null };
      }),
    };
  });
}

/** Reads the file again in another encoding. Throws import.not_ready. */
export async function chooseEncoding(
  ctx: OrgContext,
  { importId, encoding }: z.output<typeof encodingInput>,
): Promise<void> {
  requireRight(ctx, 'import.run');
  await withTx(ctx, async (tx) => {
    const row = await findImport(tx, importId, true);
    if (row.state !== 'ready' || row.format === 'xlsx') throw new AppError('import.not_ready');
    await updateImport(
      tx.db,
      { id: row.id, at: tx.clock.now(), version: row.version },
      { state: 'reading', encoding, encoding_chosen: true },
    );
    await signalWorkflow(tx, 'creatorImport', row.id, 'encoding', String(row.version + 1));
  });
}

/** Begins the import of the rows. Throws import.not_ready, import.no_handle where no column names an account. */
export async function startImport(ctx: OrgContext, input: z.output<typeof startImportInput>): Promise<void> {
  requireRight(ctx, 'import.run');
  await withTx(ctx, async (tx) => {
    const row = await findImport(tx, input.importId, true);
    if (row.state === 'running') return;
    if (row.state !== 'ready') throw new AppError('import.not_ready');
    const { mapping } = input;
    if (mapping.handle === undefined && mapping.url === undefined) throw new AppError('import.no_handle');
    await updateImport(
      tx.db,
      { id: row.id, at: tx.clock.now(), version: row.version },
      {
        state: 'running',
        mapping: JSON.stringify(mapping),
        locale: input.locale,
        platform: input.platform,
        basis: input.basis,
        source: input.source,
      },
    );
    await signalWorkflow(tx, 'creatorImport', row.id, 'started', String(row.version + 1));
    await audit(tx, 'import.started', `import:${row.id}`, { basis: input.basis });
  });
}

/** Stops an import; rows that were imported stay. */
export async function cancelImport(ctx: OrgContext, { importId }: z.output<typeof importInput>): Promise<void> {
  requireRight(ctx, 'import.run');
  await withTx(ctx, async (tx) => {
    const row = await findImport(tx, importId, true);
    if (row.state === 'canceled') return;
    if (row.state === 'done' || row.state === 'refused') throw new AppError('state.wrong', { state: row.state });
    const now = tx.clock.now();
    await updateImport(tx.db, { id: row.id, at: now, version: row.version }, { state: 'canceled', ended_at: now });
    await signalWorkflow(tx, 'creatorImport', row.id, 'canceled', String(row.version + 1));
  });
}

export async function listPeople(
  ctx: OrgContext,
  { importId, after, limit }: z.output<typeof listPeopleInput>,
): Promise<Page<ImportedPerson>> {
  requireImporter(ctx);
  return withTx(ctx, async (tx) => {
    const rows = await peopleOf(tx.db, {
      orgId: tx.actor.orgId,
      importId,
      after: readPlace(after),
      limit: limit + 1,
    });
    return toPage(rows, limit, rowCursor, (row): ImportedPerson => ({
      id: row.id,
      ...toRecord(row),
      member: row.member,
      createdAt: row.created_at,
    }));
  });
}

export async function removePerson(ctx: OrgContext, { personId }: z.output<typeof personInput>): Promise<void> {
  requireRight(ctx, 'import.run');
  requireImporter(ctx);
  await withTx(ctx, async (tx) => {
    if (!(await deletePerson(tx.db, { id: personId, orgId: tx.actor.orgId }))) throw new AppError('not_found');
  });
}
