import { expect, expectTypeOf, test } from 'vitest';
import { cellOf, percentileOf } from '../../../../server/features/creators/benchmarks/rules.ts';
import type { cellFigures } from '../../../../server/features/creators/queries/evidence.ts';
import type { Engagement } from '../../../../server/features/creators/schema.ts';

test('an account is compared with its network, formula and size, and below 1,000 followers with none', () => {
  expect(cellOf('instagram', 'er_f', 999)).toBeNull();
  expect(cellOf('instagram', 'er_f', 9_999)).toEqual({
    platform: 'instagram',
    formula: 'er_f',
    followersFrom: 5_000,
    followersTo: 10_000,
  });
  expect(cellOf('tiktok', 'er_v', 4_000_000)).toMatchObject({ followersFrom: 1_000_000, followersTo: null });
});

test('a rate is compared in a cell of its own formula: the types refuse another one', () => {
  const [ofFollowers, ofViews] = [cellOf('instagram', 'er_f', 9_999)!, cellOf('tiktok', 'er_v', 9_999)!];
  expectTypeOf<Parameters<typeof cellFigures<'er_f'>>[1]>().toEqualTypeOf(ofFollowers);
  expectTypeOf<Parameters<typeof cellFigures<'er_f'>>[1]>().not.toEqualTypeOf(ofViews);
  expectTypeOf<Parameters<typeof cellFigures<'er_f'>>[2]>().not.toEqualTypeOf<Engagement<'er_v'>>();
});

test('a percentile counts the accounts below, and never says more than they are', () => {
  expect(
    [
      [0, 200],
      [199, 200],
      [166, 201],
      [200, 200],
      [0, 0],
    ].map(([below, n]) => percentileOf({ below: below!, n: n! })),
  ).toEqual([0, 99, 82, 100, 0]);
});
