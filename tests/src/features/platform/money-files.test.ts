import { expect, test } from 'vitest';
import { balancesFile, debtsFile, differencesFile, heldFile } from '../../../../src/features/platform/money-files.ts';
import { csvText } from '../../../../src/lib/csv.ts';
import type { MoneyFile } from '../../../../src/features/platform/money-files.ts';

const AT = new Date('2026-11-26T08:00:00.000Z');
const lines = ({ head, rows }: MoneyFile): string[] =>
  csvText([head, ...rows])
    .replace('\uFEFF', '')
    .split('\r\n')
    .slice(0, -1);
const held = {
  id: 'm1',
  contractId: 'c1',
  dealTitle: '=HYPERLINK("x")',
  milestoneTitle: 'Reel',
  brandName: '+Lumen',
  creatorName: 'Maya',
  holds: ['card_dispute', 'staff_hold'] as ('card_dispute' | 'staff_hold')[],
  amount: 40_000,
  currency: 'EUR' as const,
  since: AT,
};
const difference = {
  key: 'k',
  kind: 'amount' as const,
  currency: 'EUR',
  lineId: 'txn_1',
  lineType: 'charge',
  sourceId: 'ch_1',
  txId: null,
  opId: 'fund:m1:1',
  theirs: 1_060,
  ours: 1_061,
  off: -1,
  money: 'EUR' as const,
  contractId: 'c1',
  milestoneId: 'm1',
  at: AT,
};

test('each list of money for staff is a file with sums in the decimals of their currency, and no text in it is run as a formula', () => {
  expect(lines(heldFile([held]))).toEqual([
    'since,brand,creator,deal,milestone,reasons,currency,not_released',
    `2026-11-26T08:00:00.000Z,'+Lumen,Maya,"'=HYPERLINK(""x"")",Reel,card_dispute staff_hold,EUR,400.00`,
  ]);
  expect(lines(differencesFile([difference, { ...difference, currency: 'CHF', money: null, ours: null }]))).toEqual([
    'kind,time,currency,provider,ledger,off,line,line_type,object,operation,contract',
    'amount,2026-11-26T08:00:00.000Z,EUR,10.60,10.61,-0.01,txn_1,charge,ch_1,fund:m1:1,c1',
    'amount,2026-11-26T08:00:00.000Z,CHF,1060,,-1,txn_1,charge,ch_1,fund:m1:1,c1',
  ]);
  expect(
    lines(
      balancesFile([
        { code: 'PSP_BAL', currency: 'JPY', total: -500 },
        { code: 'ESCROW_HELD', currency: 'KWD', total: 12_340 },
      ]),
    ).slice(1),
  ).toEqual(['PSP_BAL,JPY,-500', 'ESCROW_HELD,KWD,12.340']);
  expect(
    lines(
      debtsFile([
        {
          id: 'd1',
          brandOrg: 'b1',
          brandName: '@Meridian',
          contractId: 'c1',
          milestoneId: 'm1',
          title: 'Autumn menu',
          milestone: 'Reel',
          why: 'card_dispute',
          amount: 106_000,
          owed: 6_000,
          currency: 'EUR',
          openedAt: AT,
          proposed: false,
          waits: false,
        },
      ]),
    )[1],
  ).toBe("2026-11-26T08:00:00.000Z,'@Meridian,card_dispute,Autumn menu,Reel,EUR,1060.00,60.00");
});
