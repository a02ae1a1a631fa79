import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { countOf, readFlags } from './lib/flags.ts';
import { comparePortfolios } from './lib/portfolio-cases.ts';
import { print } from './lib/progress.ts';

const HELP = `npm run match:score [-- --cases 1000] [-- --seed 20261124]

Chooses the best set of creators under a budget in random cases of two to ten creators whose audiences overlap, and compares
its reach with that of the best of all sets. Bar: at least .316 of it in each case, ½(1 − 1/e). ${RECORD_HELP}
`;
/** ½(1 − 1/e). */
const BAR = 0.316;

const { values } = readFlags({
  options: {
    ...RECORD,
    cases: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '20261124' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) print(HELP);
else {
  const measurement = await beginMeasurement('match:score', values.record);
  const compared = comparePortfolios(countOf('cases', values.cases), countOf('seed', values.seed));
  const shares = compared.map(({ share }) => share);
  const exact = { unit: '', digits: 4, exact: true };
  measurement.figure(`least share of the best set, of ${shares.length} cases`, Math.min(...shares), {
    ...exact,
    atLeast: BAR,
  });
  measurement.figure('mean share', shares.reduce((sum, share) => sum + share, 0) / shares.length, exact);
  measurement.figure('cases in which the best set is found', shares.filter((share) => share > 1 - 1e-9).length, {
    ...exact,
    digits: 0,
  });
  measurement.figure('sets over the budget or with someone twice', compared.filter(({ isValid }) => !isValid).length, {
    ...exact,
    digits: 0,
    atMost: 0,
  });
  process.exitCode = await measurement.end();
}
