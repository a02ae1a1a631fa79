import { createHash } from 'node:crypto';
import type { Locale } from '../../../server/core/locale.ts';
import { entriesOf, MARKUP, type Entry } from './catalog.ts';

const MIN_WORDS = 3;
/** Chinese has no spaces; about two characters make a word. */
const wordsOf = (words: Intl.Segmenter, text: string): number =>
  [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length;

/**
 * `size` texts of a language with three words and more, drawn over all files. Equal seeds draw equal keys as long as
 * the keys stay; the order is that of the draw, so that no text explains its neighbor.
 */
export function sampleOf(locale: Locale, size: number, seed: string): Entry[] {
  const words = new Intl.Segmenter(locale, { granularity: 'word' });
  return entriesOf(locale)
    .filter(
      ({ text }) =>
        wordsOf(
          words,
          text
            .split(MARKUP)
            .filter((_, i) => i % 2 === 0)
            .join(' '),
        ) >= MIN_WORDS,
    )
    .map((entry) => ({
      entry,
      order: createHash('sha256').update(`${seed} ${entry.namespace}:${entry.key}`).digest('hex'),
    }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, size)
    .map(({ entry }) => entry);
}
