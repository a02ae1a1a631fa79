import { chineseCountryAt, countryAt } from './countries.ts';
import { russianNominatives, withoutArabicPrefix, type Token } from './fold.ts';
import { isStateOfBrazil, regionOfKey } from './regions.ts';
import { gazetteer, hitsOf, MAIN_NAME, type Hit } from './store.ts';
import { CONTRACTIONS, LINKS } from './words.ts';

/*
 * Words read together as one name, and what narrows it.
 */

/** What a word may stand for: the word itself first. */
function readings(token: Token, position: { first: boolean; last: boolean }): string[] {
  if (token.script === 'cyrillic') {
    // "Минеральных Вод".
    const plural = position.last && !position.first && /[бвгджзклмнпрстфхцчшщ]$/u.test(token.word);
    return [token.word, ...russianNominatives(token.word), ...(plural ? [`${token.word}ы`, `${token.word}и`] : [])];
  }
  if (token.script === 'arabic' && position.first) return [token.word, ...withoutArabicPrefix(token.word)];
  if (token.script === 'latin' && position.first) return [token.word, ...(CONTRACTIONS.get(token.word) ?? [])];
  return [token.word];
}

/** Places named by these words together, in the first of the words' readings that has any. */
export function hitsOfWords(words: readonly Token[]): { key: string; hits: Hit[]; literal: boolean } | null {
  const exact = words.map((t) => t.word).join(' ');
  const hits = hitsOf(exact);
  if (hits.length > 0) return { key: exact, hits, literal: true };
  let keys = [''];
  words.forEach((token, i) => {
    const choices =
      token.script === 'cyrillic' && words.length > 3 && i < words.length - 1
        ? [token.word]
        : readings(token, { first: i === 0, last: i === words.length - 1 });
    keys = keys.flatMap((begun) => choices.map((word) => (begun === '' ? word : `${begun} ${word}`)));
  });
  // A contraction alone is no name.
  const found = keys
    .filter((key) => key !== exact && (words.length > 1 || words[0]?.script !== 'latin'))
    .flatMap((key) => {
      const some = hitsOf(key);
      return some.length > 0 ? [{ key, hits: some }] : [];
    });
  if (found.length === 0) return null;
  const g = gazetteer();
  const weight = (h: Hit) => (g.prior[h.index] ?? 0) + (h.main ? MAIN_NAME : 0);
  const [best] = found.sort((a, b) => Math.max(...b.hits.map(weight)) - Math.max(...a.hits.map(weight)));
  return best ? { ...best, literal: false } : null;
}

/** May these words be parts of one name? */
export function joined(words: readonly Token[]): boolean {
  return words.every(
    (token, i) =>
      token.script !== 'han' &&
      (i === 0 ||
        (token.script === words[0]?.script &&
          token.before !== '(' &&
          token.before !== ',' &&
          (token.before !== '.' || (words[i - 1]?.word.length ?? 0) <= 2))),
  );
}

export interface Limits {
  country?: string | undefined;
  region?: string | undefined;
  /** Words that name the region: they belong to the place. */
  regionWords: number;
}

/** "Valencia, Venezuela", "Paris, Texas", "Austin TX": what stands after the name narrows it. */
export function limitsAfter(tokens: readonly Token[], at: number): Limits[] {
  const next = tokens[at];
  if (!next || next.before === '.') return [];
  const found: Limits[] = [];
  const linked = LINKS.has(next.word) ? at + 1 : at;
  const region = regionOfKey(tokens, at);
  if (region && (next.before !== ' ' || next.capitals || next.word.length > 2))
    found.push({ region: region.region, regionWords: region.length });
  if (isStateOfBrazil(next)) found.push({ country: 'BR', regionWords: 1 });
  const country = countryAt(tokens, linked);
  if (country?.country) found.push({ country: country.country, regionWords: 0 });
  if (next.script === 'han') {
    const chinese = chineseCountryAt(next.word, 0);
    if (chinese?.country) found.push({ country: chinese.country, regionWords: 0 });
  }
  return found;
}

export function within(hits: readonly Hit[], limits: Limits): Hit[] {
  const g = gazetteer();
  return hits.filter((hit) =>
    limits.region === undefined
      ? g.countries[g.countryOf[hit.index] ?? 0] === limits.country
      : g.regions[g.regionOf[hit.index] ?? -1] === limits.region,
  );
}
