import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../db/seed/cast.ts';
import type { StatePaths } from './paths.ts';
import { bold, dim, say, table } from './progress.ts';
import { relativePath } from './run-until-stopped.ts';
import type { Stack } from './stack.ts';

/** The one table that a start ends with. */
export function printReadyTable(stack: Stack, paths: StatePaths, tookMs: number): void {
  const { addresses } = stack;
  const rows = [
    ['App', addresses.app ?? ''],
    ...(addresses.mailbox ? [['Mailbox', addresses.mailbox]] : []),
    ...(addresses.temporalUi ? [['Workflows', addresses.temporalUi]] : []),
    ...(addresses.payments ? [['Payments', `${addresses.payments}  sandbox, no real money`]] : []),
  ];
  say();
  say(`  ${bold('Sponsio is ready')}  ${dim(`after ${(tookMs / 1000).toFixed(1)} s`)}`);
  say();
  say(table(rows));
  if (stack.seeded === 'demo') {
    say();
    say(`  Demo accounts, password ${DEMO_PASSWORD}`);
    say(table(DEMO_ACCOUNTS.map(({ role, email, path }) => [role, email, `${addresses.app ?? ''}${path}`])));
    say();
    say(dim(`  Two people side by side: one at localhost, one at 127.0.0.1.`));
  }
  say();
  say(dim(`  State in ${relativePath(paths.home)}, logs in ${relativePath(paths.logs)}. Ctrl-C stops everything.`));
}
