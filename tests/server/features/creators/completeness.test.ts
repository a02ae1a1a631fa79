import { expect, test } from 'vitest';
import {
  completenessOf,
  COMPARED_BY,
  FULL_WORKS,
  STEPS,
  WORTH,
  type ProfileFacts,
} from '../../../../server/features/creators/completeness/rules.ts';
import { FULL_PORTFOLIO } from '../../../../server/features/portfolio/rules.ts';
import { WEIGHTS } from '../../../../server/features/matching/rules.ts';

const EMPTY: ProfileFacts = {
  photo: false,
  headline: false,
  bio: false,
  niches: 0,
  languages: 0,
  city: false,
  service: false,
  rates: 0,
  connected: 0,
  works: 0,
};
const WHOLE: ProfileFacts = {
  photo: true,
  headline: true,
  bio: true,
  niches: 1,
  languages: 1,
  city: true,
  service: true,
  rates: 1,
  connected: 1,
  works: 6,
};

test('an empty profile has no points, a whole one a hundred, and more than whole changes nothing', () => {
  expect(completenessOf(EMPTY)).toMatchObject({ score: 0, next: 'niches' });
  expect(completenessOf(WHOLE)).toMatchObject({ score: 100, next: null });
  expect(completenessOf({ ...WHOLE, works: 30, niches: 5 }).score).toBe(100);
  expect(STEPS.reduce((sum, step) => sum + WORTH[step], 0)).toBe(100);
});

test('six works are a full portfolio, each of them counts, and the fact that is missing names the next step', () => {
  const scores = [0, 1, 3, 5, 6].map((works) => completenessOf({ ...WHOLE, works }).score);
  expect(scores).toEqual([90, 91, 95, 98, 100]);
  expect(completenessOf({ ...WHOLE, works: 5 }).next).toBe('portfolio');
  expect(completenessOf({ ...WHOLE, connected: 0, works: 5 }).next).toBe('account');
  expect(FULL_WORKS).toBe(FULL_PORTFOLIO);
});

test('a step that is compared names a part of the fit with a weight', () => {
  for (const part of Object.values(COMPARED_BY)) expect(WEIGHTS[part]).toBeGreaterThan(0);
});
