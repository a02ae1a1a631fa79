import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StartFailure } from '../failure.ts';

export interface Collection {
  documents: readonly { id: string; title: string; text: string }[];
  queries: readonly { id: string; text: string }[];
  /** Grades of documents by query; a pair that is not named has grade 0. */
  judgements: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Postgres keeps at most a megabyte of words of a document. */
export const MAX_DOCUMENT_LENGTH = 100_000;

/** The lines of a UTF-8 file, with or without a byte order mark, by their numbers; empty ones are left out. */
function linesOf(file: string): { text: string; at: string }[] {
  let text: string;
  try {
    // A byte order mark is taken off.
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new StartFailure(`${file} is not UTF-8.`);
    throw new StartFailure(`${file} cannot be read (${code ?? String(error)}).`);
  }
  return text
    .split(/\r\n|\n|\r/u)
    .map((line, n) => ({ text: line, at: `${basename(file)}, line ${n + 1}` }))
    .filter((line) => line.text.trim() !== '');
}

/** The objects of a file with one in each line. */
export function jsonLines(file: string): { value: Record<string, unknown>; at: string }[] {
  return linesOf(file).map(({ text, at }) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new StartFailure(`${at}: no JSON.`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new StartFailure(`${at}: no JSON object.`);
    return { value: value as Record<string, unknown>, at };
  });
}

/** What Postgres refuses: half of a pair of units, and the character zero. */
const stored = (text: string): string =>
  text
    .replaceAll('\u0000', ' ')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

/** A field as text that Postgres stores; what is missing is empty. */
function fieldOf(value: unknown, name: string, at: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new StartFailure(`${at}: "${name}" is no text.`);
  return stored(value);
}

function entriesOf<K extends string>(file: string, fields: readonly K[]): ({ id: string } & Record<K, string>)[] {
  const known = new Map<string, string>();
  const entries = jsonLines(file).map(({ value, at }) => {
    const id = fieldOf(value['id'], 'id', at);
    if (id === '') throw new StartFailure(`${at}: "id" is missing.`);
    const first = known.get(id);
    if (first) throw new StartFailure(`${at}: id ${id} stands twice, first in ${first}.`);
    known.set(id, at);
    const texts = Object.fromEntries(fields.map((field) => [field, fieldOf(value[field], field, at)]));
    return { id, ...(texts as Record<K, string>) };
  });
  if (entries.length === 0) throw new StartFailure(`${basename(file)} is empty.`);
  return entries;
}

function judgementsOf(file: string): Map<string, Map<string, number>> {
  const judgements = new Map<string, Map<string, number>>();
  for (const [n, { text, at }] of linesOf(file).entries()) {
    const fields = text.split('\t').map((field) => field.trim());
    const [query = '', document = '', grade = ''] = fields;
    const isNumber = /^-?\d+(?:\.\d+)?$/u.test(grade);
    // The heading.
    if (n === 0 && fields.length === 3 && !isNumber) continue;
    if (fields.length !== 3 || query === '' || document === '' || !isNumber)
      throw new StartFailure(`${at}: a judgement is query, document and grade, separated by tabs.`);
    const grades = judgements.get(query) ?? new Map<string, number>();
    const before = grades.get(document);
    if (before !== undefined && before !== Number(grade))
      throw new StartFailure(`${at}: document ${document} has two grades for query ${query}, ${before} and ${grade}.`);
    judgements.set(query, grades.set(document, Number(grade)));
  }
  return judgements;
}

/**
 * `documents.jsonl`, `queries.jsonl` and `judgements.tsv` (query, document, grade; a heading line may stand first). `report`
 * gets a line for what is cut or names nothing. Throws StartFailure with file and line for what cannot be read.
 */
export function readCollection(folder: string, report: (line: string) => void = () => {}): Collection {
  const long: string[] = [];
  const documents = entriesOf(join(folder, 'documents.jsonl'), ['title', 'text']).map((one) => {
    if (one.text.length <= MAX_DOCUMENT_LENGTH) return one;
    long.push(one.id);
    return { ...one, text: stored(one.text.slice(0, MAX_DOCUMENT_LENGTH)) };
  });
  const queries = entriesOf(join(folder, 'queries.jsonl'), ['text']);
  const judgements = judgementsOf(join(folder, 'judgements.tsv'));
  const [knownQueries, knownDocuments] = [queries, documents].map((all) => new Set(all.map(({ id }) => id)));
  const judged = [...judgements].flatMap(([query, grades]) =>
    [...grades.keys()].map((document) => ({ query, document })),
  );
  const ofOtherQueries = judged.filter(({ query }) => !knownQueries!.has(query)).length;
  const ofOtherDocuments = judged.filter(
    ({ query, document }) => knownQueries!.has(query) && !knownDocuments!.has(document),
  ).length;
  if (ofOtherQueries > 0) report(`judgements of queries that queries.jsonl does not have: ${ofOtherQueries}`);
  if (ofOtherDocuments > 0)
    report(`judgements of documents that documents.jsonl does not have: ${ofOtherDocuments}, which no order can find`);
  if (long.length > 0)
    report(`documents cut at ${MAX_DOCUMENT_LENGTH} characters, for both orders: ${long.length} (${long[0]} …)`);
  if (!queries.some(({ id }) => [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0)))
    throw new StartFailure('judgements.tsv names no relevant document of any query in queries.jsonl.');
  return { documents, queries, judgements };
}
