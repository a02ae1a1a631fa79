import { TIERS } from '../server/features/rates/constants/rules.ts';
import { readFlags } from './lib/flags.ts';
import { print } from './lib/progress.ts';
import { goldenCases, goldenDifferences, insideLadder, notMonotone } from './lib/rates-check.ts';

const HELP = `npm run rates:check    the formula of the rate calculator against its golden cases, and against the published prices

Bars: no golden case differs; more followers or engagement never cost less; at least 90 % of a grid inside the published
prices. Ends with an error where one is missed.
`;
const LADDER_BAR = 0.9;

const { values: flags } = readFlags({ options: { help: { type: 'boolean', default: false } } });
if (flags.help) print(HELP);
else {
  const differences = goldenDifferences();
  const falling = notMonotone();
  const { inside, of, byTier } = insideLadder();
  print(`golden cases     ${goldenCases().length - differences.length} of ${goldenCases().length}`);
  for (const line of differences) print(`  ${line}`);
  print(`not monotone     ${falling.length}`);
  for (const line of falling.slice(0, 10)) print(`  ${line}`);
  print(`inside ladder    ${((inside / of) * 100).toFixed(1)} % of ${of}`);
  for (const tier of TIERS) print(`  ${tier.padEnd(15)}${((byTier[tier][0] / byTier[tier][1]) * 100).toFixed(1)} %`);
  if (differences.length > 0 || falling.length > 0 || inside / of < LADDER_BAR) process.exitCode = 1;
}
