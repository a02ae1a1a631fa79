import { expect, test } from 'vitest';
import { isWellFormed, storable, truncated } from '../../../server/core/text.ts';
import { readSources } from '../../support/sources.ts';

const EMOJI = '\u{1f600}';

test('a text is cut to its beginning and never in the middle of a surrogate pair', () => {
  expect(truncated('short', 10)).toBe('short');
  expect(truncated('exactly', 7)).toBe('exactly');
  expect(truncated('longer than that', 6)).toBe('longer');
  for (let max = 0; max <= 7; max += 1) {
    const cut = truncated(`a${EMOJI}${EMOJI}bc`, max);
    expect(isWellFormed(cut)).toBe(true);
    expect(max - cut.length).toBeLessThanOrEqual(1);
  }
  expect(truncated(`a${EMOJI}b`, 3)).toBe(`a${EMOJI}`);
  expect(truncated(`a${EMOJI}b`, 2)).toBe('a');
});

test('a text from outside is stored with a sign in place of what Postgres refuses', () => {
  expect(storable(`Caf\u00e9 ${EMOJI} \u200f`)).toBe(`Caf\u00e9 ${EMOJI} \u200f`);
  expect(storable('a\u0000b\ud83d c\ude00')).toBe('a\ufffdb\ufffd c\ufffd');
});

test('what people wrote is cut by `truncated` alone: Postgres and the provider refuse half a pair', () => {
  const cut =
    /\b(?:body|description|message|note|notes|reason|text|title)\b(?: \?\? '')?\)?\??\.slice\(0, ?(?:\d+|[A-Z_]+)\)/u;
  const sources = readSources('server/features', /\.ts$/u);
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ text }) => cut.test(text)).map(({ path }) => path)).toEqual([]);
  expect(cut.test('reason: input.reason.slice(0, 200)')).toBe(true);
});
