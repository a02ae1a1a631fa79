import { SIMPLIFIED } from '../../places/simplified.ts';
import type { Span } from './types.ts';

const ARABIC: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ؤ: 'و',
  ئ: 'ي',
  ک: 'ك',
  ی: 'ي',
};
/** Vowel signs, the lengthening stroke, marks of direction and joiners. */
const DROPPED = /^[\u0640\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]$|^\p{Mn}$/u;
const QUOTES = /[\u2018\u2019\u02bc`´]/u;

function foldCharacter(character: string): string {
  if (DROPPED.test(character)) return '';
  if (QUOTES.test(character)) return "'";
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return character.toLowerCase();
  if (code >= 0x660 && code <= 0x669) return String(code - 0x660);
  if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0);
  const arabic = ARABIC[character];
  if (arabic) return arabic;
  if (code >= 0x4e00 && code <= 0x9fff) return SIMPLIFIED.get(character) ?? character;
  const plain = character.normalize('NFKC').toLowerCase();
  if (/\p{Script=Cyrillic}/u.test(plain)) return plain.replaceAll('ё', 'е');
  return plain
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');
}

const cache = new Map<string, string>();
function folded(character: string): string {
  let plain = cache.get(character);
  if (plain === undefined) {
    plain = foldCharacter(character);
    if (cache.size < 5_000) cache.set(character, plain);
  }
  return plain;
}

export type TokenKind = 'digits' | 'word' | 'han' | 'symbol' | 'break' | 'handle' | 'tag' | 'other';

export interface Token extends Span {
  kind: TokenKind;
  /** Folded. */
  text: string;
  /** As typed. */
  raw: string;
  /** Nothing stands between it and the token before. */
  attached: boolean;
  /** An Arabic word without the particles written together with it, the longest first; the word itself is not in it. */
  bare: string[];
}

const PARTS =
  /(?<handle>@(?:(?!\p{Script=Han})[\p{L}\p{N}._-])*(?!\p{Script=Han})[\p{L}\p{N}_])|(?<tag>#[\p{L}\p{N}_]+)|(?<digits>\d+(?:[.,'\u066b\u066c ]\d+)*)|(?<han>\p{Script=Han}|〇)|(?<word>(?:(?!\p{Script=Han})[\p{L}\p{M}])+'?)|(?<break>[,;.!?:()[\]{}。、،؛؟！？；…"«»“”\n|])|(?<symbol>[%+\-–—~≈<>≤≥=&/$€£¥₽₹'\u066a⁄−])|(?<other>[^\s])/gu;

const PARTICLES = ['وبال', 'فبال', 'وال', 'بال', 'فال', 'كال', 'ولل', 'لل', 'ال', 'وب', 'ول', 'و', 'ب', 'ل', 'ف', 'ك'];

function withoutParticles(word: string): string[] {
  if (!/^[\u0621-\u064a]/u.test(word)) return [];
  return PARTICLES.filter((p) => word.startsWith(p) && word.length - p.length >= 2).map((p) => word.slice(p.length));
}

/** The words, numbers and signs of a text, folded, with their places in the text as typed. */
export function tokensOf(text: string): Token[] {
  let plain = '';
  const from: number[] = [];
  let at = 0;
  for (const character of text) {
    for (const c of folded(character)) {
      plain += c;
      for (let unit = 0; unit < c.length; unit += 1) from.push(at);
    }
    at += character.length;
  }
  from.push(at);
  /** The end of the character that begins at an offset: where the next one begins, dropped marks included. */
  const endOf = (index: number) => {
    const next = from[index] ?? at;
    const last = from[index - 1] ?? 0;
    return next > last ? next : last + 1;
  };
  const tokens: Token[] = [];
  for (const match of plain.matchAll(PARTS)) {
    const kind = (Object.keys(match.groups ?? {}) as TokenKind[]).find((name) => match.groups?.[name] !== undefined);
    const start = from[match.index] ?? 0;
    const end = endOf(match.index + match[0].length);
    tokens.push({
      kind: kind ?? 'other',
      text: match[0],
      raw: text.slice(start, end),
      start,
      end,
      attached: match.index > 0 && !/\s/u.test(plain[match.index - 1] ?? ' '),
      bare: kind === 'word' ? withoutParticles(match[0]) : [],
    });
  }
  return tokens;
}
