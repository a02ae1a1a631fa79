import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { durationMs } from '../../../server/core/clock.ts';
import { inDays, longestMs, plusCounted, plusWorkingDays } from '../../../server/core/working-days.ts';
import { isZone, wallTimeOf } from '../../../server/core/zone.ts';

const PARIS = 'Europe/Paris';
const iso = (at: string, days: number, zone = PARIS) => plusWorkingDays(new Date(at), days, zone).toISOString();

describe('working days', () => {
  test('are Monday to Friday, and end at the same local time, to the second', () => {
    expect(iso('2026-11-26T09:15:07.250Z', 1)).toBe('2026-11-27T09:15:07.250Z');
    expect(iso('2026-11-27T09:15:07Z', 1), 'from Friday').toBe('2026-11-30T09:15:07.000Z');
    expect(iso('2026-11-28T09:00:00Z', 1), 'from Saturday').toBe('2026-11-30T09:00:00.000Z');
    expect(iso('2026-11-29T09:00:00Z', 5), 'from Sunday').toBe('2026-12-04T09:00:00.000Z');
    expect(iso('2026-11-27T09:00:00Z', 5)).toBe('2026-12-04T09:00:00.000Z');
    expect(iso('2026-11-27T09:00:00Z', 0)).toBe('2026-11-27T09:00:00.000Z');
  });
  test('are those of the zone, not of the reader: late on Friday in Paris is Saturday in Tokyo', () => {
    expect(iso('2026-11-27T22:00:00Z', 1, PARIS)).toBe('2026-11-30T22:00:00.000Z');
    expect(iso('2026-11-27T22:00:00Z', 1, 'Asia/Tokyo')).toBe('2026-11-29T22:00:00.000Z');
  });
  test('public holidays count as days', () => {
    expect(iso('2026-12-24T10:00:00Z', 1)).toBe('2026-12-25T10:00:00.000Z');
  });
  test('keep the local time over both changes of daylight saving', () => {
    // Clocks go forward on Sunday 28 March 2027 and back on Sunday 31 October 2027.
    expect(iso('2027-03-26T08:00:00Z', 1)).toBe('2027-03-29T07:00:00.000Z');
    expect(iso('2027-10-29T07:00:00Z', 1)).toBe('2027-11-01T08:00:00.000Z');
  });
  test('pass 29 February in a leap year, and only there', () => {
    expect(iso('2028-02-28T10:00:00Z', 1)).toBe('2028-02-29T10:00:00.000Z');
    expect(iso('2027-02-26T10:00:00Z', 1)).toBe('2027-03-01T10:00:00.000Z');
  });
});

test('a clock below a day stays one of hours; what is more than whole days is counted first', () => {
  const friday = new Date('2026-11-27T20:00:00Z');
  expect(plusCounted(friday, 'PT2H', PARIS).toISOString()).toBe('2026-11-27T22:00:00.000Z');
  expect(plusCounted(friday, 'PT36H', PARIS).toISOString()).toBe('2026-11-30T08:00:00.000Z');
  expect(plusCounted(friday, 'PT72H', PARIS).toISOString()).toBe('2026-12-02T20:00:00.000Z');
  expect(plusCounted(friday, 'PT72H', undefined).toISOString()).toBe('2026-11-30T20:00:00.000Z');
  expect(inDays('PT72H')).toBe('P3D');
  expect(inDays('PT36H')).toBe('PT36H');
});

test('no clock lasts longer than its longest, whenever it begins and wherever', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2029, 0, 1) }),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(PARIS, 'America/Los_Angeles', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC'),
      (begin, days, zone) => {
        const at = new Date(begin);
        const end = plusCounted(at, `P${days}D`, zone);
        expect(end.getTime() - begin).toBeLessThanOrEqual(longestMs(`P${days}D`, zone));
        expect(end.getTime() - begin).toBeGreaterThanOrEqual(durationMs(`P${days}D`) - 3_600_000 - 2 * 86_400_000);
        const { year, month, day } = wallTimeOf(end, zone);
        expect([0, 6]).not.toContain(new Date(Date.UTC(year, month - 1, day)).getUTCDay());
      },
    ),
    { numRuns: 200 },
  );
});

test('a zone is one that this runtime has', () => {
  expect([PARIS, 'UTC', '', 'Mars/Olympus', 'Europe/Nowhere'].map(isZone)).toEqual([true, true, false, false, false]);
});
