import { expect, test } from 'vitest';
import { openWhileSuspended } from '../../../../server/features/orgs/rules.ts';

test('an org on hold answers what its silence would lose, disputes and rulings, and does nothing else with money', () => {
  for (const answer of [
    'disputes.send',
    'disputes.offer',
    'disputes.concede',
    'disputes.appeal',
    'payments.appealRuling',
  ])
    expect(openWhileSuspended(answer), answer).toBe(true);
  for (const act of ['disputes.open', 'escrow.approve', 'payments.pay', 'payouts.payOut', 'payouts.saveSchedule'])
    expect(openWhileSuspended(act), act).toBe(false);
});
