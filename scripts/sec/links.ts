import { fetchHostileAddresses } from './hostile-addresses.ts';
import { readFlags } from '../lib/flags.ts';

const { values } = readFlags({ options: { help: { type: 'boolean', default: false } } });
if (values.help) {
  console.log(
    'npm run sec:links: hostile addresses as site, picture or portfolio link, against the guarded fetch; each must be refused and nothing may reach a private address.',
  );
  process.exit(0);
}

const [guarded, unchecked] = [await fetchHostileAddresses(), await fetchHostileAddresses({ unchecked: true })];
for (const { what, refusal, expected, ms, privateBytes } of guarded)
  console.log(
    `${expected && privateBytes === 0 ? ' ' : '!'} ${what}: ${refusal ?? 'FETCHED'} (${ms.toFixed(0)} ms${privateBytes ? `, ${privateBytes} bytes inside` : ''})`,
  );
const refused = guarded.filter(({ expected }) => expected).length;
const leaked = guarded.reduce((sum, { privateBytes }) => sum + privateBytes, 0);
const without = unchecked.filter(({ privateBytes }) => privateBytes > 0).length;
console.log(`\n${refused} of ${guarded.length} refused, ${leaked} bytes to a private address`);
console.log(`without the check of addresses ${without} of them reach a private address`);
process.exit(refused === guarded.length && leaked === 0 ? 0 : 1);
