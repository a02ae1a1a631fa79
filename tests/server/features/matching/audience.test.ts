import { expect, test } from 'vitest';
import {
  audiencePart,
  sharesWithin,
  TRAITS,
  wantedTraits,
  wholeAudience,
  type AudienceTarget,
} from '../../../../server/features/matching/audience/rules.ts';

const target = (own: Partial<AudienceTarget> = {}): AudienceTarget => ({
  country: 'FR',
  ageMin: 20,
  ageMax: 45,
  genders: ['female'],
  ...own,
});
const AUDIENCE = {
  'country:FR': 6_200,
  'country:BE': 1_100,
  'gender:female': 7_100,
  'gender:male': 2_600,
  'gender:unknown': 300,
  'age:13-17': 700,
  'age:18-24': 2_800,
  'age:25-34': 3_500,
  'age:35-44': 2_000,
  'age:45-54': 700,
  'age:55+': 300,
};
const partOf = (audience: Record<string, number>, of: AudienceTarget): number | null =>
  audiencePart(sharesWithin(audience, of), wantedTraits(of));

test('a share counts the country, the ages of each band that lie in the range, and the gender', () => {
  // Five of the seven years of 18–24, all of 25–34 and 35–44, one of the ten of 45–54.
  const age = (2_800 * (5 / 7) + 3_500 + 2_000 + 70) / 10_000;
  expect(sharesWithin(AUDIENCE, target())).toEqual({ country: 0.62, age: expect.closeTo(age, 9), gender: 0.71 });
  expect(sharesWithin(AUDIENCE, target({ ageMin: null, ageMax: 17 })).age).toBeCloseTo(0.07);
  expect(sharesWithin(AUDIENCE, target({ ageMin: 55, ageMax: null })).age).toBeCloseTo(0.03);
  expect(sharesWithin(AUDIENCE, target({ ageMin: 55, ageMax: 64 })).age).toBeCloseTo(0.015);
});

test('networks that name the ages from 55 on by two bands are read as they are', () => {
  const { age } = sharesWithin({ 'age:55-64': 300, 'age:65+': 200 }, target({ ageMin: 60, ageMax: null }));
  expect(age).toBeCloseTo((150 + 200) / 10_000);
});

// 1 − JSD in bits of (1, 0) and (s, 1 − s), computed by hand for each s.
test.each([
  [1, 1],
  [0.9, 0.948101],
  [0.8, 0.891968],
  [0.5, 0.688722],
  [0.25, 0.451205],
  [0.1, 0.241723],
  [0, 0],
])('a share of %f within the target makes a part of %f', (share, part) => {
  expect(audiencePart({ country: share, age: null, gender: null }, ['country'])).toBeCloseTo(part, 6);
});

test('the shares of country, age and gender count together', () => {
  expect(audiencePart({ country: 1, age: 0.5, gender: 0.5 }, TRAITS)).toBeCloseTo(0.451205, 6);
  expect(audiencePart({ country: 0.8, age: 1, gender: 1 }, TRAITS)).toBeCloseTo(0.891968, 6);
  expect(partOf(AUDIENCE, target())).toBeCloseTo(0.54075, 6);
});

test('a trait that is not known counts as the others do, and none known is no part', () => {
  const all = audiencePart({ country: 0.8, age: 0.8, gender: 0.8 }, TRAITS);
  expect(audiencePart({ country: 0.8, age: null, gender: 0.8 }, TRAITS)).toBeCloseTo(all!, 9);
  expect(audiencePart({ country: 0.8, age: null, gender: null }, TRAITS)).toBeCloseTo(all!, 9);
  expect(partOf({}, target())).toBeNull();
  expect(partOf({ 'gender:female': 5_000 }, target({ genders: [] }))).toBeNull();
});

test('a trait without a target is not compared', () => {
  expect(wantedTraits(target({ country: null, genders: [] }))).toEqual(['age']);
  expect(wantedTraits({ country: null, ageMin: null, ageMax: null, genders: [] })).toEqual([]);
  expect(partOf(AUDIENCE, target({ ageMin: null, ageMax: null, genders: [] }))).toBeCloseTo(
    audiencePart({ country: 0.62, age: null, gender: null }, ['country'])!,
    9,
  );
});

test('an audience that is whole within the target has a part of one', () => {
  for (const own of [{}, { ageMin: null }, { ageMax: null }, { country: null }, { genders: [] }])
    expect(partOf(wholeAudience(target(own)), target(own))).toBeCloseTo(1, 9);
});
