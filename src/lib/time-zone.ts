import { useSyncExternalStore } from 'react';
import { announcer } from '@/lib/announcer.ts';

/*
 * The time zone of displayed and typed dates: the account's while the user is signed in, so that an event has one date
 * in every browser and in mails; otherwise the browser's.
 */

let ofAccount: string | null = null;
const { announce, subscribe } = announcer();

/** The time zone of the browser's system. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A zone that this browser does not support counts as none. */
function known(zone: string | null): string | null {
  try {
    return zone === null ? null : new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Null without a session, or if the account has chosen none. */
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

/** The offset of the zone from UTC at this time. */
const aheadAt = (at: number, zone: string): number =>
  asIfUtc(wallTimeOf(new Date(at), zone)) - Math.floor(at / MINUTE) * MINUTE;

/**
 * The instant of a local date and time; a day or month too large runs over into the next. Of an hour that occurs twice,
 * the first; an hour that is skipped in spring is read with the offset before it.
 */
export function instantOf(wall: WallTime, zone = shownTimeZone()): Date {
  const utc = asIfUtc(wall);
  const [before, after] = [aheadAt(utc - DAY, zone), aheadAt(utc + DAY, zone)];
  const candidates = [utc - before, utc - after].filter((at) => at + aheadAt(at, zone) === utc);
  return new Date(candidates.length > 0 ? Math.min(...candidates) : utc - before);
}
