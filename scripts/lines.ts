import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { readFlags } from './lib/flags.ts';
import { countLines, sumOfLines } from './lib/hand-written.ts';
import { print } from './lib/progress.ts';

const HELP = `npm run lines [-- --record]

Counts the hand-written lines of each folder, tests and generated files apart, beside those of the commit that
reformatted the code. Ends with 1 while there are more of them than then. ${RECORD_HELP}
`;

const { values } = readFlags({ options: { ...RECORD, help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  print(HELP);
  process.exit(0);
}
const measurement = await beginMeasurement('lines', values.record);
const counted = countLines();
const total = sumOfLines(counted);
for (const { folder, before, now } of counted)
  measurement.figure(`${folder} (${before} at the baseline)`, now, { unit: '', digits: 0, exact: true });
measurement.figure('all', total.now, { unit: '', digits: 0, atMost: total.before - 1, exact: true });
process.exitCode = await measurement.end();
