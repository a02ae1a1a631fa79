import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';
import { isolateBidi } from '../../../src/lib/isolate-bidi.ts';
import { createFormat } from '../../../src/lib/format.ts';

const at = new Date('2026-11-25T16:20:00Z');
const now = new Date('2026-11-24T09:20:00Z');
const english = createFormat('en', 'Europe/Paris');

describe('amounts', () => {
  it('always carry currency and minor units', () => {
    expect(english.money({ amount: 45_000, currency: 'EUR' })).toBe('€450.00');
    expect(english.money({ amount: 0, currency: 'EUR' })).toBe('€0.00');
    expect(english.money({ amount: 450, currency: 'JPY' })).toMatch(/^(JP¥|¥)450$/u);
    expect(english.money({ amount: 1_250, currency: 'KWD' })).toMatch(/1\.250/u);
    expect(english.money({ amount: 125_000, currency: 'USD' })).toBe('US$1,250.00');
    expect(english.money({ amount: 70_000, currency: 'CAD' })).toBe('CA$700.00');
  });

  it('write a loss with a minus sign', () => {
    expect(english.money({ amount: -1_234, currency: 'EUR' })).toBe('−€12.34');
  });

  it('read left to right in Arabic, with Latin digits and no invisible marks', () => {
    const text = createFormat('ar', 'Europe/Paris').money({ amount: 45_000, currency: 'EUR' });
    expect(text).toMatch(/450\.00/u);
    expect(text).not.toMatch(/[\u200e\u200f\u061c\u0660-\u0669]/u);
  });

  it('follow each language', () => {
    expect(createFormat('fr', 'Europe/Paris').money({ amount: 123_456, currency: 'EUR' }).replace(/\s/gu, ' ')).toBe(
      '1 234,56 €',
    );
    expect(createFormat('ru', 'Europe/Paris').money({ amount: 45_000, currency: 'EUR' }).replace(/\s/gu, ' ')).toBe(
      '450,00 €',
    );
  });
});

describe('dates', () => {
  it('name the day, and the year only when it is another one', () => {
    expect(english.dateTime(at, now)).toBe('Wed 25 Nov, 17:20');
    expect(english.date(at, now)).toBe('Wed 25 Nov');
    expect(english.date(new Date('2027-01-11T12:00:00Z'), now)).toBe('Mon 11 Jan 2027');
    expect(english.weekday(now)).toBe('Tuesday 24 November');
  });

  it('write the time as the language does', () => {
    expect(createFormat('fr', 'Europe/Paris').time(at)).toBe('17\u00a0h\u00a020');
    expect(createFormat('fr', 'Europe/Paris').dateTime(at, now)).toBe('mer. 25 nov., 17\u00a0h\u00a020');
    expect(createFormat('it', 'Europe/Paris').time(at)).toBe('17:20');
  });

  it('use the reader’s zone', () => {
    expect(createFormat('en', 'America/New_York').time(at)).toBe('11:20');
    expect(createFormat('en', 'Asia/Tokyo').date(new Date('2026-11-24T20:00:00Z'), now)).toBe('Wed 25 Nov');
  });

  it('are relative for a week', () => {
    expect(english.relative(new Date(now.getTime() - 3 * 86_400_000), now)).toBe('3 days ago');
    expect(english.relative(new Date(now.getTime() + 2 * 3_600_000), now)).toBe('in 2 hours');
    expect(english.relative(new Date(now.getTime() - 9 * 86_400_000), now)).toBe('Sun 15 Nov');
  });

  it('keep Latin digits in every language', () => {
    for (const locale of LOCALES)
      expect(createFormat(locale, 'Europe/Paris').dateTime(at, now), locale).toMatch(/17(?:[:.]|\u00a0h\u00a0)20/u);
  });
});

describe('other figures', () => {
  it('percents from basis points', () => {
    expect(english.percent(500)).toBe('5%');
    expect(english.percent(562)).toBe('5.6%');
  });

  it('sizes of files', () => {
    expect([english.bytes(0), english.bytes(1), english.bytes(12)]).toEqual(['0 bytes', '1 byte', '12 bytes']);
    expect([createFormat('fr', 'UTC').bytes(12), createFormat('ru', 'UTC').bytes(2)]).toEqual([
      '12\u00A0octets',
      '2 байта',
    ]);
    expect(english.bytes(12_500_000)).toBe('12.5 MB');
  });

  it('compact numbers', () => {
    expect(english.compact(12_400)).toBe('12.4k');
  });
});

it('a name and an amount in a sentence of the other direction are set apart, and nothing stays nothing', () => {
  expect(`من ${isolateBidi('Velours Thé')} · ${isolateBidi('320.00 €')}`).toBe(
    'من \u2068Velours Thé\u2069 · \u2068320.00 €\u2069',
  );
  expect(isolateBidi('')).toBe('');
});
