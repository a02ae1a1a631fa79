import { expect, test } from 'vitest';
import { agencyRatingRefusal } from '../../../../server/features/ratings/rules.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * 24 * 3_600_000);
const refusal = (since: Date | null, endedAt: Date | null = null, given = false) =>
  agencyRatingRefusal({ since, endedAt, given }, NOW);

test('a creator reviews its agency after two weeks, or as soon as it has ended, and within 90 days', () => {
  expect(refusal(null)).toBe('rating.not_represented');
  expect(refusal(ago(1), ago(2)), 'one that ended before its first day').toBe('rating.not_represented');
  expect(refusal(ago(13.9))).toBe('rating.too_early');
  expect(refusal(ago(14))).toBeNull();
  expect(refusal(ago(3), ago(1)), 'a short one that ended').toBeNull();
  expect(refusal(ago(200), ago(89.9))).toBeNull();
  expect(refusal(ago(200), ago(90))).toBe('rating.time_over');
  expect(refusal(ago(200), null, true)).toBe('rating.given');
});
