import { countOf, readFlags } from './lib/flags.ts';
import { runIntegration } from './lib/run-integration.ts';

const { values } = readFlags({
  options: {
    recipients: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run chaos:outreach -- [--recipients 1000] [--kills 20] [--seed 1]

Sends sequences to the recipients while worker and API are killed with -9 in turn at random moments and come back, and while
creators reply and unsubscribe. No step is sent twice, and nothing after a reply or an unsubscription. Then sends the same
without claims, with kills at the moments of the same seed, and counts what was sent twice. npm test runs both smaller.`);
  process.exit(0);
}
process.exit(
  runIntegration(['tests/kill/outreach.integration.test.ts'], {
    CHAOS_RECIPIENTS: String(countOf('recipients', values.recipients)),
    CHAOS_KILLS: String(countOf('kills', values.kills)),
    CHAOS_SEED: String(countOf('seed', values.seed)),
  }),
);
