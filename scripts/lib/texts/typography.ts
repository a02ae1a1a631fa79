import type { Locale } from '../../../server/core/locale.ts';
import { MARKUP } from './catalog.ts';

const NARROW = '\u202f';
const NO_BREAK = '\u00a0';
/** Any space that may stand before a mark today. */
const SPACE = '[ \\u00a0\\u202f]';
/** Where a mark ends its clause, so that `https://`, `?lang` and `14:30` are no marks. */
const END = '(?=$|[\\s\\u0000»”)<])';

type Rule = [RegExp, string];
const rule = (source: string, to: string): Rule => [new RegExp(source, 'gu'), to];

/** Placeholders and tags stand as one character, so that rules see their neighbors. */
const PLACE = '\u0000';
const ANY_WORD = `[\\p{L}\\p{N}${PLACE}»”)’%€]`;

/** The specification writes these with three dots. */
const SPECIFIED = new Set(['Loading...', 'Search...']);

const EVERY_LANGUAGE: Rule[] = [
  [/\.\.\./gu, '…'],
  [/(?<=\p{L})'(?=\p{L})/gu, '’'],
];

/** What a language's typesetting requires beyond the translation, as replacements that leave a right text unchanged. */
const RULES: Record<Locale, Rule[]> = {
  en: [],
  fr: [
    rule(`(${ANY_WORD})${SPACE}*([;!?]+)${END}`, `$1${NARROW}$2`),
    rule(`(${ANY_WORD})${SPACE}*:${END}`, `$1${NO_BREAK}:`),
    rule(`([\\p{N}${PLACE}])${SPACE}*%`, `$1${NO_BREAK}%`),
    rule(`([\\p{N}${PLACE}])${SPACE}+€`, `$1${NO_BREAK}€`),
    rule(`«${SPACE}*`, `«${NO_BREAK}`),
    rule(`${SPACE}*»`, `${NO_BREAK}»`),
    rule(`(\\p{N})${SPACE}(?=\\p{N}{3}(?!\\p{N}))`, `$1${NARROW}`),
    rule(`(?<!\\p{N})(\\p{N}{1,2})${SPACE}?h${SPACE}?(\\p{N}{2})(?!\\p{N})`, `$1${NO_BREAK}h${NO_BREAK}$2`),
    rule(`(?<!\\p{N})(\\p{N}{1,2}):(\\p{N}{2})(?!\\p{N})`, `$1${NO_BREAK}h${NO_BREAK}$2`),
  ],
  es: [rule(`([\\p{N}${PLACE}])${SPACE}*%`, `$1${NO_BREAK}%`)],
  it: [],
  pt: [],
  zh: [
    rule(`(\\p{Script=Han}|[${PLACE}”」》）]),\\s*`, '$1，'),
    rule(`(\\p{Script=Han}|[${PLACE}”」》）]);\\s*`, '$1；'),
    rule(`(\\p{Script=Han}):\\s*(?!//)`, '$1：'),
    rule(`(\\p{Script=Han}|[${PLACE}”」》）])\\?`, '$1？'),
    rule(`(\\p{Script=Han}|[${PLACE}”」》）])!`, '$1！'),
    rule(`(\\p{Script=Han}|[”」》）])\\.(?=$|\\s|\\p{Script=Han})\\s*`, '$1。'),
    rule(`\\(([^()]*\\p{Script=Han}[^()]*)\\)`, '（$1）'),
  ],
  ru: [rule(`${SPACE}+[–—-]${SPACE}+`, `${NO_BREAK}— `), rule(`([\\p{N}${PLACE}])${SPACE}*%`, `$1${NO_BREAK}%`)],
  ar: [
    rule(`(\\p{Script=Arabic}|[${PLACE}»”)]),`, '$1،'),
    rule(`(\\p{Script=Arabic}|[${PLACE}»”)]);`, '$1؛'),
    rule(`(\\p{Script=Arabic}|[${PLACE}»”)])\\?`, '$1؟'),
  ],
};

/** The text with its language's marks: spaces, quotation marks, dots. Placeholders and tags stay. */
export function typeset(locale: Locale, text: string): string {
  if (locale === 'en' && SPECIFIED.has(text)) return text;
  const markup: string[] = [];
  const marked = text.replace(new RegExp(MARKUP, 'gu'), (part) => {
    markup.push(part);
    return PLACE;
  });
  const set = [...EVERY_LANGUAGE, ...RULES[locale]].reduce((now, [from, to]) => now.replace(from, to), marked);
  return set.replace(new RegExp(PLACE, 'gu'), () => markup.shift() ?? '');
}

const count = (text: string, mark: RegExp) => text.match(mark)?.length ?? 0;

/** What no replacement can mend; one line a fault. */
export function faultsOf(locale: Locale, text: string): string[] {
  const prose = text.replace(new RegExp(MARKUP, 'gu'), PLACE);
  const faults: string[] = [];
  if (/["`]|(?<!\p{L})'|'(?!\p{L})/u.test(prose)) faults.push('a straight quotation mark');
  if (/[ \u00a0\u202f]{2,}/u.test(prose)) faults.push('two spaces in a row');
  if (/\p{L} +[,.;](?=$|\s)/u.test(prose) && locale !== 'fr') faults.push('a space before a mark');
  if (locale === 'es') {
    if (count(prose, /\?/gu) !== count(prose, /¿/gu)) faults.push('a question without ¿');
    if (count(prose, /!/gu) !== count(prose, /¡/gu)) faults.push('an exclamation without ¡');
  }
  if (locale === 'zh' && /\p{Script=Han}\s*[,;:?!]|[“”]\s+\p{Script=Han}/u.test(prose))
    faults.push('a half-width mark');
  if (locale === 'ru' && /[“‟]|(?<!„[^„“]*)”/u.test(prose.replace(/„[^„“]*“/gu, '')))
    faults.push('quotation marks other than « » and „ “');
  if (locale === 'fr' && /[“”]/u.test(prose.replace(/«[^»]*»/gu, ''))) faults.push('quotation marks other than « »');
  if (locale === 'ar') {
    if (/\p{Script=Arabic}\s*[,;?]/u.test(prose)) faults.push('a Latin mark after an Arabic word');
    if (/\p{Script=Arabic}\s*\(\s*[\d\u0660-\u0669]+\s*\)/u.test(prose))
      faults.push('a number in brackets after its word');
  }
  return faults;
}
