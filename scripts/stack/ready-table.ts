import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../db/seed/cast.ts';
import type { StatePaths } from '../lib/paths.ts';
import { bold, dim, print, table } from '../lib/progress.ts';
import { relativePath } from './run-until-stopped.ts';
import type { Stack } from './stack.ts';

/** The table at the end of a start. */
export function printReadyTable(stack: Stack, paths: StatePaths, tookMs: number): void {
  const { addresses } = stack;
  const rows = [
    ['App', addresses.app ?? ''],
    ...(addresses.mailbox ? [['Mailbox', addresses.mailbox]] : []),
    ...(addresses.temporalUi ? [['Workflows', addresses.temporalUi]] : []),
    ...(addresses.payments ? [['Payments', `${addresses.payments}  sandbox, no real money`]] : []),
    ...(addresses.social ? [['Networks', `${addresses.social}  sandbox, no real accounts`]] : []),
  ];
  print();
  print(`  ${bold('Sponsio is ready')}  ${dim(`after ${(tookMs / 1000).toFixed(1)} s`)}`);
  print();
  print(table(rows));
  if (stack.seeded === 'demo') {
    print();
    print(`  Demo accounts, password ${DEMO_PASSWORD}`);
    print(table(DEMO_ACCOUNTS.map(({ role, email, path }) => [role, email, `${addresses.app ?? ''}${path}`])));
    print();
    print(dim(`  To use two accounts side by side, open one at localhost and one at 127.0.0.1.`));
  }
  print();
  print(
    dim(`  Data in ${relativePath(paths.home)}, logs in ${relativePath(paths.logs)}. Press Ctrl-C to stop everything.`),
  );
}
