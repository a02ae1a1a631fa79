import { afterEach, describe, expect, test } from 'vitest';
import { noticeValues } from '../../../server/features/notifications/rules.ts';
import { dateText, dateValue } from '../../../src/components/form/DateField.tsx';
import { newMilestone } from '../../../src/components/terms/terms-values.ts';
import { createFormat } from '../../../src/lib/format.ts';
import { localTimeZone, instantOf, setAccountTimeZone, shownTimeZone, wallTimeOf } from '../../../src/lib/time-zone.ts';

afterEach(() => setAccountTimeZone(null));

test("the account's zone is used while signed in; an unknown one, or none, leaves the browser's", () => {
  expect(shownTimeZone()).toBe(localTimeZone());
  setAccountTimeZone('Asia/Tokyo');
  expect(shownTimeZone()).toBe('Asia/Tokyo');
  setAccountTimeZone('Mars/Olympus');
  expect(shownTimeZone()).toBe(localTimeZone());
});

test('one moment has one date: on screens, in date fields and in notices', () => {
  // 23 November in Paris, still the 22nd on a browser in UTC.
  const at = new Date('2026-11-22T23:10:00.000Z');
  setAccountTimeZone('Europe/Paris');
  expect(createFormat('en', shownTimeZone()).dateTime(at, at)).toBe('Mon 23 Nov, 00:10');
  expect(dateText(at, 'dateTime')).toBe('2026-11-23T00:10');
  expect(noticeValues({ deadlineAt: at.toISOString() }, 'en', shownTimeZone()).deadlineAt).toContain('23 Nov');
});

test("what is typed is meant in the account's zone: a day ends at its last minute there", () => {
  expect(dateValue('2026-11-23', 'end', 'Asia/Tokyo')?.toISOString()).toBe('2026-11-23T14:59:00.000Z');
  expect(dateValue('2026-11-23', 'start', 'America/Los_Angeles')?.toISOString()).toBe('2026-11-23T08:00:00.000Z');
  expect(dateValue('2026-07-01T09:30', 'dateTime', 'Europe/Paris')?.toISOString()).toBe('2026-07-01T07:30:00.000Z');
  setAccountTimeZone('Pacific/Auckland');
  expect(newMilestone(7, new Date('2026-11-22T12:00:00.000Z')).dueAt?.toISOString()).toBe('2026-11-30T10:59:00.000Z');
});

describe('wall time and moment', () => {
  const ZONES = [
    'UTC',
    'Europe/Paris',
    'America/New_York',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ];
  test.each(ZONES)("are each other's reverse in %s, through a year with its changes of the clock", (zone) => {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 3_600_000 + 13 * 60_000) {
      const wall = wallTimeOf(new Date(at), zone);
      const back = instantOf(wall, zone);
      expect(wallTimeOf(back, zone)).toEqual(wall);
      // Only of an hour that comes twice the first one is taken.
      expect([0, 30, 60]).toContain((at - back.getTime()) / 60_000);
    }
  });

  test('an hour that comes twice is the first, one that is left out is read by the clock of before, and days run over', () => {
    expect(instantOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, 'Europe/Paris').toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    );
    expect(instantOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 }, 'Europe/Paris').toISOString()).toBe(
      '2026-03-29T01:30:00.000Z',
    );
    expect(instantOf({ year: 2026, month: 1, day: 32, hour: 0, minute: 0 }, 'UTC').toISOString()).toBe(
      '2026-02-01T00:00:00.000Z',
    );
  });
});
