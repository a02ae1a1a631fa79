import { useSyncExternalStore } from 'react';
import { instantOf as instantIn, wallTimeOf as wallTimeIn, type WallTime } from '../../server/core/zone.ts';
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

export const wallTimeOf = (at: Date, zone = shownTimeZone()): WallTime => wallTimeIn(at, zone);

/** The instant of a local date and time, in the zone that is shown. */
export const instantOf = (wall: WallTime, zone = shownTimeZone()): Date => instantIn(wall, zone);
