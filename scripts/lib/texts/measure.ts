import { entriesOf, MARKUP, type Entry } from './catalog.ts';

/** Most words a sentence may have. */
export const MAX_WORDS = { plain: 20, legal: 35 } as const;
export const MAX_MEDIAN_WORDS = 8;

const LEGAL = /^(?:policy-|policies$|clauses$)/u;

export interface Sentence extends Pick<Entry, 'namespace' | 'key'> {
  text: string;
  words: number;
  legal: boolean;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** A placeholder counts as one word. */
const wordsIn = (sentence: string): number =>
  [...words.segment(sentence)].filter(({ isWordLike }) => isWordLike).length;

/** Every English sentence with its number of words. */
export function measureEnglish(): Sentence[] {
  return entriesOf('en').flatMap(({ namespace, key, text }) => {
    const prose = text
      .split(MARKUP)
      .map((part) => (part.startsWith('{{') ? 'X' : part.startsWith('<') ? '' : part))
      .join('');
    return [...sentences.segment(prose)]
      .map(({ segment }) => segment.trim())
      .filter((segment) => /\p{L}/u.test(segment))
      .map((segment) => ({ namespace, key, text: segment, words: wordsIn(segment), legal: LEGAL.test(namespace) }));
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
