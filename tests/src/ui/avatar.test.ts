import { describe, expect, it } from 'vitest';
import { initials, tintOf } from '../../../src/ui/avatar.tsx';

describe('initials', () => {
  it('of first and last word, in every script', () => {
    expect(initials('Café Lumen')).toBe('CL');
    expect(initials('Maya de la Laurent')).toBe('ML');
    expect(initials('Bask')).toBe('BA');
    expect(initials('  ')).toBe('?');
    expect(initials('Иван Петров')).toBe('ИП');
    expect(initials('王小明')).toBe('王小');
    expect(initials('محمد علي')).toBe('مع');
  });
});

describe('tints', () => {
  it('belong to the name', () => {
    expect(tintOf('Maya')).toBe(tintOf('Maya'));
    expect(new Set(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => tintOf(name) % 6)).size).toBeGreaterThan(3);
  });
});
