/** Letters that are variants of others without being composed of them. */
const PLAIN_LETTERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** A name without case, accents, punctuation and repeated spaces. */
export const bareName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('en')
    .replace(/[łøđðþßæœı]/g, (c) => PLAIN_LETTERS[c] ?? c)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a typed signature is the person's name; case, accents, spaces and punctuation do not matter. */
export const isNameOf = (typed: string, name: string): boolean =>
  bareName(typed) !== '' && bareName(typed) === bareName(name);
