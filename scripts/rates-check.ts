import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { TIERS } from '../server/features/rates/constants/rules.ts';
import { readFlags } from './lib/flags.ts';
import { print } from './lib/progress.ts';
import { goldenCases, goldenDifferences, insideLadder, notMonotone } from './lib/rates-check.ts';

const HELP = `npm run rates:check -- [--record]    the formula of the rate calculator against its golden cases, and against the published prices

Bars: no golden case differs; more followers or engagement never cost less; at least 90 % of a grid inside the published
prices. Ends with an error where one is missed. ${RECORD_HELP}
`;
const LADDER_BAR = 90;

const { values: flags } = readFlags({ options: { ...RECORD, help: { type: 'boolean', default: false } } });

async function measure(): Promise<number> {
  const measurement = await beginMeasurement('rates:check', flags.record);
  const [differences, falling] = [goldenDifferences(), notMonotone()];
  for (const line of [...differences, ...falling.slice(0, 10)]) print(`  ${line}`);
  const { inside, of, byTier } = insideLadder();
  const percent = (part: number, all: number): number => (part / all) * 100;
  measurement.figure('golden cases', goldenCases().length, { unit: '', atLeast: 40, exact: true });
  measurement.figure('golden cases that differ', differences.length, { unit: '', atMost: 0, exact: true });
  measurement.figure('steps up in followers or engagement that cost less', falling.length, {
    unit: '',
    atMost: 0,
    exact: true,
  });
  measurement.figure(`prices of a grid of ${of} inside the published ones`, percent(inside, of), {
    unit: '%',
    atLeast: LADDER_BAR,
    exact: true,
  });
  for (const tier of TIERS) measurement.note(`of them ${tier}`, `${percent(...byTier[tier]).toFixed(1)} %`);
  return measurement.end();
}

if (flags.help) print(HELP);
else process.exitCode = await measure();
