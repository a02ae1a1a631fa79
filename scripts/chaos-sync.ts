import { runTestCommand } from './lib/measured-tests.ts';

await runTestCommand({
  script: 'chaos:sync',
  about: `Connects accounts to the social sandbox and syncs them, while the networks answer with every fault (each is met by a call before
the next step; one that no call meets fails the run) and worker, Postgres, API and Temporal are killed with -9 in turn. Then
compares posts and days with the sandbox, counts calls over a quota and renewals of tokens by its records, and looks for tokens in
clear in tables, logs, workflow histories, Temporal's files and a backup. npm test runs the same with three accounts.`,
  files: ['tests/kill/account-sync'],
  counts: {
    accounts: { usual: 100, setting: 'SYNC_ACCOUNTS' },
    kills: { usual: 12, setting: 'SYNC_KILLS' },
  },
  figures: {
    accounts: { what: 'accounts' },
    kills: { what: 'kills of worker, Postgres, API and Temporal' },
    faults: { what: 'kinds of faults met by a call', atLeast: 9 },
    calls: { what: 'calls of networks' },
    overQuota: { what: 'calls over a quota, by the sandbox’s records', atMost: 0 },
    differences: { what: 'days and posts that are lost or doubled', atMost: 0 },
    periods: { what: 'periods in which a token was due' },
    renewals: { what: 'renewals of tokens, by the sandbox’s records' },
    otherRenewals: { what: 'tokens with another than one renewal a period', atMost: 0 },
    tokens: { what: 'places with a token in clear', atMost: 0 },
    seconds: { what: 'time of the run', unit: 's', isTime: true },
  },
});
