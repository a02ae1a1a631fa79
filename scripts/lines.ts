import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { readFlags } from './lib/flags.ts';
import { projectRoot } from './lib/paths.ts';
import { print } from './lib/progress.ts';

const HELP = `npm run lines [-- --record]

Counts the hand-written lines of each folder, tests and generated files apart, beside those of the commit that
reformatted the code. Ends with 1 while there are more of them than then. ${RECORD_HELP}
`;

const FOLDERS = ['server', 'src', 'workflows', 'db', 'scripts', 'bench'];
/** Lines by folder at the commit that is listed in .git-blame-ignore-revs. */
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

const { values } = readFlags({ options: { ...RECORD, help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  print(HELP);
  process.exit(0);
}
const measurement = await beginMeasurement('lines', values.record);
const counted = FOLDERS.map((folder) => ({ folder, before: BASELINE[folder] ?? 0, now: linesOf(folder) }));
const total = counted.reduce((sum, { before, now }) => ({ before: sum.before + before, now: sum.now + now }), {
  before: 0,
  now: 0,
});
for (const { folder, before, now } of counted)
  measurement.figure(`${folder} (${before} at the baseline)`, now, { unit: '', digits: 0, exact: true });
measurement.figure('all', total.now, { unit: '', digits: 0, atMost: total.before - 1, exact: true });
process.exitCode = await measurement.end();
