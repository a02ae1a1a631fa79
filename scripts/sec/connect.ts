import { countOf, readFlags } from '../lib/flags.ts';
import { runIntegration } from '../lib/run-integration.ts';

const { values } = readFlags({
  options: { double: { type: 'string', default: '50' }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(`npm run sec:connect -- [--double 50]

Attacks on connecting an account of a network, against the API of its own with the social sandbox: states and codes that are
invented, old, used, of another network, browser or user, ways back to other sites, unsigned calls of networks; each must be
refused and connect nothing. Then so many callbacks that come twice at once: one connection each. npm test runs the same
with fewer callbacks.`);
  process.exit(0);
}
process.exit(
  runIntegration(['tests/server/features/connections/attacks'], {
    DOUBLE_CALLBACKS: String(countOf('double', values.double)),
  }),
);
