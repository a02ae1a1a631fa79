import { expect, test } from 'vitest';
import { riskFlags } from '../../../../server/features/contracts/risks/rules.ts';

const usual = {
  rights: { use: 'organic' as const, days: 90, territory: '' },
  exclusivity: { days: 30, category: 'coffee' },
  revisions: 2,
  killFeeBps: 2_000,
  clocks: { clearing: 'PT72H' },
};

test('usual terms have no flag for either side', () => {
  expect([riskFlags(usual, 'brand'), riskFlags(usual, 'creator')]).toEqual([[], []]);
});

test('each side reads what is unusual at its own cost', () => {
  const hard = {
    rights: { use: 'all_channels' as const, days: 366, territory: '' },
    exclusivity: { days: 91, category: 'coffee' },
    revisions: 4,
    killFeeBps: 0,
    clocks: { clearing: 'P7D' },
  };
  expect(riskFlags(hard, 'creator').map(({ flag }) => flag)).toEqual([
    'allChannels',
    'longRights',
    'longExclusivity',
    'manyRounds',
    'noKillFee',
    'longClearing',
  ]);
  expect(riskFlags(hard, 'brand')).toEqual([]);
  expect(riskFlags({ ...usual, revisions: 0, clocks: { clearing: 'PT0S' } }, 'brand').map(({ flag }) => flag)).toEqual([
    'noRounds',
    'noClearing',
  ]);
});

test('both sides read how many clauses have words of the sides', () => {
  const clauses = [
    { key: 'conduct' as const, title: '', text: '' },
    { key: 'portfolio' as const, title: '', text: 'Not at all.' },
    { key: 'own' as const, title: 'Parking', text: 'Paid by the brand.' },
  ];
  for (const side of ['brand', 'creator'] as const)
    expect(riskFlags({ ...usual, clauses }, side)).toEqual([{ flag: 'changedClauses', clauses: 2 }]);
});
