import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAUSES, isItem, type ClauseKey } from '../../../server/features/clauses/rules.ts';
import { textsOf } from '../../../server/pdf/texts.ts';
import { projectRoot } from '../paths.ts';

/** Each clause of a contract beside its plain summary, in English, with the hash of both. */
export const CLAUSE_SHEET = join(projectRoot, 'docs/clauses.md');

export interface ComparedClause {
  key: string;
  clause: string;
  summary: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);

/** The clauses that have a summary, from the English texts. */
export function comparedClauses(): ComparedClause[] {
  const texts = textsOf('clauses', 'en');
  return (Object.keys(CLAUSES) as ClauseKey[])
    .filter((key) => !isItem(key))
    .map((key) => ({
      key,
      clause: texts.get(`clause.${key}.body`) ?? '',
      summary: texts.get(`clause.${key}.plain`) ?? '',
    }));
}

/** The sheet of these clauses, as it is committed. */
export function clauseSheet(clauses: readonly ComparedClause[]): string {
  const rows = clauses.map(
    ({ key, clause, summary }) =>
      `## ${key}\n\n| | hash | text |\n|---|---|---|\n| clause | ${hashOf(clause)} | ${clause} |\n| summary | ${hashOf(summary)} | ${summary} |\n`,
  );
  return `# Clauses and their summaries

Written by \`npm run texts -- --clauses\`. The summary of a clause says neither more nor less than the clause. A test fails when one of the two changes alone. Compare both, in all eight languages, before writing the sheet anew.

${rows.join('\n')}`;
}

/** Clauses of which only the text or only the summary differs from a sheet. */
export function changedAlone(clauses: readonly ComparedClause[], sheet: string): string[] {
  const noted = new Map(
    [...sheet.matchAll(/^## (\w+)\n[^#]*?\| clause \| (\w+) \|[^\n]*\n\| summary \| (\w+) \|/gmu)].map(
      ([, key = '', clause = '', summary = '']) => [key, { clause, summary }],
    ),
  );
  return clauses
    .filter(({ key, clause, summary }) => {
      const before = noted.get(key);
      return before && (before.clause === hashOf(clause)) !== (before.summary === hashOf(summary));
    })
    .map(({ key }) => key);
}

export const committedSheet = (): string => (existsSync(CLAUSE_SHEET) ? readFileSync(CLAUSE_SHEET, 'utf8') : '');
