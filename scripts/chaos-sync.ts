import { RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { countOf, readFlags } from './lib/flags.ts';
import { measureTests } from './lib/measured-tests.ts';

const { values } = readFlags({
  options: {
    accounts: { type: 'string', default: '100' },
    kills: { type: 'string', default: '12' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run chaos:sync -- [--accounts 100] [--kills 12]

Connects accounts to the social sandbox and syncs them, while the networks answer with every fault (each is met by a call before
the next step; one that no call meets fails the run) and worker, Postgres, API and Temporal are killed with -9 in turn. Then
compares posts and days with the sandbox, counts calls over a quota and renewals of tokens by its records, and looks for tokens in
clear in tables, logs, workflow histories, Temporal's files and a backup. npm test runs the same with three accounts.
${RECORD_HELP}`);
  process.exit(0);
}
process.exit(
  await measureTests(
    'chaos:sync',
    values.record,
    ['tests/kill/account-sync'],
    {
      SYNC_ACCOUNTS: String(countOf('accounts', values.accounts)),
      SYNC_KILLS: String(countOf('kills', values.kills)),
    },
    {
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
  ),
);
