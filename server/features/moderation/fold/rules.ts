/*
 * A text as rules compare it: compatibility forms, lower case, without marks and characters that are not seen, digits 0-9.
 * `latin` is of the same length and has Latin letters for the Cyrillic and Greek ones that look like them.
 */

/** Zero width, soft hyphen, direction and variation marks, tatweel. */
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\u0640]$/u;
const MARK = /^\p{Mn}$/u;
const ASCII = /^[\u0000-\u007F]$/;

const pairs = (from: string, to: string): [string, string][] => {
  const latin = [...to];
  return [...from].map((letter, at) => [letter, latin[at]!]);
};
const LATIN = new Map([
  ...pairs('авеёзиіјкмнорстухԁԛԝѕѵһгпь', 'abee3uijkmhopctyxdqwsvhrnb'),
  ...pairs('αβεικνορτυχηωγμσ', 'abeikvoptuxnwyuo'),
  ...pairs('ıłøđħŧɡɑɩ', 'ilodhtgai'),
]);
/** The Cyrillic letter that a Latin one stands for inside of a Cyrillic word. */
const CYRILLIC = new Map(pairs('abcehikmoptxyu3', 'авсенікмортхуи3'));

export interface Folded {
  plain: string;
  latin: string;
  /** Place in the original of each unit of `plain`, and where that character ends. */
  from: number[];
  to: number[];
}

/** The digits of Arabic and Persian keyboards as 0-9. */
const latinDigit = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9) ? String(code & 0xf) : character;
};

/** A ligature of more letters stands for a phrase and is left as it is. */
const MAX_PARTS = 6;

/** What one character is compared as; empty for one that is left out. */
function folded(character: string): string {
  if (ASCII.test(character)) return character.toLowerCase();
  if (UNSEEN.test(character)) return '';
  if (character.normalize('NFKD').length > MAX_PARTS) return character;
  let text = '';
  for (const part of character.normalize('NFKD').toLowerCase().normalize('NFKD'))
    if (!MARK.test(part) && !UNSEEN.test(part)) text += latinDigit(part);
  return text;
}

export function fold(text: string): Folded {
  const from: number[] = [];
  const to: number[] = [];
  let plain = '';
  let latin = '';
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    for (const part of folded(character)) {
      plain += part;
      const alike = LATIN.get(part) ?? part;
      latin += alike.length === part.length ? alike : part;
      for (let unit = 0; unit < part.length; unit++) {
        from.push(at);
        to.push(end);
      }
    }
    at = end;
  }
  return { plain, latin, from, to };
}

/** The same for a phrase of a lexicon. */
export const foldPlain = (text: string): string => [...text].map(folded).join('');

/** A word of a folded text. */
export interface Token {
  start: number;
  end: number;
  /** How it may be read: as it is, with look-alikes of either script, with digits for letters. */
  readings: string[];
}

/** Longer words are compared by their beginning. */
const MAX_WORD = 40;
const WORD = /[\p{L}\p{N}@$]+/gu;
const HAS_CYRILLIC = /[\u0400-\u04FF]/;
const HAS_ARABIC = /^[\u0621-\u064A]+$/;
const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };
/** Digits that stand for letters. */
export const unleet = (word: string): string => word.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign);

function readingsOf(plain: string, latin: string): string[] {
  const readings = new Set([plain, latin]);
  if (/[a-z]/.test(latin) && /[013457@$]/.test(latin))
    readings.add(unleet(latin)).add(unleet(latin.replaceAll('1', 'l')));
  if (HAS_CYRILLIC.test(plain)) readings.add(plain.replace(/[a-z3]/g, (letter) => CYRILLIC.get(letter) ?? letter));
  if (HAS_ARABIC.test(plain)) {
    // Conjunction, preposition and article are written in one with the noun.
    const bare = /^(?:[وفبك]?ال|لل|[وفبلك])(.{3,})$/u.exec(plain)?.[1];
    if (bare) readings.add(bare).add(`ال${bare}`);
  }
  return [...readings];
}

/** The words of a text in their order; letters that are written one by one are also read as one word. */
export function tokensOf({ plain, latin }: Pick<Folded, 'plain' | 'latin'>): Token[] {
  const tokens: Token[] = [];
  const letters: Token[] = [];
  const spelled: Token[] = [];
  const flush = () => {
    const [first] = letters;
    const last = letters.at(-1);
    if (first && last && letters.length >= 4) {
      const join = (from: string) =>
        letters
          .slice(0, MAX_WORD)
          .map(({ start, end }) => from.slice(start, end))
          .join('');
      spelled.push({ start: first.start, end: last.end, readings: readingsOf(join(plain), join(latin)) });
    }
    letters.length = 0;
  };
  for (const match of plain.matchAll(WORD)) {
    const start = match.index;
    const end = start + match[0].length;
    const cut = Math.min(end, start + MAX_WORD);
    const token = { start, end, readings: readingsOf(plain.slice(start, cut), latin.slice(start, cut)) };
    tokens.push(token);
    const before = letters.at(-1);
    if (before && (start - before.end > 2 || match[0].length > 1)) flush();
    if (match[0].length === 1) letters.push(token);
  }
  flush();
  // They follow: a phrase of several words is not spelled letter by letter.
  return [...tokens, ...spelled];
}
