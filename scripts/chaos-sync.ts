import { countOf, readFlags } from './lib/flags.ts';
import { runIntegration } from './lib/run-integration.ts';

const { values } = readFlags({
  options: {
    accounts: { type: 'string', default: '100' },
    kills: { type: 'string', default: '12' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run chaos:sync -- [--accounts 100] [--kills 12]

Connects accounts to the social sandbox and syncs them, while the networks answer with every fault (each is met by a call before
the next step; one that no call meets fails the run) and worker, Postgres, API and Temporal are killed with -9 in turn. Then
compares posts and days with the sandbox, counts calls over a quota and renewals of tokens by its records, and looks for tokens in
clear in tables, logs, workflow histories, Temporal's files and a backup. npm test runs the same with three accounts.`);
  process.exit(0);
}
process.exit(
  runIntegration(['tests/kill/account-sync'], {
    SYNC_ACCOUNTS: String(countOf('accounts', values.accounts)),
    SYNC_KILLS: String(countOf('kills', values.kills)),
  }),
);
