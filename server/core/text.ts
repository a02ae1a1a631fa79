/** False when the text holds a lone surrogate: JSON can contain one, Postgres refuses it. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** A text from outside as Postgres stores it: U+FFFD instead of NUL and of lone surrogates. */
export const storable = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, '\ufffd');

/** The beginning of a text, at most `max` UTF-16 units; a surrogate pair that does not fit whole is left out. */
export function truncated(text: string, max: number): string {
  const begun = text.slice(0, max);
  return /[\ud800-\udbff]$/u.test(begun) ? begun.slice(0, -1) : begun;
}

/** Characters of the reason with which something is reported to staff. */
export const REPORT_REASON = { min: 10, max: 500 } as const;
