import { describe, expect, test } from 'vitest';
import {
  dayFits,
  LAST_MONTH_DAY,
  nextPayoutAt,
  scheduledMinimum,
  type Schedule,
} from '../../../../../server/features/payouts/schedule/rules.ts';
import { accountFix } from '../../../../../server/features/payouts/rules.ts';

const at = (iso: string) => new Date(iso);

describe('the next scheduled payout', () => {
  test.each<[Schedule, number | null, string, string | null]>([
    ['manual', null, '2026-11-26T08:00:00Z', null],
    ['daily', null, '2026-11-26T06:59:59Z', '2026-11-26T07:00:00.000Z'],
    ['daily', null, '2026-11-26T07:00:00Z', '2026-11-27T07:00:00.000Z'],
    // 26 November 2026 is a Thursday.
    ['weekly', 4, '2026-11-26T06:00:00Z', '2026-11-26T07:00:00.000Z'],
    ['weekly', 4, '2026-11-26T08:00:00Z', '2026-12-03T07:00:00.000Z'],
    ['weekly', 7, '2026-11-26T08:00:00Z', '2026-11-29T07:00:00.000Z'],
    ['monthly', 1, '2026-12-31T23:59:59Z', '2027-01-01T07:00:00.000Z'],
    ['monthly', 28, '2028-02-28T08:00:00Z', '2028-03-28T07:00:00.000Z'],
  ])('%s on %s after %s is at %s', (schedule, day, after, next) => {
    expect(nextPayoutAt(schedule, day, at(after))?.toISOString() ?? null).toBe(next);
  });

  test('lies after the moment it is computed at, for every schedule and day', () => {
    for (let hour = 0; hour < 24 * 400; hour += 7) {
      const now = new Date(Date.UTC(2026, 0, 1, hour));
      expect(nextPayoutAt('daily', null, now)!.getTime()).toBeGreaterThan(now.getTime());
      expect(nextPayoutAt('weekly', (hour % 7) + 1, now)!.getTime() - now.getTime()).toBeLessThanOrEqual(
        7 * 86_400_000,
      );
      expect(nextPayoutAt('monthly', (hour % LAST_MONTH_DAY) + 1, now)!.getTime() - now.getTime()).toBeLessThanOrEqual(
        31 * 86_400_000,
      );
    }
  });
});

test('a day belongs to its schedule', () => {
  expect(dayFits('manual', null) && dayFits('daily', null) && dayFits('weekly', 7) && dayFits('monthly', 28)).toBe(
    true,
  );
  expect([dayFits('manual', 1), dayFits('daily', 1), dayFits('weekly', 8), dayFits('weekly', null)]).toEqual(
    Array(4).fill(false),
  );
  expect([dayFits('monthly', 29), dayFits('monthly', null)]).toEqual([false, false]);
});

test('a payee’s own minimum counts in the currency of its account alone, and never below the platform’s', () => {
  const account = { currency: 'EUR' as const, scheduleMinimum: 20_000 };
  expect(scheduledMinimum('EUR', account)).toBe(20_000);
  expect(scheduledMinimum('GBP', account)).toBe(1_000);
  expect(scheduledMinimum('EUR', { ...account, scheduleMinimum: null })).toBe(1_000);
});

test('every reason why an account pays nothing out leads to one act', () => {
  const fix = (state: Parameters<typeof accountFix>[0]['state'], disabledReason: string | null, due = 0) =>
    accountFix({ state, disabledReason, requirements: Array(due).fill('external_account') });
  expect([fix('none', null), fix('enabled', null)]).toEqual([null, null]);
  expect(fix('disabled', 'gone')).toBe('connect_anew');
  expect(fix('disabled', 'rejected.fraud')).toBe('contact_us');
  expect(fix('restricted', 'platform_paused')).toBe('contact_us');
  expect(fix('restricted', 'requirements.past_due', 2)).toBe('complete');
  expect(fix('restricted', 'under_review')).toBe('wait');
});
