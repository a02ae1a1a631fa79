import { fetchHostileAddresses } from './hostile-addresses.ts';
import { judgePages } from './post-pages.ts';
import { beginMeasurement, RECORD, RECORD_HELP } from '../../bench/lib/measurement.ts';
import { readFlags } from '../lib/flags.ts';

const { values } = readFlags({ options: { ...RECORD, help: { type: 'boolean', default: false } } });
if (values.help) {
  console.log(
    `npm run sec:links [-- --record]: hostile addresses as site, picture or portfolio link against the guarded fetch, and as the link of a live post; each must be refused and nothing may reach a private address. Then kinds of pages behind the link of a post, each of which must be judged right. ${RECORD_HELP}`,
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
const asPosts = await fetchHostileAddresses({ asPost: true });
for (const { what, privateBytes } of asPosts.filter(({ expected, privateBytes }) => !expected || privateBytes > 0))
  console.log(`! as a post: ${what} (${privateBytes} bytes inside)`);
const refusedAsPosts = asPosts.filter(({ expected }) => expected).length;
measurement.finding(
  'hostile links of posts refused',
  `${refusedAsPosts} of ${asPosts.length}`,
  'all',
  refusedAsPosts === asPosts.length,
);
const leakedByPosts = asPosts.reduce((sum, { privateBytes }) => sum + privateBytes, 0);
measurement.figure('bytes to a private address by posts', leakedByPosts, { unit: '', atMost: 0, exact: true });
const pages = await judgePages();
for (const { what, outcome, expected, ms } of pages)
  console.log(`${outcome === expected ? ' ' : '!'} ${what}: ${outcome} (${ms.toFixed(0)} ms)`);
const right = pages.filter(({ outcome, expected }) => outcome === expected).length;
measurement.finding('pages of posts judged right', `${right} of ${pages.length}`, 'all', right === pages.length);
process.exit(await measurement.end());
