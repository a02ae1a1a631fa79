import { durationMs, plus } from './clock.ts';
import { instantOf, wallTimeOf } from './zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Monday to Friday; public holidays are days like any other. */
const isWorkingDay = (year: number, month: number, day: number): boolean => {
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return weekday >= 1 && weekday <= 5;
};

/** So many working days later in that zone, at the same local time. */
export function plusWorkingDays(at: Date, days: number, zone: string): Date {
  if (days === 0) return at;
  const wall = wallTimeOf(at, zone);
  let { day } = wall;
  for (let left = days; left > 0;) {
    day += 1;
    if (isWorkingDay(wall.year, wall.month, day)) left -= 1;
  }
  return new Date(instantOf({ ...wall, day }, zone).getTime() + (at.getTime() % MINUTE_MS));
}

/**
 * A clock's end. With a zone each 24 hours of it are a working day; what is left over is counted first, in hours, so that
 * it ends on a working day.
 */
export function plusCounted(at: Date, iso: string, zone: string | undefined): Date {
  if (!zone) return plus(at, iso);
  const ms = durationMs(iso);
  return plusWorkingDays(new Date(at.getTime() + (ms % DAY_MS)), Math.floor(ms / DAY_MS), zone);
}

/** The longest that a clock can last, whenever it begins: with the weekends on the way and a change of the local time. */
export function longestMs(iso: string, zone: string | undefined): number {
  const ms = durationMs(iso);
  const days = Math.floor(ms / DAY_MS);
  return zone && days > 0 ? ms + 2 * Math.ceil(days / 5) * DAY_MS + HOUR_MS : ms;
}

/** The same duration in days where it is a whole number of them: "PT72H" is "P3D". */
export const inDays = (iso: string): string => {
  const ms = durationMs(iso);
  return ms > 0 && ms % DAY_MS === 0 ? `P${ms / DAY_MS}D` : iso;
};
