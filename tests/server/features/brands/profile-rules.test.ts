import { expect, test } from 'vitest';
import {
  COMPLETENESS,
  completenessOf,
  contrastOf,
  contrastsOf,
  type CompletenessFacts,
} from '../../../../server/features/brands/rules.ts';
import { firstWanted } from '../../../../server/features/campaigns/draft-rules.ts';

const FULL: CompletenessFacts = {
  description: 'x'.repeat(80),
  hasLogo: true,
  isVerified: true,
  website: 'https://lumen.example',
  niches: 1,
  hasTargets: true,
  locations: 1,
  covers: 1,
  claims: 1,
};

test('the weights of completeness add up to 100, and each part counts its own', () => {
  expect(Object.values(COMPLETENESS.weights).reduce((sum, weight) => sum + weight, 0)).toBe(100);
  expect(completenessOf(FULL)).toEqual({ version: 1, percent: 100, missing: [] });
  expect(completenessOf({ ...FULL, hasLogo: false, covers: 0 })).toEqual({
    version: 1,
    percent: 80,
    missing: ['logo', 'covers'],
  });
  expect(completenessOf({ ...FULL, description: 'Coffee.' }).missing).toEqual(['description']);
});

test('contrast follows WCAG, and is never rounded up to the limit', () => {
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastsOf(['#777777'])).toEqual([{ color: '#777777', white: 4.4, black: 4.6 }]);
});

test('a new campaign begins with what the brand looks for, whatever is stored', () => {
  const usual = firstWanted(null);
  expect(usual).toMatchObject({ niches: [], city: '', followersMin: 1_000, followersMax: 100_000 });
  expect(
    firstWanted({
      niches: ['food'],
      places: [{ city: 'Lyon', country: 'FR' }],
      followersMin: 2_000,
      followersMax: 50_000,
    }),
  ).toMatchObject({ niches: ['food'], city: 'Lyon', followersMin: 2_000, followersMax: 50_000 });
  expect(firstWanted({ followersMin: 500_000 })).toMatchObject({ followersMin: 500_000, followersMax: 500_000 });
  expect(firstWanted({ followersMax: 500 })).toMatchObject({ followersMin: 500, followersMax: 500 });
  expect(firstWanted({ niches: 'food', places: [{}], followersMin: 'many' })).toEqual(usual);
});
