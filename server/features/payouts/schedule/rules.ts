import type { Currency } from '../../../core/money.ts';
import { PAYOUT_MINIMUM } from '../../policies/rules.ts';

/** How often the platform pays out by itself; `manual`: never. */
export const SCHEDULES = ['manual', 'daily', 'weekly', 'monthly'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** A monthly schedule names a day that every month has. */
export const LAST_MONTH_DAY = 28;
/** Scheduled payouts are requested at this hour, universal time: the banks of Europe take orders of the same day then. */
const HOUR = 7;
const DAY_MS = 24 * 3_600_000;

/** Monday is 1. */
const weekday = (at: Date): number => ((at.getUTCDay() + 6) % 7) + 1;

/** Whether a day fits its schedule: a weekday for weekly, a day of every month for monthly, none else. */
export function dayFits(schedule: Schedule, day: number | null): boolean {
  if (schedule === 'weekly') return day !== null && day >= 1 && day <= 7;
  if (schedule === 'monthly') return day !== null && day >= 1 && day <= LAST_MONTH_DAY;
  return day === null;
}

/** The first payout of a schedule after that moment; null without one. */
export function nextPayoutAt(schedule: Schedule, day: number | null, after: Date): Date | null {
  if (schedule === 'manual') return null;
  const at = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate(), HOUR));
  const fits = (): boolean =>
    at.getTime() > after.getTime() &&
    (schedule === 'daily' || (schedule === 'weekly' ? weekday(at) : at.getUTCDate()) === day);
  while (!fits()) at.setTime(at.getTime() + DAY_MS);
  return at;
}

/**
 * The next time of a schedule some of whose money waits for a bank account that is too new. `waits`: of each currency that has
 * money, until when it waits; null: it does not. Money that waits leaves with the end of the wait, not at the regular time after
 * it, and no time is named at which all of it would still wait.
 */
export function nextWithWaits(regular: Date | null, waits: readonly (Date | null)[]): Date | null {
  const ends = waits.filter((end) => end !== null).toSorted((a, b) => a.getTime() - b.getTime());
  const [first] = ends;
  if (!first) return regular;
  return !regular || ends.length === waits.length || first < regular ? first : regular;
}

/** The least that the schedule pays out: the payee's own minimum counts in the currency of its account. */
export const scheduledMinimum = (
  currency: Currency,
  account: { currency: Currency; scheduleMinimum: number | null },
): number => Math.max(PAYOUT_MINIMUM[currency], currency === account.currency ? (account.scheduleMinimum ?? 0) : 0);
