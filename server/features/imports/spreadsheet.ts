import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { stringify } from 'csv-stringify';
import { readSheet } from 'read-excel-file/node';
import { MAX_UNPACKED_BYTES } from './rules.ts';
import { UnreadableFile } from './unreadable.ts';

/** Parts of a spreadsheet; ours have some twenty. */
const MAX_PARTS = 2_000;
/** More than a column number, so that a row and a column make one key. */
const COLUMNS = 16_385;

interface Part {
  /** Bytes as the directory says. */
  size: number;
  packed: number;
  method: number;
  /** Of its own header. */
  at: number;
}

/** What the directory of a zip says of its parts; null where it is not one. */
function partsOf(zip: Buffer): { parts: Map<string, Part>; encrypted: boolean; count: number; bytes: number } | null {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + 22 > zip.length) return null;
  const found = { parts: new Map<string, Part>(), encrypted: false, count: 0, bytes: 0 };
  for (let at = zip.readUInt32LE(end + 16); at + 46 <= end && zip.readUInt32LE(at) === 0x02014b50;) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const part = {
      size: zip.readUInt32LE(at + 24),
      packed: zip.readUInt32LE(at + 20),
      method: zip.readUInt16LE(at + 10),
      at: zip.readUInt32LE(at + 42),
    };
    found.count += 1;
    found.bytes += part.size;
    if (found.count <= MAX_PARTS) found.parts.set(zip.toString('utf8', at + 46, at + 46 + name), part);
    // Bit 0 of the flags.
    if (zip.readUInt16LE(at + 8) & 1) found.encrypted = true;
    at += 46 + name + extra + comment;
  }
  found.encrypted ||= found.parts.has('EncryptedPackage');
  return found;
}

/** Unpacks a part and stops where it is larger than the directory says. `keep`: returns its text. */
async function unpack(zip: Buffer, part: Part, keep: boolean): Promise<string> {
  if (part.at + 30 > zip.length) throw new UnreadableFile('damaged');
  const begin = part.at + 30 + zip.readUInt16LE(part.at + 26) + zip.readUInt16LE(part.at + 28);
  const packed = zip.subarray(begin, begin + part.packed);
  if (part.method === 0) return keep ? packed.toString('utf8') : '';
  const inflate = createInflateRaw();
  inflate.end(packed);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > part.size) throw new UnreadableFile('zip_bomb');
      if (keep) chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('damaged');
  } finally {
    inflate.destroy();
  }
  return Buffer.concat(chunks).toString('utf8');
}

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(tag)?.slice(1).find(Boolean) ?? null;
const tagsOf = (xml: string, name: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])[^>]*>`, 'gu')) ?? [];

/** Decimals that a format shows in percent; null for another format. */
export function percentDecimals(format: string): number | null {
  const [first = ''] = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/gu, '').split(';');
  return first.includes('%') ? (/\.([0#?]+)/u.exec(first)?.[1]?.length ?? 0) : null;
}

/** Decimals of each style of a cell that shows percent, by the style's number. */
function percentStyles(styles: string): Map<string, number> {
  const formats = new Map([
    ['9', '0%'],
    ['10', '0.00%'],
  ]);
  for (const tag of tagsOf(styles, 'numFmt')) {
    const [id, code] = [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')];
    if (id && code) formats.set(id, code.replaceAll('&quot;', '"'));
  }
  const [, cells = ''] = /<(?:\w+:)?cellXfs(?=[\s>])([\s\S]*?)<\/(?:\w+:)?cellXfs>/u.exec(styles) ?? [];
  const found = new Map<string, number>();
  tagsOf(cells, 'xf').forEach((tag, style) => {
    const decimals = percentDecimals(formats.get(attribute(tag, 'numFmtId') ?? '') ?? '');
    if (decimals !== null) found.set(String(style), decimals);
  });
  return found;
}

const keyOf = (row: number, column: number): number => row * COLUMNS + column;
/** "B3", from 1. */
function placeOf(address: string): number | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/u.exec(address) ?? [];
  if (!letters || !digits) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return keyOf(Number(digits), column);
}

/** The address of the first sheet's part, by the workbook's list. */
function firstSheet(workbook: string, relations: string): string | null {
  const [sheet = ''] = tagsOf(workbook, 'sheet');
  const id = attribute(sheet, 'id');
  const relation = tagsOf(relations, 'Relationship').find((tag) => attribute(tag, 'Id') === id);
  const target = relation ? attribute(relation, 'Target') : null;
  return target === null ? null : target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

interface Shown {
  /** Decimals of the numbers that the sheet shows in percent. */
  percent: Map<number, number>;
  /** "#DIV/0!" where a formula failed. */
  failed: Map<number, string>;
}

/** How the first sheet shows its cells; the reader of sheets returns values alone, and none where a formula failed. */
async function shownCells(zip: Buffer, parts: ReadonlyMap<string, Part>): Promise<Shown> {
  const text = async (name: string | null): Promise<string> => {
    const part = name === null ? undefined : parts.get(name);
    return part ? unpack(zip, part, true) : '';
  };
  const found: Shown = { percent: new Map(), failed: new Map() };
  const styles = percentStyles(await text('xl/styles.xml'));
  const name = firstSheet(await text('xl/workbook.xml'), await text('xl/_rels/workbook.xml.rels'));
  const sheet = await text(name);
  for (const { 0: tag, index } of sheet.matchAll(/<(?:\w+:)?c\s[^>]*>/gu)) {
    const decimals = styles.get(/\ss=["'](\d+)["']/u.exec(tag)?.[1] ?? '');
    const hasFailed = /\st=["']e["']/u.test(tag);
    if (decimals === undefined && !hasFailed) continue;
    const place = placeOf(attribute(tag, 'r') ?? '');
    if (place === null) continue;
    if (hasFailed)
      found.failed.set(place, /<(?:\w+:)?v>(#[^<]{1,20})</u.exec(sheet.slice(index, index + 2_000))?.[1] ?? '#VALUE!');
    else if (decimals !== undefined) found.percent.set(place, decimals);
  }
  return found;
}

/** A cell as text. A number with three decimals gets a fourth: unlike in a text, it is no group of thousands. */
function cellText(value: unknown, percent: number | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'number') {
    // Basis points are kept; more decimals are not shown anywhere.
    if (percent !== undefined) return `${Number((value * 100).toFixed(Math.min(percent, 2)))}%`;
    // 0.1 + 0.2 is 0.30000000000000004.
    const text = String(Number(value.toPrecision(15)));
    return /^-?\d+\.\d{3}$/u.test(text) ? `${text}0` : text;
  }
  return String(value);
}

/** The first sheet of a spreadsheet as a text file in UTF-8. Its parts are measured before they are read. */
export async function spreadsheetAsText(file: Buffer): Promise<Readable> {
  const zip = partsOf(file);
  if (!zip) throw new UnreadableFile('damaged');
  if (zip.encrypted) throw new UnreadableFile('encrypted');
  if (zip.bytes > MAX_UNPACKED_BYTES || zip.count > MAX_PARTS) throw new UnreadableFile('zip_bomb');
  if (![...zip.parts.keys()].some((name) => name.startsWith('xl/'))) throw new UnreadableFile('not_a_table');
  // The directory may lie about the sizes.
  for (const part of zip.parts.values()) await unpack(file, part, false);
  const { percent, failed } = await shownCells(file, zip.parts);
  const rows = await readSheet(file).catch(() => {
    throw new UnreadableFile('damaged');
  });
  function* lines(): Generator<string[]> {
    for (const [at, row] of rows.entries()) {
      const cells = row.map((cell, column) => {
        const place = keyOf(at + 1, column + 1);
        return failed.get(place) ?? cellText(cell, percent.get(place));
      });
      if (cells.some((cell) => cell !== '')) yield cells;
    }
  }
  // As it is, for the reader of text files: it is not opened in a spreadsheet.
  return pipeline(Readable.from(lines()), stringify(), () => {});
}
