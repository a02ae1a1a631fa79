import { RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { countOf, readFlags } from './lib/flags.ts';
import { measureTests } from './lib/measured-tests.ts';

const { values } = readFlags({
  options: {
    recipients: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run chaos:outreach -- [--recipients 1000] [--kills 20] [--seed 1]

Sends sequences to the recipients while worker and API are killed with -9 in turn at random moments and come back, and while
creators reply and unsubscribe. No step is sent twice, and nothing after a reply or an unsubscription. Then sends the same
without claims, with kills at the moments of the same seed, and counts what was sent twice. npm test runs both smaller.
${RECORD_HELP}`);
  process.exit(0);
}
process.exit(
  await measureTests(
    'chaos:outreach',
    values.record,
    ['tests/kill/outreach.integration.test.ts'],
    {
      CHAOS_RECIPIENTS: String(countOf('recipients', values.recipients)),
      CHAOS_KILLS: String(countOf('kills', values.kills)),
      CHAOS_SEED: String(countOf('seed', values.seed)),
    },
    {
      recipients: { what: 'recipients' },
      kills: { what: 'kills of worker and API' },
      messages: { what: 'messages sent' },
      twice: { what: 'steps sent twice', atMost: 0 },
      stopped: { what: 'recipients who replied or unsubscribed' },
      afterAnswer: { what: 'messages after a reply or an unsubscription', atMost: 0 },
      unclaimedTwice: { what: 'steps sent twice by the same without claims', atLeast: 1 },
    },
  ),
);
