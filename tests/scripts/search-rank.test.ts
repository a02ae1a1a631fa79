import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoCollection, ndcg, readCollection } from '../../scripts/lib/search/rank.ts';

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

test('a collection is read from its three files, with or without a heading', () => {
  const folder = mkdtempSync(join(tmpdir(), 'collection-'));
  try {
    writeFileSync(join(folder, 'documents.jsonl'), '{"id":"d1","title":"Tea","text":"Green tea"}\n');
    writeFileSync(join(folder, 'queries.jsonl'), '{"id":"q1","text":"tea"}\n\n');
    writeFileSync(join(folder, 'judgements.tsv'), 'query\tdocument\tgrade\nq1\td1\t2\n');
    expect(readCollection(folder)).toEqual({
      documents: [{ id: 'd1', title: 'Tea', text: 'Green tea' }],
      queries: [{ id: 'q1', text: 'tea' }],
      judgements: new Map([['q1', new Map([['d1', 2]])]]),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('each of the 60 questions on the demo has a creator of its niche who speaks its language', () => {
  const { queries, judgements } = demoCollection();
  expect(queries).toHaveLength(60);
  expect(queries.filter(({ id }) => ![...judgements.get(id)!.values()].includes(2))).toEqual([]);
});
