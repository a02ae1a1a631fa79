import { runTestCommand } from './lib/measured-tests.ts';

await runTestCommand({
  script: 'chaos:outreach',
  about: `Sends sequences to the recipients while worker and API are killed with -9 in turn at random moments and come back, and while
creators reply and unsubscribe. No step is sent twice, and nothing after a reply or an unsubscription. Then sends the same
without claims, with kills at the moments of the same seed, and counts what was sent twice. npm test runs both smaller.`,
  files: ['tests/kill/outreach.integration.test.ts'],
  counts: {
    recipients: { usual: 1_000, setting: 'CHAOS_RECIPIENTS' },
    kills: { usual: 20, setting: 'CHAOS_KILLS' },
    seed: { usual: 1, setting: 'CHAOS_SEED' },
  },
  figures: {
    recipients: { what: 'recipients' },
    kills: { what: 'kills of worker and API' },
    messages: { what: 'messages sent' },
    twice: { what: 'steps sent twice', atMost: 0 },
    stopped: { what: 'recipients who replied or unsubscribed' },
    afterAnswer: { what: 'messages after a reply or an unsubscription', atMost: 0 },
    unclaimedTwice: { what: 'steps sent twice by the same without claims', atLeast: 1 },
  },
});
