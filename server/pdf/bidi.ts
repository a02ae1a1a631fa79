import bidiFactory from 'bidi-js';

/*
 * Display order of text that may mix right-to-left and left-to-right: the Unicode Bidirectional Algorithm (UAX #9). Values
 * are put into sentences as isolates.
 */

const bidi = bidiFactory();

/** Marks that steer direction and are not drawn. */
export const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Marks whose effect would reach beyond the value that holds them. */
const EMBEDDINGS = /[\u202a-\u202e\u2066-\u2069]/g;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** The value as an isolate of its own direction: that of its first letter, or of the mark it begins with. */
export const isolated = (value: string): string => FIRST_STRONG_ISOLATE + value.replace(EMBEDDINGS, '') + POP_ISOLATE;

/** Text and the embedding level of each of its characters; odd levels run right to left. */
export interface OrderedText {
  text: string;
  levels: ReturnType<typeof bidi.getEmbeddingLevels>;
}

export const orderedText = (text: string, base: 'ltr' | 'rtl'): OrderedText => ({
  text,
  levels: bidi.getEmbeddingLevels(text, base),
});

export interface Run {
  text: string;
  rtl: boolean;
}

/**
 * The runs of the line from `start` up to `end`, from left to right as they are drawn. The text of a right-to-left run stays
 * in reading order (its shaping reverses it) with mirrored brackets.
 */
export function displayRuns({ text, levels }: OrderedText, start = 0, end = text.length): Run[] {
  if (end <= start) return [];
  const runs: (Run & { level: number })[] = [];
  for (const index of bidi.getReorderedIndices(text, levels, start, end - 1).slice(start, end)) {
    const level = levels.levels[index] ?? 0;
    const rtl = level % 2 === 1;
    const unit = text.charAt(index);
    const shown = (rtl && bidi.getMirroredCharacter(unit)) || unit;
    const last = runs.at(-1);
    if (last?.level !== level) runs.push({ text: shown, rtl, level });
    else last.text = rtl ? shown + last.text : last.text + shown;
  }
  return runs.map(({ text: part, rtl }) => ({ text: part, rtl }));
}
