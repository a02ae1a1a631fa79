import { fetchHostileAddresses } from './hostile-addresses.ts';
import { beginMeasurement, RECORD, RECORD_HELP } from '../../bench/lib/measurement.ts';
import { readFlags } from '../lib/flags.ts';

const { values } = readFlags({ options: { ...RECORD, help: { type: 'boolean', default: false } } });
if (values.help) {
  console.log(
    `npm run sec:links [-- --record]: hostile addresses as site, picture or portfolio link, against the guarded fetch; each must be refused and nothing may reach a private address. ${RECORD_HELP}`,
  );
  process.exit(0);
}

const measurement = await beginMeasurement('sec:links', values.record);
const [guarded, unchecked] = [await fetchHostileAddresses(), await fetchHostileAddresses({ unchecked: true })];
for (const { what, refusal, expected, ms, privateBytes } of guarded)
  console.log(
    `${expected && privateBytes === 0 ? ' ' : '!'} ${what}: ${refusal ?? 'FETCHED'} (${ms.toFixed(0)} ms${privateBytes ? `, ${privateBytes} bytes inside` : ''})`,
  );
const refused = guarded.filter(({ expected }) => expected).length;
const leaked = guarded.reduce((sum, { privateBytes }) => sum + privateBytes, 0);
const without = unchecked.filter(({ privateBytes }) => privateBytes > 0).length;
measurement.finding('hostile addresses refused', `${refused} of ${guarded.length}`, 'all', refused === guarded.length);
measurement.figure('bytes to a private address', leaked, { unit: '', atMost: 0, exact: true });
measurement.figure('addresses that reach one without the check', without, { unit: '', atLeast: 1, exact: true });
process.exit(await measurement.end());
