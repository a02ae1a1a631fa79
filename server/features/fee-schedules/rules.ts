import { amountProblem, stepOf, type Currency } from '../../core/money.ts';
import { feeOn, type FeeTerms } from '../ledger/charges/rules.ts';
import type { FeeSchedule } from '../policies/schema.ts';

/** Most of a price that a service fee may take; the database holds it too. */
export const FEE_MAX_BPS = 3_000;
/** A schedule is shown on the payments of so many days before two staff members agree to it. */
export const PREVIEW_DAYS = 30;
export const PREVIEW_MS = PREVIEW_DAYS * 24 * 3_600_000;
/** A schedule comes into force within this time. */
export const AHEAD_MS = 366 * 24 * 3_600_000;

export type FeeProblem = {
  field: string;
  code: 'fee.sums_need_currency' | 'fee.bounds_crossed' | 'fee.off_step' | 'fee.in_past';
};

/** Why these terms cannot come into force at that time, at the field that says so; null when they can. */
export function feeProblem(
  fee: FeeTerms & { currency: Currency | null; validFrom: Date },
  now: Date,
): FeeProblem | null {
  const sums = { fixed: fee.fixed, minimum: fee.minimum, maximum: fee.maximum };
  for (const [field, sum] of Object.entries(sums)) {
    if (sum === null || sum === 0) continue;
    if (fee.currency === null) return { field: 'currency', code: 'fee.sums_need_currency' };
    if (sum % stepOf(fee.currency) !== 0 || amountProblem(sum, fee.currency) === 'off_step')
      return { field, code: 'fee.off_step' };
  }
  if (fee.minimum !== null && fee.maximum !== null && fee.minimum > fee.maximum)
    return { field: 'maximum', code: 'fee.bounds_crossed' };
  if (fee.validFrom.getTime() <= now.getTime() || fee.validFrom.getTime() > now.getTime() + AHEAD_MS)
    return { field: 'validFrom', code: 'fee.in_past' };
  return null;
}

/** What two proposals must not be open about at once. */
export const subjectOf = (of: { country: string | null; currency: Currency | null }): string =>
  `${of.country ?? '*'}:${of.currency ?? '*'}`;

const fits = (
  schedule: Pick<FeeSchedule, 'country' | 'currency'>,
  country: string | null,
  currency: Currency,
): boolean =>
  (schedule.country === null || schedule.country === country) &&
  (schedule.currency === null || schedule.currency === currency);

/** How closely a schedule names its deals: a country counts before a currency. */
const closeness = ({ country, currency }: Pick<FeeSchedule, 'country' | 'currency'>): number =>
  (country === null ? 0 : 2) + (currency === null ? 0 : 1);

/** The schedule that applies at that time, by the same order in which the database chooses it; undefined without one. */
export function scheduleFor(
  schedules: readonly FeeSchedule[],
  of: { country: string | null; currency: Currency; at: Date },
): FeeSchedule | undefined {
  return schedules
    .filter((one) => one.validFrom.getTime() <= of.at.getTime() && fits(one, of.country, of.currency))
    .toSorted((a, b) => closeness(b) - closeness(a) || b.validFrom.getTime() - a.validFrom.getTime())[0];
}

/** Payments of one price, as they were charged. */
export interface ChargedGroup {
  currency: Currency;
  country: string;
  price: number;
  payments: number;
  /** Of all of them together. */
  fee: number;
}

export interface FeePreviewRow {
  currency: Currency;
  payments: number;
  feeNow: number;
  feeThen: number;
  /** Payments that would have cost more, and less. */
  higher: number;
  lower: number;
}

/** What the brands of these payments would have been charged under another schedule; those that it is not about stay. */
export function previewOf(
  groups: readonly ChargedGroup[],
  schedules: readonly FeeSchedule[],
  then: FeeSchedule,
): FeePreviewRow[] {
  const rows = new Map<Currency, FeePreviewRow>();
  for (const group of groups) {
    const { currency, country, price, payments } = group;
    const chosen = scheduleFor([...schedules, then], { country, currency, at: then.validFrom });
    if (chosen !== then) continue;
    const row = rows.get(currency) ?? { currency, payments: 0, feeNow: 0, feeThen: 0, higher: 0, lower: 0 };
    const fee = feeOn(price, then, currency) * payments;
    row.payments += payments;
    row.feeNow += group.fee;
    row.feeThen += fee;
    if (fee > group.fee) row.higher += payments;
    if (fee < group.fee) row.lower += payments;
    rows.set(currency, row);
  }
  return [...rows.values()].toSorted((a, b) => a.currency.localeCompare(b.currency));
}
