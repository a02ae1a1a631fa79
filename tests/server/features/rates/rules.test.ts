import { describe, expect, it, test } from 'vitest';
import {
  CHECK_RATES,
  goldenCases,
  goldenDifferences,
  insideLadder,
  notMonotone,
  plainInput,
} from '../../../../scripts/lib/rates-check.ts';
import { fairRate, roundRate, tierOf } from '../../../../server/features/rates/rules.ts';
import { rateText, readRateText } from '../../../../src/lib/rate-text.ts';

test('forty golden cases give the prices that were computed beside the formula', () => {
  expect(goldenCases()).toHaveLength(40);
  expect(goldenDifferences()).toEqual([]);
});

test('more followers or more engagement never cost less', () => {
  expect(notMonotone()).toEqual([]);
});

test('at least 90 % of a grid of followers and engagement are inside the published prices', () => {
  const { inside, of } = insideLadder();
  expect(of).toBeGreaterThan(2_000);
  expect(inside / of).toBeGreaterThanOrEqual(0.9);
});

describe('the lines of a rate', () => {
  const input = plainInput('instagram', 22_000, 240);

  it('end at the fair price, and low and high stand on either side', () => {
    const rate = fairRate(
      {
        ...input,
        format: 'reel',
        rights: { use: 'paid_ads', days: 60 },
        exclusivityDays: 30,
        niche: 'coffee',
        country: 'FR',
      },
      CHECK_RATES,
    );
    expect(rate.lines.map(({ id, factor }) => [id, factor])).toEqual([
      ['views', null],
      ['cpm', null],
      ['format', 12_000],
      ['engagement', 10_000],
      ['niche', 10_000],
      ['place', 10_000],
      ['rights', 15_000],
      ['exclusivity', 13_000],
    ]);
    // 22,000 × .667 views × 15 dollars ÷ 1,000 = 220.11; × 1.2 × 1.5 × 1.3.
    expect(rate.lines[1]!.amount).toBe(22_000);
    expect(rate.fair).toBe(51_500);
    expect(rate.lines.at(-1)!.amount).toBe(rate.fair);
    expect(rate.low).toBeLessThan(rate.fair);
    expect(rate.high).toBeGreaterThan(rate.fair);
  });

  it('say where a figure is from, and that views without a measurement are an estimate', () => {
    const own = fairRate({ ...input, views: { value: 9_000, source: 'manual' } }, CHECK_RATES);
    expect(own.lines[0]).toMatchObject({ source: 'manual', data: { views: 9_000 } });
    expect(fairRate(input, CHECK_RATES).lines[0]).toMatchObject({ source: 'estimate' });
  });

  it('blend comparable deals by n ÷ (n + 30)', () => {
    const plain = fairRate(input, CHECK_RATES);
    const blended = fairRate({ ...input, deals: { n: 30, median: 44_000 } }, CHECK_RATES);
    expect(blended.fair).toBe(roundRate((22_011 + 44_000) / 2, 'USD'));
    expect(blended.fair).toBeGreaterThan(plain.fair);
  });

  it('are refused for a currency without reference rate and for a format without published price', () => {
    expect(() => fairRate({ ...input, currency: 'KWD' }, CHECK_RATES)).toThrow(RangeError);
    expect(() => fairRate({ ...input, format: 'article' }, CHECK_RATES)).toThrow(RangeError);
  });
});

test('tiers begin at their number of followers', () => {
  expect([0, 9_999, 10_000, 50_000, 500_000, 1_000_000].map(tierOf)).toEqual([
    'nano',
    'nano',
    'micro',
    'mid',
    'macro',
    'mega',
  ]);
});

test('a rate is rounded to three digits in the steps of its currency', () => {
  expect(roundRate(123_456, 'EUR')).toBe(123_000);
  expect(roundRate(897.4, 'EUR')).toBe(897);
  expect(roundRate(12_344, 'KWD') % 10).toBe(0);
  expect(roundRate(0.2, 'JPY')).toBe(1);
});

test('an address carries a rate into an offer, and nothing else is read as one', () => {
  const rate = {
    platform: 'instagram',
    format: 'reel',
    currency: 'EUR',
    amount: 45_000,
    use: 'organic',
    days: 90,
    exclusivityDays: 0,
  } as const;
  expect(readRateText(rateText(rate))).toEqual(rate);
  for (const text of [
    '',
    'instagram.reel.EUR.45000.organic.90',
    'instagram.reel.EUR.-1.organic.90.0',
    'x.reel.EUR.45000.organic.90.0',
    'instagram.reel.EUR.45000.organic.0.0',
  ])
    expect(readRateText(text)).toBeNull();
});
