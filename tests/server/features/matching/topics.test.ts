import { expect, test } from 'vitest';
import { nextNight, topicPart, WEIGHTS, weightsAfter } from '../../../../server/features/matching/rules.ts';
import { meanOf, ppmiOf, topicVector } from '../../../../server/features/matching/topics/rules.ts';

const PAIRS = [
  { a: 'coffee', b: 'coffee', count: 10 },
  { a: 'brunch', b: 'brunch', count: 10 },
  { a: 'cars', b: 'cars', count: 10 },
  { a: 'coffee', b: 'brunch', count: 8 },
  { a: 'brunch', b: 'coffee', count: 8 },
  { a: 'coffee', b: 'cars', count: 1 },
  { a: 'cars', b: 'coffee', count: 1 },
];

test('topics that the same creators cover are alike, those that go together less than by chance are not', () => {
  const ppmi = ppmiOf(PAIRS, 40);
  expect(ppmi.get('coffee')).toEqual({ coffee: 2, brunch: Math.log2(8 / 2.5) });
  const like = (niche: string) => topicPart(topicVector(['coffee'], ppmi), topicVector([niche], ppmi)) ?? 0;
  expect(like('brunch')).toBeGreaterThan(0.9);
  expect(like('cars')).toBe(0);
  expect(topicVector(['unheard'], ppmi)).toEqual({ unheard: 1 });
});

test('of several seeds each counts alike, however many topics it has', () => {
  const mean = meanOf([{ a: 3 }, { b: 4, c: 3 }]);
  expect(mean).toEqual({ a: 0.5, b: 0.4, c: 0.3 });
});

test('answers raise the weight of the part that they name, up to a tenth, and the weights still add up to one', () => {
  expect(weightsAfter([])).toEqual(WEIGHTS);
  expect(weightsAfter([{ reason: 'other' }, { reason: null }])).toEqual(WEIGHTS);
  const many = weightsAfter(Array.from({ length: 20 }, () => ({ reason: 'price' as const })));
  expect(many.budget).toBeCloseTo(0.2 / 1.1, 9);
  expect(Object.values(many).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
});

test('the next night is after now, between two and four o’clock UTC', () => {
  for (const now of ['2026-11-25T01:00:00Z', '2026-11-25T03:00:00Z', '2026-11-25T23:59:00Z'])
    for (const id of ['a', 'b', 'c']) {
      const night = nextNight(new Date(now), id);
      expect(night.getTime()).toBeGreaterThan(new Date(now).getTime());
      expect(night.getTime() - new Date(now).getTime()).toBeLessThanOrEqual(27 * 3_600_000);
      expect([2, 3]).toContain(night.getUTCHours());
    }
});
