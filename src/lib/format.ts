import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, type Money } from '../../server/core/money.ts';
import { intlTag, labeled, matchLocale, writtenTime, type Locale } from '../../server/core/locale.ts';
import { useTimeZone } from '@/lib/time-zone.ts';

const DAY = 86_400_000;

export interface Format {
  /** "€450.00", always with cents; the sign of a loss is "−". */
  money(money: Money): string;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** "12.4K"; only in cards that show the exact value too. */
  compact(value: number): string;
  /** Basis points: 500 → "5%", 562 → "5.6%". */
  percent(basisPoints: number): string;
  /** "Wed 25 Nov", with the year if it is not the current one. */
  date(value: Date, now?: Date): string;
  /** "Wed 25 Nov, 17:20". */
  dateTime(value: Date, now?: Date): string;
  /** "25 November 2026". */
  longDate(value: Date): string;
  /** "Tuesday 24 November". */
  weekday(value: Date): string;
  time(value: Date): string;
  /** "3 days ago", "in 2 hours"; beyond seven days the date. */
  relative(value: Date, now: Date): string;
  /** "Label: value". */
  labeled(label: string, value: string): string;
  /** "a, b and c". */
  list(items: readonly string[]): string;
  /** "12.5 MB". */
  /** A month such as 2026-11: "November 2026". */
  month(value: string): string;
  bytes(count: number): string;
  /** Name of the currency in the active language. */
  currencyName(code: string): string;
  /** Name of a country by ISO 3166 code in the active language. */
  countryName(code: string): string;
}

/** All numbers, amounts and dates on screens are formatted here. */
export function createFormat(locale: Locale, timeZone: string): Format {
  const tag = intlTag(locale);
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { timeZone, ...options });
  const yearOf = dates({ year: 'numeric' });
  const short = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const withYear = (value: Date, now: Date) =>
    yearOf.format(value) === yearOf.format(now) ? {} : ({ year: 'numeric' } as const);
  // British English puts a comma after the weekday only with a year; one form is enough.
  const dayFirst = (text: string) => plainMarks(locale === 'en' ? text.replace(/^(\p{L}+), (?=\d)/u, '$1 ') : text);
  const format: Format = {
    money: (money) => plainMarks(formatMoney(money, tag)).replace(/^(\D*)-/u, '$1−'),
    number: (value, options) => plainMarks(new Intl.NumberFormat(tag, options).format(value)),
    compact: (value) =>
      plainMarks(new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }).format(value)),
    percent: (basisPoints) =>
      plainMarks(
        new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: basisPoints % 100 === 0 ? 0 : 1 }).format(
          basisPoints / 10_000,
        ),
      ),
    date: (value, now = new Date()) => dayFirst(dates({ ...short, ...withYear(value, now) }).format(value)),
    dateTime: (value, now = new Date()) =>
      writtenTime(dayFirst(dates({ ...short, ...clock, ...withYear(value, now) }).format(value)), locale),
    longDate: (value) => plainMarks(dates({ day: 'numeric', month: 'long', year: 'numeric' }).format(value)),
    weekday: (value) => plainMarks(dates({ weekday: 'long', day: 'numeric', month: 'long' }).format(value)),
    time: (value) => writtenTime(plainMarks(dates(clock).format(value)), locale),
    relative: (value, now) => {
      const distance = value.getTime() - now.getTime();
      if (Math.abs(distance) > 7 * DAY) return format.date(value, now);
      const [amount, unit] = relativeParts(distance);
      return plainMarks(new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(amount, unit));
    },
    labeled: (label, value) => labeled(label, value, locale),
    list: (items) => new Intl.ListFormat(tag, { type: 'conjunction' }).format(items),
    month: (value) =>
      plainMarks(
        new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
          new Date(`${value}-01T00:00:00Z`),
        ),
      ),
    bytes: (count) => formatBytes(count, tag),
    currencyName: (code) => new Intl.DisplayNames(tag, { type: 'currency' }).of(code) ?? code,
    countryName: (code) => new Intl.DisplayNames(tag, { type: 'region' }).of(code) ?? code,
  };
  return format;
}

export function useFormat(): Format {
  const { i18n } = useTranslation();
  const locale = matchLocale(i18n.language) ?? 'en';
  const timeZone = useTimeZone();
  return useMemo(() => createFormat(locale, timeZone), [locale, timeZone]);
}

/**
 * Intl puts invisible direction marks around Arabic amounts and dates. Amounts are in an isolated left-to-right run,
 * where such a mark would move the sign to the wrong side.
 */
function plainMarks(text: string): string {
  return text.replace(/[\u200e\u200f\u061c]/gu, '');
}

function relativeParts(distanceMs: number): [number, Intl.RelativeTimeFormatUnit] {
  const size = Math.abs(distanceMs);
  if (size < 60_000) return [Math.trunc(distanceMs / 1000), 'second'];
  if (size < 3_600_000) return [Math.trunc(distanceMs / 60_000), 'minute'];
  if (size < DAY) return [Math.trunc(distanceMs / 3_600_000), 'hour'];
  return [Math.trunc(distanceMs / DAY), 'day'];
}

function formatBytes(count: number, tag: string): string {
  // "12 byte" has no plural in any language: only the short names of larger units are symbols.
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, count < 1000 ? 0 : Math.floor(Math.log10(count) / 3));
  const unit = units[step] ?? 'byte';
  return plainMarks(
    new Intl.NumberFormat(tag, {
      style: 'unit',
      unit,
      unitDisplay: step === 0 ? 'long' : 'short',
      maximumFractionDigits: step === 0 ? 0 : 1,
    }).format(count / 1000 ** step),
  );
}
