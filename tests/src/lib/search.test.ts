import { describe, expect, it } from 'vitest';
import { flag, innerPath, oneOf, text, wholeNumber } from '../../../src/lib/search.ts';

describe('search parameters', () => {
  it('leave out what does not fit', () => {
    expect(text('abc')).toBe('abc');
    expect(text(12)).toBe('12');
    expect(text('')).toBeUndefined();
    expect(text({})).toBeUndefined();
    expect(text('x'.repeat(500))).toHaveLength(200);
    expect(text(`${'x'.repeat(199)}😀`), 'no half of a character').toBe('x'.repeat(199));
    expect(oneOf('b', ['a', 'b'])).toBe('b');
    expect(oneOf('c', ['a', 'b'])).toBeUndefined();
    expect(wholeNumber('12')).toBe(12);
    expect(wholeNumber('1.5')).toBeUndefined();
    expect(wholeNumber(-1)).toBeUndefined();
    expect(wholeNumber('')).toBeUndefined();
    expect(flag('true')).toBe(true);
    expect(flag('no')).toBeUndefined();
  });

  it('lead nowhere outside after signing in', () => {
    for (const good of ['/payments', '/smart-contracts/1?tab=a#b']) expect(innerPath(good)).toBe(good);
    for (const bad of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/\n/evil',
      '/a/..//evil.example',
      '/.//evil.example',
      '/%2e%2e//evil.example',
      '',
      null,
      5,
      '/a\\b',
      `/${'x'.repeat(3000)}`,
    ])
      expect(innerPath(bad), String(bad)).toBeUndefined();
  });
});
