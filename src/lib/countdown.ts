export type CountdownUnit = 'day' | 'hour' | 'minute' | 'second';

export interface Countdown {
  /** Largest first; the first without a leading zero, the rest with two digits. */
  segments: { unit: CountdownUnit; value: number; text: string }[];
  /** Under 24 hours. */
  urgent: boolean;
  over: boolean;
  /** Milliseconds after which the shown text changes. */
  tickMs: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Over a day: days, hours, minutes. Under 24 hours: hours and minutes. Under an hour: minutes and seconds.
 * Rounded down: the text never shows more time than is left. At or past zero all values are 0 and `over` is true.
 */
export function countdown(remainingMs: number): Countdown {
  const left = Math.max(0, remainingMs);
  const days = Math.floor(left / DAY);
  const hours = Math.floor((left % DAY) / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  const seconds = Math.floor((left % MINUTE) / SECOND);
  const parts: [CountdownUnit, number][] =
    left >= DAY
      ? [
          ['day', days],
          ['hour', hours],
          ['minute', minutes],
        ]
      : left >= HOUR
        ? [
            ['hour', hours],
            ['minute', minutes],
          ]
        : [
            ['minute', minutes],
            ['second', seconds],
          ];
  const smallest = left >= HOUR ? MINUTE : SECOND;
  return {
    segments: parts.map(([unit, value], index) => ({
      unit,
      value,
      text: String(value).padStart(index === 0 && unit === 'day' ? 1 : 2, '0'),
    })),
    urgent: left < DAY,
    over: remainingMs <= 0,
    tickMs: left === 0 ? SECOND : (left % smallest) + 1,
  };
}

/** The two largest units that matter in a row of a table: "1 d 7 h", "6 h 12 min", "4 min". */
export function shortCountdown(remainingMs: number): { unit: CountdownUnit; value: number }[] {
  const { segments } = countdown(remainingMs);
  const shown = segments.filter(({ value }, index) => index === 0 || value > 0).slice(0, 2);
  const withoutEmptyHead = shown.length > 1 && shown[0]?.value === 0 ? shown.slice(1) : shown;
  return withoutEmptyHead.map(({ unit, value }) => ({ unit, value }));
}

/** The elapsed share of the time from start to deadline, 0–100. */
export function elapsedPercent(startMs: number, deadlineMs: number, nowMs: number): number {
  if (deadlineMs <= startMs) return 100;
  return Math.min(100, Math.max(0, ((nowMs - startMs) / (deadlineMs - startMs)) * 100));
}

/** Remaining times at which a running clock is announced: 24 hours, 2 hours, 10 minutes. */
export const ANNOUNCED_AT_MS = [DAY, 2 * HOUR, 10 * MINUTE] as const;
