import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './paths.ts';

/** Hand-written lines by folder, tests apart, at the commit that is listed in .git-blame-ignore-revs. */
const BASELINE: Record<string, number> = {
  server: 48_414,
  src: 38_205,
  workflows: 2_214,
  db: 7_572,
  scripts: 7_134,
  bench: 1_511,
};

const isHandWritten = (file: string): boolean =>
  /\.(?:tsx?|mjs|css|sql)$/.test(file) && !file.endsWith('.gen.ts') && file !== 'db/types.ts';

function linesOf(folder: string): number {
  const files = execFileSync('git', ['ls-files', '-z', folder], { cwd: projectRoot, encoding: 'utf8' }).split('\0');
  return files
    .filter(isHandWritten)
    .reduce((sum, file) => sum + readFileSync(path.join(projectRoot, file), 'utf8').split('\n').length - 1, 0);
}

export interface FolderLines {
  folder: string;
  before: number;
  now: number;
}

/** Hand-written lines of each folder, at the baseline and now. */
export const countLines = (): FolderLines[] =>
  Object.entries(BASELINE).map(([folder, before]) => ({ folder, before, now: linesOf(folder) }));

export const sumOfLines = (counted: readonly FolderLines[]): Omit<FolderLines, 'folder'> =>
  counted.reduce((sum, { before, now }) => ({ before: sum.before + before, now: sum.now + now }), {
    before: 0,
    now: 0,
  });
