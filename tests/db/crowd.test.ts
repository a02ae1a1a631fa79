import { expect, test } from 'vitest';
import { DEMO_CITIES } from '../../db/seed/demo-cities.ts';
import { CREATORS } from '../../db/seed/cast-creators.ts';
import { audienceOf, crowd, CROWD_SIZE, daysOf } from '../../db/seed/demo/crowd.ts';
import { creatorInput } from '../../server/features/creators/schema.ts';

const people = crowd();

test('the creators beside the cast are the same each time, in every city of the demo', () => {
  expect(people).toHaveLength(CROWD_SIZE);
  expect(crowd()).toEqual(people);
  const counts = DEMO_CITIES.map(({ id }) => people.filter((one) => one.placeId === id).length);
  expect(counts[0]).toBe(180);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(90);
  expect(new Set([...people, ...CREATORS.map(({ profile }) => profile)].map(({ handle }) => handle)).size).toBe(
    CROWD_SIZE + CREATORS.length,
  );
});

test('their profiles are ones that a form would save, and few share a text', () => {
  const fields = creatorInput.pick({ handle: true, headline: true, bio: true, niches: true, languages: true });
  for (const { handle, headline, bio, niches, languages } of people)
    expect(fields.safeParse({ handle, headline, bio, niches, languages }).error).toBeUndefined();
  expect(people.filter(({ headline, bio }) => /[{}]/u.test(headline + bio))).toEqual([]);
  expect(new Set(people.map(({ bio }) => bio)).size).toBeGreaterThan(CROWD_SIZE * 0.95);
});

test('10k followers and 5%+ engagement in Lyon finds about ten, cast included', () => {
  const accounts = [
    ...people.filter(({ placeId }) => placeId === DEMO_CITIES[0].id).map((one) => one.accounts),
    ...CREATORS.filter(({ profile }) => profile.city === 'Lyon').map(({ profile }) => profile.platforms),
  ];
  const found = accounts.filter((own) => own.some((one) => one.followers >= 10_000 && one.engagementBps >= 500));
  expect(found.length).toBeGreaterThanOrEqual(7);
  expect(found.length).toBeLessThanOrEqual(13);
});

test('sizes, engagement and prices follow the published tiers', () => {
  const own = people.flatMap(({ accounts }) => accounts);
  const small = people.filter(({ accounts }) => accounts[0]!.followers < 10_000).length;
  expect(small / CROWD_SIZE).toBeGreaterThan(0.7);
  const median = (from: number, to: number): number => {
    const rates = own
      .filter((one) => one.platform === 'instagram' && one.followers > from && one.followers <= to)
      .map((one) => one.engagementBps)
      .toSorted((a, b) => a - b);
    return rates[Math.floor(rates.length / 2)]!;
  };
  expect(median(0, 5_000)).toBeGreaterThan(338);
  expect(median(0, 5_000)).toBeLessThan(442);
  expect(median(10_000, 50_000)).toBeGreaterThan(80);
  expect(median(10_000, 50_000)).toBeLessThan(115);
  const dollars = people.flatMap(({ accounts, rates }) =>
    rates
      .filter((rate) => rate.currency === 'USD' && rate.format === 'reel' && accounts[0]!.followers < 10_000)
      .map((rate) => rate.amount),
  );
  expect(dollars.filter((amount) => amount < 1_000 || amount > 10_000).length).toBeLessThan(dollars.length * 0.1);
});

test('the days of an account end with what it has today, and no day is missing', () => {
  for (const [key, one] of people[0]!.accounts.entries()) {
    const days = daysOf(one, key, 90);
    expect(days.map(({ daysAgo }) => daysAgo)).toEqual(Array.from({ length: 90 }, (_, i) => 89 - i));
    expect(days.at(-1)!.followers).toBe(one.followers);
    expect(days.filter(({ posts, daysAgo }) => posts > 0 && daysAgo < one.daysSincePost)).toEqual([]);
  }
});

test('only Instagram shares who follows them, and each trait adds up to the whole', () => {
  for (const one of people.slice(0, 200))
    for (const account of one.accounts) {
      const shares = audienceOf(account, one);
      expect(new Set(shares.map(({ kind }) => kind)).size).toBe(account.platform === 'instagram' ? 3 : 0);
      for (const trait of new Set(shares.map(({ kind }) => kind))) {
        const sum = shares.filter(({ kind }) => kind === trait).reduce((all, { shareBps }) => all + shareBps, 0);
        expect(Math.abs(sum - 10_000)).toBeLessThanOrEqual(5);
      }
    }
});
