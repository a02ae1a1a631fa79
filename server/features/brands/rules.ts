export const MAX_DESCRIPTION = 1_000;
export const MAX_LOCATIONS = 20;
export const MAX_COLORS = 6;
/** What creators may say of the brand, and what they must not. */
export const MAX_CLAIMS = 10;
export const MAX_CLAIM_LENGTH = 120;
/** The median of fewer answers says nothing. */
export const MIN_ANSWERS = 3;

/** One entry for each line that is not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Colors as people write them, one after the other: "#1a2b3c, 445566". What is no color is kept, so that it is refused. */
export const colorsOf = (text: string): string[] =>
  text
    .split(/[\s,;،，、]+/u)
    .filter(Boolean)
    .map((color) => (/^[\da-f]{6}$/iu.test(color) ? `#${color}` : color).toLowerCase());
