import { writeMeasured } from './lib/measured.ts';
import { print } from './lib/progress.ts';

const HELP = `npm run measured

Writes docs/measured.md and the figures of README.md from bench/results. The measuring commands do it themselves with
--record; a test fails while the two are not current.
`;

if (process.argv.includes('--help') || process.argv.includes('-h')) print(HELP);
else writeMeasured();
