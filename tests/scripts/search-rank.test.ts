import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCollection } from '../../scripts/lib/search/collection.ts';
import { demoCollection, ndcg } from '../../scripts/lib/search/rank.ts';

test('nDCG is 1 for the best order, less for a later place, and unknown without a relevant document', () => {
  const grades = new Map([
    ['a', 2],
    ['b', 1],
    ['c', 0],
  ]);
  expect(ndcg(['a', 'b', 'c'], grades)).toBe(1);
  // (1 + 2 / log2 3) / (2 + 1 / log2 3)
  expect(ndcg(['b', 'a'], grades)).toBeCloseTo(0.8597, 4);
  expect(ndcg([], grades)).toBe(0);
  expect(ndcg(['c'], new Map([['c', 0]]))).toBeNull();
});

const DOCUMENTS = '{"id":"d1","title":"Tea","text":"Green tea"}\n';
const QUERIES = '{"id":"q1","text":"tea"}\n\n';
const JUDGEMENTS = 'query\tdocument\tgrade\nq1\td1\t2\n';
/** Reads a collection of these files; what was reported stands beside it. */
function readFiles(documents: string | Uint8Array, queries = QUERIES, judgements = JUDGEMENTS) {
  const folder = mkdtempSync(join(tmpdir(), 'collection-'));
  const reported: string[] = [];
  try {
    writeFileSync(join(folder, 'documents.jsonl'), documents);
    writeFileSync(join(folder, 'queries.jsonl'), queries);
    writeFileSync(join(folder, 'judgements.tsv'), judgements);
    return { ...readCollection(folder, (line) => reported.push(line)), reported };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a collection is read from its three files, with or without heading, byte order mark and CRLF', () => {
  const read = {
    documents: [{ id: 'd1', title: 'Tea', text: 'Green tea' }],
    queries: [{ id: 'q1', text: 'tea' }],
    judgements: new Map([['q1', new Map([['d1', 2]])]]),
    reported: [],
  };
  expect(readFiles(DOCUMENTS)).toEqual(read);
  const [documents, queries, judgements] = [DOCUMENTS, QUERIES, 'q1\td1\t2'].map(
    (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`,
  );
  expect(readFiles(documents!, queries, judgements)).toEqual(read);
  expect(readFiles('{"id":1,"text":null}').documents).toEqual([{ id: '1', title: '', text: '' }]);
});

test.for([
  ['', QUERIES, JUDGEMENTS, 'documents.jsonl is empty.'],
  ['{"id":"d1"', QUERIES, JUDGEMENTS, 'documents.jsonl, line 1: no JSON.'],
  ['{"title":"x"}', QUERIES, JUDGEMENTS, 'documents.jsonl, line 1: "id" is missing.'],
  [
    `${DOCUMENTS}\n${DOCUMENTS}`,
    QUERIES,
    JUDGEMENTS,
    'documents.jsonl, line 3: id d1 stands twice, first in documents.jsonl, line 1.',
  ],
  [DOCUMENTS, '[]', JUDGEMENTS, 'queries.jsonl, line 1: no JSON object.'],
  [
    DOCUMENTS,
    QUERIES,
    'q1 d1 2',
    'judgements.tsv, line 1: a judgement is query, document and grade, separated by tabs.',
  ],
  [
    DOCUMENTS,
    QUERIES,
    'q1\td1\t2\nq1\td1\t1',
    'judgements.tsv, line 2: document d1 has two grades for query q1, 2 and 1.',
  ],
  [DOCUMENTS, QUERIES, 'q2\td1\t2', 'judgements.tsv names no relevant document of any query in queries.jsonl.'],
] as const)(
  'a collection that cannot be read is refused with its place (%#)',
  ([documents, queries, judgements, message]) => {
    expect(() => readFiles(documents, queries, judgements)).toThrow(message);
  },
);

test('a document in another encoding is refused, a long one is cut, a judgement of nothing is reported', () => {
  expect(() => readFiles(Uint8Array.of(0xff, 0xfe, 0x7b, 0x00))).toThrow('documents.jsonl is not UTF-8.');
  const { documents, reported } = readFiles(
    `{"id":"d1","title":"","text":"${'tea '.repeat(30_000)}"}`,
    QUERIES,
    `${JUDGEMENTS}q1\td9\t1\nq9\td1\t1\n`,
  );
  expect(documents[0]!.text).toHaveLength(100_000);
  expect(reported).toHaveLength(3);
});

test('each of the 60 questions on the demo has a creator of its niche who speaks its language', () => {
  const { queries, judgements } = demoCollection();
  expect(queries).toHaveLength(60);
  expect(queries.filter(({ id }) => ![...judgements.get(id)!.values()].includes(2))).toEqual([]);
});
