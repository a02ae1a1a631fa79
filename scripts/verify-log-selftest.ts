import { spawnSync } from 'node:child_process';
import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { countOf, readFlags } from './lib/flags.ts';
import { projectRoot } from './lib/paths.ts';
import { print } from './lib/progress.ts';

const HELP = `npm run verify-log:selftest -- [--logs 1000] [--altered 100] [--record]

Runs \`npm run verify-log -- --selftest\` as it is shipped, by Node alone: logs that are valid must be accepted, and altered ones
refused at the first line that is wrong.
${RECORD_HELP}`;

const { values: flags } = readFlags({
  options: {
    logs: { type: 'string', default: '1000' },
    altered: { type: 'string', default: '100' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});

async function measure(): Promise<number> {
  const counts = { logs: countOf('logs', flags.logs), altered: countOf('altered', flags.altered) };
  const measurement = await beginMeasurement('verify-log:selftest', flags.record);
  const { stdout } = spawnSync(
    process.execPath,
    ['scripts/verify-log.mjs', '--selftest', '--logs', String(counts.logs), '--altered', String(counts.altered)],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  print(stdout);
  const [, logs, altered, wrong] =
    /^(\d+) true logs and (\d+) altered ones: (\d+) judged wrongly$/mu.exec(stdout) ?? [];
  measurement.part('valid logs', Number(logs ?? 0), 1_000);
  measurement.part('altered logs', Number(altered ?? 0), 100);
  measurement.finding('logs and quotes that were judged wrongly', wrong ?? 'no answer', '0', wrong === '0');
  return measurement.end();
}

if (flags.help) print(HELP);
else process.exitCode = await measure();
