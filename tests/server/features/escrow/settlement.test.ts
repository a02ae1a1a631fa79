import { expect, test } from 'vitest';
import { MILESTONE_STATES } from '../../../../server/features/escrow/schema.ts';
import {
  DISPUTABLE,
  isDisputable,
  settledShares,
  settlementAt,
  splitProblem,
} from '../../../../server/features/escrow/settlement/rules.ts';
import { chargeFor } from '../../../../server/features/ledger/charges/rules.ts';

test('money is disputed while it is held and not on its way', () => {
  const states = MILESTONE_STATES.filter(isDisputable);
  expect(states).toEqual(MILESTONE_STATES.filter((state) => (DISPUTABLE as readonly string[]).includes(state)));
  expect(new Set(states)).toEqual(
    new Set(['funded', 'delivered', 'changes_requested', 'overdue', 'awaiting_live', 'retention', 'clearing']),
  );
});

test.each([
  ['nothing', 0, 2_000, 'KWD', null],
  ['all of it', 2_000, 2_000, 'KWD', null],
  ['all of it, although that is between two steps', 2_005, 2_005, 'KWD', null],
  ['a sum between two steps', 1_995, 2_005, 'KWD', 'off_step'],
  ['a step', 10, 2_005, 'KWD', null],
  ['a cent', 1, 2_005, 'EUR', null],
  ['less than nothing', -10, 2_000, 'KWD', 'negative'],
  ['a cent more than all', 2_001, 2_000, 'EUR', 'above_held'],
  ['a part of a cent', 0.5, 2_000, 'EUR', 'not_integer'],
  ['no number', Number.NaN, 2_000, 'EUR', 'not_integer'],
] as const)('as the creator’s part of what is held, %s: %s of %s %s is %s', (_what, kept, held, currency, problem) => {
  expect(splitProblem(kept, held, currency)).toBe(problem);
});

test('a settlement takes what follows the parts that were released, line by line', () => {
  const charge = chargeFor(1_000, 500, 2_000, 'EUR');
  expect(settlementAt(charge, { before: 333, kept: 300 }, 'EUR')).toEqual({
    kept: { price: 300, fee: 15, tax: 3, total: 318 },
    back: { price: 367, fee: 18, tax: 4, total: 389 },
  });
  expect(settlementAt(charge, { before: 0, kept: 1_000 }, 'EUR')).toEqual({
    kept: charge,
    back: { price: 0, fee: 0, tax: 0, total: 0 },
  });
  expect(() => settlementAt(charge, { before: 333, kept: 668 }, 'EUR'), 'more than the price').toThrow(RangeError);
});

test('the agency’s share of a settlement follows those of the parts before it', () => {
  expect(settledShares({ before: 333, kept: 300 }, 1_250, 'EUR')).toEqual({ creator: 263, agent: 37 });
  expect(settledShares({ before: 0, kept: 633 }, 1_250, 'EUR')).toEqual({ creator: 554, agent: 79 });
});
