import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { meantAsThousands } from '../../../server/core/typed-amounts.ts';
import { dateText, dateValue } from '../../../src/components/form/DateField.tsx';
import { amountValue, problemFacts } from '../../../src/components/form/MoneyField.tsx';
import { zodText } from '../../../src/components/form/zod-texts.ts';
import { createFormat } from '../../../src/lib/format.ts';

const format = createFormat('en', 'Europe/Paris');

describe('an amount that is typed', () => {
  it('becomes minor units of its currency', () => {
    expect(amountValue('450', 'EUR')).toBe(45_000);
    expect(amountValue('450.00', 'EUR')).toBe(45_000);
    expect(amountValue('1.250,50', 'EUR')).toBe(125_050);
    expect(amountValue('1,250.50', 'EUR')).toBe(125_050);
    expect(amountValue(' 1 250,5 ', 'EUR')).toBe(125_050);
    expect(amountValue('٤٥٠', 'EUR')).toBe(45_000);
    expect(amountValue('450', 'JPY')).toBe(450);
    expect(amountValue('12.340', 'KWD')).toBe(12_340);
  });

  it('is read as it was pasted: with the currency beside it, marks of direction, and the wide digits of an East Asian keyboard', () => {
    for (const text of ['€450', '450 €', '450.00 EUR', '\u200f450.00\u00a0€', '４５０．００'])
      expect(amountValue(text, 'EUR'), text).toBe(45_000);
    expect(amountValue('JP¥30,000', 'JPY')).toBe(30_000);
    expect(amountValue('￥３０，０００', 'JPY')).toBe(30_000);
    expect(amountValue('US$1,250.50', 'USD')).toBe(125_050);
    expect(amountValue('$450', 'EUR'), 'another currency').toBeNaN();
  });

  it('is never a thousandth of what was meant', () => {
    expect(amountValue('150,000', 'JPY')).toBe(150_000);
    expect(amountValue('150.000', 'JPY')).toBe(150_000);
    for (const text of ['1,000', '2.500', '12,500']) expect(amountValue(text, 'EUR'), text).toBeNaN();
    expect(amountValue('1.250.000', 'JPY')).toBe(1_250_000);
    expect(meantAsThousands('12,500', 'EUR')).toBe('12500');
    expect(meantAsThousands('450.1234', 'EUR')).toBeNull();
    expect(meantAsThousands('12,500', 'KWD')).toBeNull();
  });

  it('is nothing while the field is empty', () => {
    expect(amountValue('  ', 'EUR')).toBeNull();
  });

  it('is refused, never cut or rounded, when it cannot be an amount', () => {
    for (const text of ['450.123', '0', '-5', '10000000000000', 'abc', '1e3', '0.001'])
      expect(amountValue(text, 'EUR'), text).toBeNaN();
    expect(amountValue('450.5', 'JPY')).toBeNaN();
    expect(amountValue('12.345', 'KWD')).toBeNaN();
  });

  it('is no valid value of any schema then', () => {
    expect(z.number().int().safeParse(amountValue('450.123', 'EUR')).success).toBe(false);
  });

  it('is refused with its own facts', () => {
    expect(problemFacts('too_many_decimals', 'EUR', format)).toEqual({ count: 2, currency: 'EUR' });
    expect(problemFacts('too_small', 'EUR', format)).toEqual({ min: '€1.00' });
    expect(problemFacts('too_large', 'EUR', format)).toEqual({ max: '€900,000.00' });
    expect(problemFacts('off_step', 'KWD', format)).toMatchObject({ step: expect.stringContaining('0.010') });
  });
});

describe('a day that is picked', () => {
  it('lasts until its last minute, in local time', () => {
    const due = dateValue('2026-11-25', 'end');
    expect(due?.getHours()).toBe(23);
    expect(due?.getMinutes()).toBe(59);
    expect(due && dateText(due, 'end')).toBe('2026-11-25');
  });

  it('or begins with its first', () => {
    expect(dateValue('2026-11-25', 'start')?.getHours()).toBe(0);
  });

  it('keeps hours and minutes when the option is set', () => {
    const moment = dateValue('2026-11-25T17:20', 'dateTime');
    expect(moment && dateText(moment, 'dateTime')).toBe('2026-11-25T17:20');
  });

  it('is nothing while half typed', () => {
    for (const text of ['', '2026-11', 'x']) expect(dateValue(text, 'end')).toBeNull();
  });
});

describe('a problem that a schema finds', () => {
  const issueOf = (schema: z.ZodType, value: unknown) => {
    const seen: unknown[] = [];
    // The problem is described when the error is read.
    expect(schema.safeParse(value, { error: (issue) => void seen.push(issue) }).error?.issues).not.toHaveLength(0);
    return seen[0] as Parameters<typeof zodText>[0];
  };

  // Keys stand for themselves: what is tried is which one is chosen.
  beforeAll(() => i18next.init({ lng: 'cimode' }));

  it('is distinguished from the others', () => {
    const key = (schema: z.ZodType, value: unknown) => zodText(issueOf(schema, value))?.replace(/^.*form\./u, '');
    expect(key(z.string().min(1), '')).toBe('required');
    expect(key(z.string().min(6), 'abc')).toBe('tooShort');
    expect(key(z.string().max(2), 'abc')).toBe('tooLong');
    expect(key(z.number(), Number.NaN)).toBe('required');
    expect(key(z.number(), null)).toBe('required');
    expect(key(z.number(), 'x')).toBe('invalid');
    expect(key(z.number().min(1), 0)).toBe('atLeast');
    expect(key(z.number().max(1), 2)).toBe('atMost');
    expect(key(z.email(), 'x')).toBe('email');
    expect(key(z.email(), '')).toBe('required');
    expect(key(z.array(z.string()).min(1), [])).toBe('tooFew');
    expect(key(z.enum(['a']), undefined)).toBe('required');
    expect(key(z.date().min(new Date()), new Date(0))).toBe('tooEarly');
  });
});

describe('a limit of a percentage', () => {
  beforeAll(() =>
    i18next.init({ lng: 'en', resources: { en: { common: { form: { atMost: 'At most {{value}}.' } } } } }),
  );

  it('is shown in percent, not in basis points', () => {
    expect(
      zodText({
        code: 'too_big',
        origin: 'number',
        maximum: 10_000,
        input: 12_000,
        path: ['wanted', 'engagementMinBps'],
      }),
    ).toBe('At most 100%.');
    expect(zodText({ code: 'too_big', origin: 'number', maximum: 500, input: 501, path: ['wanted', 'radiusKm'] })).toBe(
      'At most 500.',
    );
  });
});
