import { describe, expect, it } from 'vitest';
import { DIRECTION_MARKS, displayRuns, isolated, orderedText } from '../../../server/pdf/bidi.ts';

/** What the eye reads from left to right. */
const seen = (text: string, base: 'ltr' | 'rtl', start?: number, end?: number): string =>
  displayRuns(orderedText(text, base), start, end)
    .map((r) => (r.rtl ? [...r.text].reverse().join('') : r.text))
    .join('')
    .replace(DIRECTION_MARKS, '');

describe('display order', () => {
  const cases: [string, string, 'ltr' | 'rtl', string][] = [
    ['Latin alone', 'Part 1: (reel)', 'ltr', 'Part 1: (reel)'],
    ['Arabic alone', 'أبج دهو', 'rtl', 'وهد جبأ'],
    ['a number in Arabic stays upright', 'خلال 72 ساعة', 'rtl', 'ةعاس 72 لالخ'],
    ['brackets are mirrored', 'أب (جد)', 'rtl', '(دج) بأ'],
    ['a Latin name in Arabic', 'عبر Sponsio التي', 'rtl', 'يتلا Sponsio ربع'],
    ['a full stop after Arabic stands at its left', 'أبج.', 'rtl', '.جبأ'],
    ['an Arabic word in a Latin line', 'Café نور hires', 'ltr', 'Café رون hires'],
    ['percent stands after its number, at the left', 'بنسبة 20% من', 'rtl', 'نم %20 ةبسنب'],
    ['brackets around Latin stay with it', 'Menu (осень) أبج', 'rtl', 'جبأ Menu (осень)'],
    ['a number with separators', 'عام 1,250.50 تم', 'rtl', 'مت 1,250.50 ماع'],
  ];
  it.each(cases)('%s', (_what, line, base, order) => {
    expect(seen(line, base)).toBe(order);
  });

  it('keeps a value together inside the sentence', () => {
    expect(seen(`المرحلة 1: ${isolated('Reel (1)')} – ${isolated('400.00')}، أب`, 'rtl')).toBe(
      'بأ ،400.00 – Reel (1) :1 ةلحرملا',
    );
    expect(seen(`by ${isolated('نور')} (${isolated('أب')})`, 'ltr')).toBe('by رون (بأ)');
    // What Intl writes for money in Arabic begins with a mark: the sign stands at the left of the number.
    expect(seen(isolated('\u200f400.00\u00a0€'), 'rtl')).toBe('€\u00a0400.00');
    expect(seen(isolated('400.00 €'), 'rtl')).toBe('400.00 €');
  });

  it('keeps the isolate that a line break cuts in two', () => {
    const text = `أب ${isolated('one two three')} جد`;
    expect([seen(text, 'rtl', 0, 10), seen(text, 'rtl', 10)]).toEqual(['one tw بأ', 'دج o three']);
    expect(seen(text, 'rtl', 10, 10)).toBe('');
  });

  it('lets no mark inside a value reach beyond it', () => {
    expect(seen(`${isolated('a\u202eb\u2067c')} (1)`, 'ltr')).toBe('abc (1)');
  });
});
