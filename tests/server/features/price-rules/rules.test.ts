import { expect, test } from 'vitest';
import { ruledPrice, stepTowards } from '../../../../server/features/price-rules/rules.ts';
import { pricePolicy, type PriceFacts, type PriceRule } from '../../../../server/features/price-rules/schema.ts';

const FACTS: PriceFacts = {
  at: new Date('2026-11-26T10:00:00Z'),
  hours: 240,
  rights: { use: 'organic', days: 90 },
  exclusivityDays: 0,
  pieces: 1,
  busyBps: 0,
};
const rule = (kind: PriceRule['kind'], threshold: number, bps: number, more: Partial<PriceRule> = {}): PriceRule => ({
  kind,
  threshold,
  bps,
  from: 1,
  to: 12,
  less: false,
  ...more,
});
const price = (rules: PriceRule[], facts: Partial<PriceFacts> = {}, base = 40_000) =>
  ruledPrice(base, { rules, floorBps: 7_000, ceilingBps: 15_000 }, { ...FACTS, ...facts }, 'EUR');

test('a rule counts from its threshold on, and only the strictest of its kind', () => {
  const rush = [rule('rush', 72, 2_000), rule('rush', 24, 4_000)];
  expect(price(rush, { hours: 72 }).price).toBe(40_000);
  expect(price(rush, { hours: 71 }).price).toBe(48_000);
  expect(price(rush, { hours: 12 })).toMatchObject({ price: 56_000, lines: [{ kind: 'rush', threshold: 24 }] });
  expect(price(rush, { hours: null }).price, 'no date, no rush').toBe(40_000);
  const rights = [rule('rights', 90, 3_000)];
  expect(price(rights, { rights: { use: 'organic', days: 365 } }).price).toBe(40_000);
  expect(price(rights, { rights: { use: 'paid_ads', days: 90 } }).price).toBe(52_000);
  expect(price([rule('volume', 3, 1_000)], { pieces: 3 }).price, 'volume lowers').toBe(36_000);
  expect(price([rule('demand', 80, 1_500)], { busyBps: 7_999 }).price).toBe(40_000);
  expect(price([rule('demand', 80, 1_500)], { busyBps: 8_000 }).price).toBe(46_000);
});

test('a season may pass the turn of the year, and may lower the price', () => {
  const winter = [rule('season', 0, 1_000, { from: 11, to: 2, less: true })];
  expect(price(winter).price).toBe(36_000);
  expect(price(winter, { at: new Date('2026-01-31T00:00:00Z') }).price).toBe(36_000);
  expect(price(winter, { at: new Date('2026-03-01T00:00:00Z') }).price).toBe(40_000);
});

test('floor and ceiling bound what the rules multiply to, and the line says so', () => {
  const all = [rule('rush', 168, 10_000), rule('exclusivity', 30, 5_000)];
  expect(price(all, { hours: 20, exclusivityDays: 30 })).toMatchObject({
    price: 60_000,
    lines: [{ kind: 'rush' }, { kind: 'exclusivity', amount: 120_000 }, { kind: 'ceiling' }],
  });
  expect(price([rule('volume', 2, 5_000)], { pieces: 9 })).toMatchObject({
    price: 28_000,
    lines: [{}, { kind: 'floor' }],
  });
});

test('a price moves by at most 15 % a day, in the steps of its currency, and not for a trifle', () => {
  const up = price([rule('season', 0, 5_000)]);
  expect(stepTowards(40_000, up, 'EUR')).toMatchObject({ price: 46_000, lines: [{}, { kind: 'step' }] });
  expect(stepTowards(46_000, up, 'EUR')).toMatchObject({ price: 52_900 });
  expect(stepTowards(59_000, up, 'EUR')).toMatchObject({ price: 60_000, lines: [{ kind: 'season' }] });
  expect(stepTowards(60_000, up, 'EUR')).toBeNull();
  expect(stepTowards(59_500, up, 'EUR'), 'below one percent').toBeNull();
  const yen = ruledPrice(
    40_000,
    { rules: [rule('season', 0, 333)], floorBps: 7_000, ceilingBps: 15_000 },
    FACTS,
    'JPY',
  );
  expect(Number.isInteger(yen.price)).toBe(true);
});

test('a rule outside its bounds is refused at its field', () => {
  const read = (rules: unknown[]) =>
    pricePolicy.safeParse({ active: true, automatic: false, rules, floorBps: 7_000, ceilingBps: 15_000 });
  const issue = (one: PriceRule) => read([one]).error?.issues[0]?.path.join('.');
  expect(issue(rule('rush', 11, 2_000))).toBe('rules.0.threshold');
  expect(issue(rule('demand', 101, 2_000))).toBe('rules.0.threshold');
  expect(issue(rule('volume', 3, 5_001))).toBe('rules.0.bps');
  expect(issue(rule('season', 0, 5_001, { less: true }))).toBe('rules.0.bps');
  expect(read([rule('season', 0, 5_001)]).success).toBe(true);
  expect(read(Array.from({ length: 13 }, () => rule('rush', 72, 2_000))).success).toBe(false);
});
