import { expect, it } from 'vitest';
import type { DisputeDto } from '../../../server/features/disputes/schema.ts';
import { middleOf, phaseStart } from '../../../src/components/disputes/dispute-words.ts';

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

it('the clock of a phase runs from its real beginning, which is before now, and has no track where that is not known', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  const phases = [
    { phase: 'talk', startsAt: at(1), endsAt: at(6) },
    { phase: 'evidence', startsAt: at(6), endsAt: at(9) },
    { phase: 'decision', startsAt: at(9), endsAt: at(16) },
    { phase: 'appeal', startsAt: at(16), endsAt: at(19) },
  ];
  const startOf = (state: string, now: number) =>
    phaseStart({ state, phases, decisions: [{ at: at(11) }] } as unknown as DisputeDto, at(now).getTime());
  expect(startOf('evidence', 7)).toEqual(at(6));
  // Decided five days before it was due.
  expect(startOf('appeal', 12)).toEqual(at(11));
  expect(startOf('appealed', 12)).toBeNull();
});
