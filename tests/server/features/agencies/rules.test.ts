import { expect, test } from 'vitest';
import { clashesOf, type Engagement } from '../../../../server/features/agencies/rules.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const delivery = (hours: number): Engagement => ({ kind: 'delivery', at: at(hours), until: null });
const visit = (from: number, to: number): Engagement => ({ kind: 'visit', at: at(from), until: at(to) });
const hoursOf = (groups: Engagement[][]) =>
  groups.map((group) => group.map((one) => (one.at.getTime() - NOW.getTime()) / 3_600_000));

test('deliveries within 24 hours of the first one clash, the next hour does not', () => {
  expect(hoursOf(clashesOf([delivery(48), delivery(72), delivery(73)], NOW))).toEqual([[48, 72]]);
  expect(clashesOf([delivery(48), delivery(72.001)], NOW)).toEqual([]);
});

test('visits clash where they overlap, not where one begins as the other ends', () => {
  expect(clashesOf([visit(2, 4), visit(4, 5)], NOW)).toEqual([]);
  expect(hoursOf(clashesOf([visit(2, 6), visit(3, 4), visit(5, 7), visit(8, 9)], NOW))).toEqual([[2, 3, 5]]);
});

test('what is over does not clash, and a delivery never clashes with a visit', () => {
  expect(clashesOf([delivery(-1), delivery(2)], NOW)).toEqual([]);
  expect(clashesOf([delivery(2), visit(1, 3)], NOW)).toEqual([]);
  expect(hoursOf(clashesOf([visit(-1, 2), visit(1, 3)], NOW)), 'a visit that has begun').toEqual([[-1, 1]]);
});

test('groups come in the order of their first moment', () => {
  expect(hoursOf(clashesOf([delivery(40), delivery(41), visit(2, 4), visit(3, 5)], NOW))).toEqual([
    [2, 3],
    [40, 41],
  ]);
});
