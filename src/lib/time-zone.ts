import { useSyncExternalStore } from 'react';
import { announcer } from '@/lib/announcer.ts';

/*
 * The zone that dates are shown and typed in: the account's while somebody is signed in, so that an event has one date in
 * every browser and in mails; the browser's own before.
 */

let ofAccount: string | null = null;
const { announce, subscribe } = announcer();

/** The zone that the browser takes from its system. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** One that this browser does not know is none. */
function known(zone: string | null): string | null {
  try {
    return zone === null ? null : new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Null when nobody is signed in, or the account has chosen none. */
export function setAccountTimeZone(zone: string | null): void {
  const next = known(zone);
  if (next === ofAccount) return;
  ofAccount = next;
  announce();
}

export const shownTimeZone = (): string => ofAccount ?? localTimeZone();

export function useTimeZone(): string {
  return useSyncExternalStore(subscribe, shownTimeZone, localTimeZone);
}

/** What calendar and clock on the wall say; the month counts from 1. */
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

export function wallTimeOf(at: Date, zone = shownTimeZone()): WallTime {
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

/** How far the zone is ahead of UTC at this moment. */
const aheadAt = (at: number, zone: string): number =>
  asIfUtc(wallTimeOf(new Date(at), zone)) - Math.floor(at / MINUTE) * MINUTE;

/**
 * The moment at which the wall says this; a day or month too large runs over into the next. Of an hour that comes twice, the
 * first; an hour that is left out in spring is read by the clock of before.
 */
export function instantOf(wall: WallTime, zone = shownTimeZone()): Date {
  const utc = asIfUtc(wall);
  const [before, after] = [aheadAt(utc - DAY, zone), aheadAt(utc + DAY, zone)];
  const candidates = [utc - before, utc - after].filter((at) => at + aheadAt(at, zone) === utc);
  return new Date(candidates.length > 0 ? Math.min(...candidates) : utc - before);
}
