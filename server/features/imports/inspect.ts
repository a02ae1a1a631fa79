import { buffer } from 'node:stream/consumers';
import { withTx, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { storable, truncated } from '../../core/text.ts';
import iconv from 'iconv-lite';
import { importById, updateImport, type ImportRecord } from './queries/imports.ts';
import { guessMapping, MAX_COLUMNS, MAX_ROWS, SAMPLE_ROWS, type Encoding } from './rules.ts';
import type { ImportState } from './schema.ts';
import { spreadsheetAsText } from './spreadsheet.ts';
import { findDelimiter, findEncoding, headOf, isCompoundFile, isZip, rowsOf } from './table-file.ts';
import { UnreadableFile } from './unreadable.ts';

/** A longer cell is cut in the sample. */
const SAMPLE_CELL = 300;

interface Found {
  format: 'csv' | 'xlsx';
  encoding: Encoding;
  delimiter: string;
  headings: string[];
  sample: string[][];
  rows: number;
}

/** Where the rows of an import are read from: a spreadsheet is kept as text beside the file. */
export const textKey = ({ storage_key, format }: { storage_key: string; format: 'csv' | 'xlsx' }): string =>
  format === 'xlsx' ? `${storage_key}-text` : storage_key;

async function look(ctx: SystemContext, row: ImportRecord): Promise<Found> {
  const { storage } = ctx.integrations;
  const head = await headOf(storage, row.storage_key, row.size);
  if (head.length === 0) throw new UnreadableFile('empty');
  if (isCompoundFile(head)) throw new UnreadableFile('encrypted');
  const format = isZip(head) ? 'xlsx' : 'csv';
  let encoding: Encoding = 'utf-8';
  let delimiter = ',';
  if (format === 'xlsx') {
    const text = await spreadsheetAsText(await buffer(await storage.get(row.storage_key)));
    await storage.put(textKey({ ...row, format }), text, 'text/csv');
  } else {
    const found = row.encoding_chosen ? (row.encoding as Encoding) : findEncoding(head);
    if (!found) throw new UnreadableFile('not_a_table');
    encoding = found;
    delimiter = findDelimiter(iconv.decode(head, encoding));
  }
  let headings: string[] | null = null;
  const sample: string[][] = [];
  let rows = 0;
  for await (const cells of rowsOf(storage, textKey({ ...row, format }), { encoding, delimiter })) {
    if (cells.length > MAX_COLUMNS) throw new UnreadableFile('too_many_columns');
    if (headings === null) headings = cells.map((cell) => storable(truncated(cell.trim(), SAMPLE_CELL)));
    else {
      rows += 1;
      if (rows > MAX_ROWS) throw new UnreadableFile('too_many_rows');
      if (sample.length < SAMPLE_ROWS) sample.push(cells.map((cell) => storable(truncated(cell, SAMPLE_CELL))));
    }
  }
  if (headings === null) throw new UnreadableFile('empty');
  if (rows === 0) throw new UnreadableFile('only_heading');
  return { format, encoding, delimiter, headings, sample, rows };
}

/**
 * Reads a file once: its encoding, delimiter, headings, number of rows and the first of them; guesses what the columns hold. A
 * file that is no table is refused with the reason. Repeating it is harmless.
 */
export async function inspectImport(
  ctx: SystemContext,
  { importId }: { importId: string },
): Promise<{ state: ImportState }> {
  const row = await importById(ctx.db, { id: importId });
  if (!row) throw new AppError('not_found');
  if (row.state !== 'reading') return { state: row.state };
  let found: Found | null = null;
  let refusal: UnreadableFile['refusal'] | null = null;
  try {
    found = await look(ctx, row);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    refusal = error.refusal;
  }
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const at = { id: importId, at: now, version: row.version };
    const kept = found
      ? await updateImport(tx.db, at, {
          state: 'ready',
          format: found.format,
          encoding: found.encoding,
          delimiter: found.delimiter,
          headings: JSON.stringify(found.headings),
          sample: JSON.stringify(found.sample),
          rows_total: found.rows,
          mapping: JSON.stringify(guessMapping(found.headings).mapping),
          locale: guessMapping(found.headings).locale,
        })
      : await updateImport(tx.db, at, { state: 'refused', refusal, ended_at: now });
    if (kept) return { state: found ? 'ready' : 'refused' };
    // Another encoding was chosen meanwhile, or the import was canceled.
    return { state: (await importById(tx.db, { id: importId }))?.state ?? 'canceled' };
  });
}
