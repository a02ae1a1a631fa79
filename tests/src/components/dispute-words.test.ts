import { expect, it } from 'vitest';
import { middleOf } from '../../../src/components/disputes/dispute-words.ts';

it.each([
  ['EUR', 24_001, 12_001],
  ['JPY', 1_001, 501],
  ['KWD', 30_010, 15_010],
  ['EUR', 0, 0],
] as const)(
  'the division of a disputed sum begins in the middle, in steps of the currency: %s %i',
  (currency, sum, middle) => {
    expect(middleOf(sum, currency)).toBe(middle);
  },
);
