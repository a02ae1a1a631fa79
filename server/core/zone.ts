/** True for a time zone that this runtime has. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' && zone !== '';
  } catch {
    return false;
  }
}

/** Local date and time; the month counts from 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    clocks.set(zone, clock);
  }
  return clock;
}

export function wallTimeOf(at: Date, zone: string): WallTime {
  const parts = Object.fromEntries(
    clockIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return {
    year: parts['year'] ?? 0,
    month: parts['month'] ?? 1,
    day: parts['day'] ?? 1,
    hour: parts['hour'] ?? 0,
    minute: parts['minute'] ?? 0,
  };
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

function asIfUtc({ year, month, day, hour, minute }: WallTime): number {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  at.setUTCHours(hour, minute, 0, 0);
  return at.getTime();
}

/** The offset of the zone from UTC at this time. */
const aheadAt = (at: number, zone: string): number =>
  asIfUtc(wallTimeOf(new Date(at), zone)) - Math.floor(at / MINUTE) * MINUTE;

/**
 * The instant of a local date and time; a day or month too large runs over into the next. Of an hour that occurs twice,
 * the first; an hour that is skipped in spring is read with the offset before it.
 */
export function instantOf(wall: WallTime, zone: string): Date {
  const utc = asIfUtc(wall);
  const [before, after] = [aheadAt(utc - DAY, zone), aheadAt(utc + DAY, zone)];
  const candidates = [utc - before, utc - after].filter((at) => at + aheadAt(at, zone) === utc);
  return new Date(candidates.length > 0 ? Math.min(...candidates) : utc - before);
}
