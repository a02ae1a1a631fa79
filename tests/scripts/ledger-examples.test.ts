import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXAMPLES, ledgerExamples } from '../../scripts/lib/ledger-examples.ts';
import { CHART, POSTING_KINDS } from '../../server/features/ledger/rules.ts';

const text = readFileSync(new URL('../../docs/ledger-for-accountants.md', import.meta.url), 'utf8');

test('docs/ledger-for-accountants.md has the figures that the functions of the ledger compute', () => {
  expect(text).toContain(`<!-- Computed: ledgerExamples -->\n${ledgerExamples()}\n<!-- End of what is computed -->`);
});

test('every kind of posting has an example, and every account is explained', () => {
  const shown = new Set(EXAMPLES.flatMap(({ examples }) => examples.map(({ posting }) => posting.kind)));
  expect(POSTING_KINDS.filter((kind) => !shown.has(kind))).toEqual([]);
  const table = text.slice(0, text.indexOf('## Each kind of posting'));
  expect(Object.keys(CHART).filter((code) => !table.includes(code))).toEqual([]);
});
