import { useTranslation } from 'react-i18next';
import { durationMs } from '../../server/core/clock.ts';
import { FALLBACK_LOCALE, intlTag, matchLocale } from '../../server/core/locale.ts';
import { durationWords } from '../../server/core/duration-words.ts';

const UNIT_MS = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 } as const;
export type DurationUnit = keyof typeof UNIT_MS;

/** "5 days", "72 hours" in the reader's language, for ISO durations. */
export function useDurationText(): (iso: string) => string {
  const { i18n } = useTranslation();
  const locale = matchLocale(i18n.language) ?? FALLBACK_LOCALE;
  return (iso) => durationWords(iso, locale);
}

/**
 * The largest unit in which all of these durations are whole numbers; 96 hours and less are shown in hours unless
 * written in days.
 */
export function unitOf(...durations: readonly string[]): DurationUnit {
  const units: DurationUnit[] = durations.every((iso) => !iso.startsWith('PT'))
    ? ['day', 'hour', 'minute', 'second']
    : ['hour', 'minute', 'second'];
  return units.find((unit) => durations.every((iso) => durationMs(iso) % UNIT_MS[unit] === 0)) ?? 'second';
}

export function inUnit(iso: string, unit: DurationUnit): number {
  return durationMs(iso) / UNIT_MS[unit];
}

export function isoDurationOf(amount: number, unit: DurationUnit): string {
  return { day: `P${amount}D`, hour: `PT${amount}H`, minute: `PT${amount}M`, second: `PT${amount}S` }[unit];
}

/** The unit alone, in the plural form for `amount`. */
export function unitWord(amount: number, unit: DurationUnit, locale: string): string {
  const tag = intlTag(matchLocale(locale) ?? FALLBACK_LOCALE);
  const part = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' })
    .formatToParts(amount)
    .find(({ type }) => type === 'unit');
  return part?.value ?? unit;
}

/** A measured time, rounded: whole days, else hours, else minutes. */
export function roughDuration(seconds: number): string {
  if (seconds >= 36 * 3600) return isoDurationOf(Math.round(seconds / 86_400), 'day');
  if (seconds >= 3600) return isoDurationOf(Math.round(seconds / 3600), 'hour');
  return isoDurationOf(Math.max(1, Math.round(seconds / 60)), 'minute');
}
