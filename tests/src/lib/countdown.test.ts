import { describe, expect, it } from 'vitest';
import { countdown, elapsedPercent, shortCountdown } from '../../../src/lib/countdown.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const text = (ms: number) =>
  countdown(ms)
    .segments.map((segment) => `${segment.text} ${segment.unit}`)
    .join(' ');

describe('a clock', () => {
  it('shows days, hours and minutes over a day', () => {
    expect(text(31 * HOUR)).toBe('1 day 07 hour 00 minute');
    expect(text(DAY)).toBe('1 day 00 hour 00 minute');
    expect(countdown(DAY).urgent).toBe(false);
  });

  it('is urgent under 24 hours, with hours and minutes', () => {
    expect(text(DAY - 1)).toBe('23 hour 59 minute');
    expect(countdown(DAY - 1).urgent).toBe(true);
    expect(text(HOUR)).toBe('01 hour 00 minute');
  });

  it('counts seconds in the last hour', () => {
    expect(text(HOUR - 1)).toBe('59 minute 59 second');
    expect(text(SECOND)).toBe('00 minute 01 second');
  });

  it('rounds down, so that it never shows more time than is left', () => {
    expect(text(999)).toBe('00 minute 00 second');
    expect(countdown(0).over).toBe(true);
    expect(countdown(1).over).toBe(false);
    expect(text(-5 * DAY)).toBe('00 minute 00 second');
  });

  it('names the time after which its text changes, not a millisecond earlier', () => {
    for (const left of [31 * HOUR + 12_345, 31 * HOUR, DAY, HOUR, 90 * SECOND, 90 * SECOND + 1, 1234]) {
      const { tickMs } = countdown(left);
      expect(text(left - tickMs + 1), `${left}`).toBe(text(left));
      expect(text(left - tickMs), `${left}`).not.toBe(text(left));
    }
    expect(countdown(31 * HOUR + 12_345).tickMs).toBe(12_346);
    expect(countdown(999)).toMatchObject({ over: false, tickMs: 1000 });
  });
});

describe('a countdown in a row', () => {
  const short = (ms: number) =>
    shortCountdown(ms)
      .map(({ unit, value }) => `${value} ${unit}`)
      .join(' ');
  it('names the two units that matter', () => {
    expect(short(31 * HOUR)).toBe('1 day 7 hour');
    expect(short(2 * DAY)).toBe('2 day');
    expect(short(6 * HOUR + 12 * MINUTE)).toBe('6 hour 12 minute');
    expect(short(30 * SECOND)).toBe('30 second');
  });
});

describe('the track', () => {
  it('stays between nothing and all', () => {
    expect(elapsedPercent(0, 100, 25)).toBe(25);
    expect(elapsedPercent(0, 100, -5)).toBe(0);
    expect(elapsedPercent(0, 100, 500)).toBe(100);
    expect(elapsedPercent(100, 100, 0)).toBe(100);
  });
});
