import { buffer } from 'node:stream/consumers';
import chardet from 'chardet';
import { parse } from 'csv-parse';
import iconv from 'iconv-lite';
import type { Storage } from '../../integrations/storage/storage.ts';
import { ENCODINGS, guessMapping, type Encoding } from './rules.ts';
import { UnreadableFile } from './unreadable.ts';

/** So much of a file is looked at to find its encoding and delimiter. */
const HEAD_BYTES = 512 * 1024;
/** Enough letters to distinguish encodings. */
const GUESSED_BYTES = 64 * 1024;
const MAX_RECORD_CHARS = 200_000;

/** The first bytes of a stored file. */
export const headOf = async (storage: Storage, key: string, size: number): Promise<Buffer> =>
  size === 0 ? Buffer.alloc(0) : buffer(await storage.get(key, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 }));

const begins = (head: Buffer, ...bytes: number[]): boolean => bytes.every((byte, i) => head[i] === byte);
/** The container of protected spreadsheets and of the format before 2007. */
export const isCompoundFile = (head: Buffer): boolean => begins(head, 0xd0, 0xcf, 0x11, 0xe0);
export const isZip = (head: Buffer): boolean => begins(head, 0x50, 0x4b, 0x03, 0x04);

/** UTF-8 without an error, except for a character that the end cuts. */
function isUtf8(head: Buffer): boolean {
  let end = head.length;
  while (end > 0 && end > head.length - 4 && ((head[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  if (end > 0 && (head[end - 1] ?? 0) >= 0xc0) end -= 1;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head.subarray(0, end));
    return true;
  } catch {
    return false;
  }
}

const NAMES: Readonly<Record<string, Encoding>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-6': 'windows-1256',
};
/** Encodings of one byte for a letter, and of several: each may be that of a file without a mark. */
const CANDIDATES = ENCODINGS.filter((encoding) => !encoding.startsWith('utf'));
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Arabic}/u, /\p{Script=Han}/u];

/** Whether a word looks like one: letters of one script, no capital behind a small letter, few marks in a row. */
function isLikely(word: string): boolean {
  if (SCRIPTS.filter((script) => script.test(word)).length !== 1) return false;
  if (/\p{Script=Latin}/u.test(word)) return !/[\u0080-\u024f]{3}/u.test(word);
  return !/\p{Ll}\p{Lu}/u.test(word);
}

/** How likely a text was written in the encoding it was decoded in, from 0 to 2: by its words, and by headings that are known. */
function likelihood(text: string): number {
  const words = (text.match(/\p{L}*[^\x00-\x7f]\p{L}*/gu) ?? []).slice(0, 2_000);
  const share = words.length === 0 ? 0 : words.filter(isLikely).length / words.length;
  const [heading = ''] = text.split(/\r?\n|\r/u);
  const known = Object.keys(guessMapping(heading.split(/[,;\t|]/u)).mapping).length;
  return share + Math.min(known, 5) / 5 - (/[\ufffd\u0080-\u009f]/u.test(text) ? 0.5 : 0);
}

/** The encoding of a text: its byte order mark, UTF-8 where every byte fits, otherwise the likeliest by its letters and headings. */
export function findEncoding(head: Buffer): Encoding | null {
  if (begins(head, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (begins(head, 0xff, 0xfe)) return 'utf-16le';
  if (begins(head, 0xfe, 0xff)) return 'utf-16be';
  if (isUtf8(head)) return head.includes(0) ? null : 'utf-8';
  const confidence = new Map<Encoding, number>();
  for (const found of chardet.analyse(head)) {
    const known = NAMES[found.name] ?? ENCODINGS.find((encoding) => encoding === found.name.toLowerCase());
    if (known) confidence.set(known, Math.max(confidence.get(known) ?? 0, found.confidence / 100));
  }
  if (head.includes(0)) return [...confidence.keys()].find((encoding) => encoding.startsWith('utf-16')) ?? null;
  const part = head.subarray(0, GUESSED_BYTES);
  let best: { encoding: Encoding; score: number } | null = null;
  for (const encoding of CANDIDATES) {
    const score = likelihood(iconv.decode(part, encoding)) + (confidence.get(encoding) ?? 0) / 2;
    if (best === null || score > best.score) best = { encoding, score };
  }
  return best && best.score > 0 ? best.encoding : null;
}

/** The sign that divides the first line most often, outside of quotes. */
export function findDelimiter(text: string): string {
  const [line = ''] = text
    .replace(/^\ufeff/u, '')
    .replace(/"(?:[^"]|"")*"/gu, '')
    .split(/\r?\n|\r/u);
  const counted = [',', ';', '\t', '|'].map((sign) => ({ sign, count: line.split(sign).length - 1 }));
  counted.sort((a, b) => b.count - a.count);
  return counted[0]?.count ? counted[0].sign : ',';
}

/** The rows of a stored text file, its heading included. */
export async function* rowsOf(
  storage: Storage,
  key: string,
  { encoding, delimiter }: { encoding: Encoding; delimiter: string },
): AsyncGenerator<string[]> {
  const file = await storage.get(key);
  const text = file.pipe(iconv.decodeStream(encoding));
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARS,
  });
  file.on('error', (error) => parser.destroy(error));
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  try {
    for await (const row of parser) yield row as string[];
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && String(error.code).startsWith('CSV_'))
      throw new UnreadableFile('not_a_table');
    throw error;
  } finally {
    file.destroy();
    parser.destroy();
  }
}
