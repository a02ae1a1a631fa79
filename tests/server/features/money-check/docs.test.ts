import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '../../../../server/core/locale.ts';
import { INVARIANTS } from '../../../../server/features/money-check/checker.ts';
import { CHART, POSTING_KINDS } from '../../../../server/features/ledger/rules.ts';

const text = readFileSync(new URL('../../../../docs/money.md', import.meta.url), 'utf8');

test('docs/money.md lists every invariant as the checker has it, in its order', () => {
  const lines = text.split('\n').filter((line) => /^\| \d+ \|/.test(line));
  expect(lines).toEqual(INVARIANTS.map((i, n) => `| ${n + 1} | \`${i.name}\` | ${i.statement} | ${i.designNumbers} |`));
});

test('docs/money.md names every kind of posting and the accounts in use', () => {
  for (const kind of POSTING_KINDS) expect(text).toContain(`\`${kind}\``);
  for (const code of Object.keys(CHART).filter((c) => !['CREATOR_RECEIVABLE'].includes(c)))
    expect(text).toContain(code);
});

test('every invariant is named in plain words in each language', () => {
  for (const locale of LOCALES) {
    const { promise } = JSON.parse(
      readFileSync(new URL(`../../../../locales/${locale}/platform.json`, import.meta.url), 'utf8'),
    ) as { promise: Record<string, Record<string, string>> };
    expect([
      locale,
      INVARIANTS.map(({ name }) => name).filter((name) => !promise[name.split('.')[0]!]?.[name.split('.')[1]!]),
    ]).toEqual([locale, []]);
  }
});
