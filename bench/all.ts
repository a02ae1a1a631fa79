import { spawnSync } from 'node:child_process';
import { readFlags } from '../scripts/lib/flags.ts';
import { type Measuring, MEASURING } from '../scripts/lib/measured.ts';
import { projectRoot } from '../scripts/lib/paths.ts';
import { bold, print, seconds, table } from '../scripts/lib/progress.ts';

const isSecurity = (script: Measuring): boolean => script.startsWith('sec:');
/** Plays for hours, or in parts: named to be called. */
const isLong = (script: Measuring): boolean => /^(?:chaos|sim|mutate)\b/u.test(script);

const { values, positionals } = readFlags({
  options: { record: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = MEASURING.filter((script) =>
  positionals.length === 0
    ? !isSecurity(script) && !isLong(script)
    : positionals.includes(script) || (positionals.includes('sec') && isSecurity(script)),
);
if (values.help || chosen.length === 0) {
  print(`npm run bench -- [bench:api … | sec] [--record]

Runs the measuring commands one after the other, each in a process of its own: without names those of speed and weight
(about twenty minutes), with sec those of security (about fifteen, most of it waiting for a code to expire). With --record
each writes bench/results, docs/measured.md and the figures of the README. Ends with 1 when a bar is missed. The simulation,
chaos and mutations take hours and are called by name.

Names: ${MEASURING.join(', ')}`);
  process.exit(values.help ? 0 : 2);
}
const rows: string[][] = [];
for (const script of chosen) {
  print(`\n${bold(`npm run ${script}`)}`);
  const started = Date.now();
  const args = values.record ? ['--', '--record'] : [];
  const { status } = spawnSync('npm', ['run', '--silent', script, ...args], { cwd: projectRoot, stdio: 'inherit' });
  rows.push([status === 0 ? 'ok' : 'missed', script, seconds(Date.now() - started)]);
}
print(`\n${table(rows)}`);
process.exitCode = rows.some(([state]) => state === 'missed') ? 1 : 0;
