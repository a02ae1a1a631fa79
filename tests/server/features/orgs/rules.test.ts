import { expect, test } from 'vitest';
import { openWhileSuspended } from '../../../../server/features/orgs/rules.ts';

test('an org on hold answers what its silence would lose and pays what it owes, and does nothing else with money', () => {
  for (const answer of [
    'disputes.send',
    'disputes.offer',
    'disputes.concede',
    'disputes.appeal',
    'payments.appealRuling',
    'payments.payDebts',
  ])
    expect(openWhileSuspended(answer), answer).toBe(true);
  for (const act of ['disputes.open', 'escrow.approve', 'payments.pay', 'payouts.payOut', 'payouts.saveSchedule'])
    expect(openWhileSuspended(act), act).toBe(false);
});
