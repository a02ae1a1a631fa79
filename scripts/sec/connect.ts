import { RECORD, RECORD_HELP } from '../../bench/lib/measurement.ts';
import { countOf, readFlags } from '../lib/flags.ts';
import { measureTests } from '../lib/measured-tests.ts';

const { values } = readFlags({
  options: {
    double: { type: 'string', default: '50' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run sec:connect -- [--double 50]

Attacks on connecting an account of a network, against the API of its own with the social sandbox: states and codes that are
invented, old, used, of another network, browser or user, ways back to other sites, unsigned calls of networks; each must be
refused and connect nothing. Then so many callbacks that come twice at once: one connection each. npm test runs the same
with fewer callbacks.
${RECORD_HELP}`);
  process.exit(0);
}
process.exit(
  await measureTests(
    'sec:connect',
    values.record,
    ['tests/server/features/connections/attacks'],
    { DOUBLE_CALLBACKS: String(countOf('double', values.double)) },
    {
      attacks: { what: 'attacks', atLeast: 30 },
      notRefused: { what: 'attacks that were not refused or connected something', atMost: 0 },
      doubles: { what: 'callbacks that came twice at once' },
      otherConnections: { what: 'of them with another than one connection', atMost: 0 },
      leaks: { what: 'answers and tables with a token in clear', atMost: 0 },
    },
  ),
);
