import { LOCALES, type Locale } from '../../core/locale.ts';
import { fold, russianNominatives, tokenize, withoutArabicPrefix, type Token } from './fold.ts';
import { isLocative } from './words.ts';

export interface CountryMatch {
  /** UTF-16 offsets in the given text. */
  start: number;
  end: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  exact: boolean;
  score: number;
}

/** How countries are named beside the names that Intl has. */
const COLLOQUIAL: Readonly<Record<string, string>> = {
  US:
    'USA|US|U.S.|U.S.A.|United States of America|America|the States|États-Unis d’Amérique|EE. UU.|EEUU|Estados Unidos de América|' +
    'Stati Uniti d’America|EUA|Estados Unidos da América|США|Соединённые Штаты Америки|Америка|美利坚合众国|أمريكا|أميركا|الولايات المتحدة الأمريكية|الولايات المتحدة الأميركية',
  GB:
    'UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|Grande-Bretagne|Angleterre|Écosse|Pays de Galles|' +
    'Gran Bretaña|Inglaterra|Escocia|Gales|Gran Bretagna|Inghilterra|Scozia|Galles|Regno Unito|Grã-Bretanha|Escócia|' +
    'Англия|Британия|Шотландия|Уэльс|Соединённое Королевство|英格兰|苏格兰|威尔士|大不列颠|بريطانيا|إنجلترا|إنكلترا|اسكتلندا|بريطانيا العظمى',
  AE: 'UAE|U.A.E.|Emirates|the Emirates|EAU|Émirats|Emirati|Emiratos|Emirados|ОАЭ|Эмираты|Объединённые Арабские Эмираты|阿联酋|الإمارات',
  SA: 'KSA|Arabie saoudite|Saudi|السعودية|沙特',
  NL: 'Holland|Hollande|Holanda|Olanda|Голландия|هولندا',
  KR: 'Korea|Corée|Corea|Coreia|Корея|韩国|南韩|كوريا',
  CZ: 'Czech Republic|République tchèque|República Checa|Repubblica Ceca|República Tcheca|Чешская Республика',
  TR: 'Turkey|Türkiye',
  CI: 'Ivory Coast|Costa de Marfil|Costa d’Avorio|Costa do Marfim|Кот-д’Ивуар',
  CD: 'DR Congo|DRC|RDC|Democratic Republic of the Congo|République démocratique du Congo',
  CG: 'Congo|Republic of the Congo',
  MM: 'Burma|Birmanie|Birmania|Бирма|缅甸',
  RU: 'Russian Federation|РФ|Российская Федерация|俄国',
  CN: 'PRC|KNR|КНР|中国大陆',
  MK: 'Macedonia|North Macedonia',
  VA: 'Vatican|Vatican City',
  HK: '香港',
  MO: '澳门',
  TW: '台湾',
  PS: 'Palestine|فلسطين',
  BA: 'Bosnia|Bosnie|Босния',
  CV: 'Cape Verde',
  DO: 'Dominican Republic',
  NZ: 'NZ|Aotearoa',
  EG: 'مصر',
  SY: 'سوريا',
  LB: 'لبنان',
};

/** Names that only look like one of the above. */
const LARGER = [
  'Latin America|South America|North America|Central America|Amérique latine|Amérique du Sud|Amérique du Nord',
  'América Latina|América del Sur|América del Norte|América Central|America Latina|America del Sud|America del Nord',
  'América do Sul|América do Norte|Латинская Америка|Южная Америка|Северная Америка|أمريكا اللاتينية|أمريكا الجنوبية|أمريكا الشمالية',
  'New England|New South Wales|New Mexico|Nouveau-Mexique|Nuevo México|Little Italy|Papua',
  'Île-de-France|Hauts-de-France|内蒙古|Inner Mongolia|Mongolie-Intérieure|Внутренняя Монголия',
]
  .join('|')
  .split('|');

/** Cities that are called after their country. */
const CITIES =
  'Mexico City|Kuwait City|Panama City|Guatemala City|Ciudad de México|Ciudad de Kuwait|Ciudad de Panamá|Ciudad de Guatemala|' +
  'Città del Messico|Cidade do México|Cidade do Kuwait|Cidade do Panamá|Cidade da Guatemala|墨西哥城|科威特城|科威特市|巴拿马城|مدينة مكسيكو|' +
  'مدينة الكويت|مدينة بنما|San Juan de Puerto Rico';

/** Countries that are one city: a text names the place with them. */
export const CITY_STATES: ReadonlySet<string> = new Set(['SG', 'HK', 'MO', 'MC', 'LU', 'GI']);

/** Names of countries that are, to readers of a language, first a city: Salvador in Brazil, Granada in Spain. */
const BETTER_KNOWN: Readonly<Partial<Record<Locale, readonly string[]>>> = {
  en: ['salvador', 'granada'],
  fr: ['grenade'],
  es: ['granada', 'salvador'],
  it: ['granada', 'salvador'],
  pt: ['granada', 'salvador'],
};
export const isCityFirst = (key: string, language: Locale | undefined): boolean =>
  language !== undefined && BETTER_KNOWN[language]?.includes(key) === true;

/** Words of English that need a capital or a word like "in" to be a country. */
const NEED_CONTEXT: ReadonlySet<string> = new Set([
  'turkey',
  'chad',
  'jordan',
  'china',
  'guinea',
  'niger',
  'georgia',
  'wales',
  'saudi',
]);
/** Read as a country in capitals, or after "the". */
const NEED_CAPITALS: ReadonlySet<string> = new Set(['us', 'u s', 'eau', 'dr', 'rdc', 'nz', 'dom']);
const MAX_WORDS = 7;

let keys: ReadonlyMap<string, string | null> | null = null;
const cities = new Set<string>();
const firstWords = new Set<string>();

/** Every ISO country code that Intl has a name for. */
export const COUNTRY_CODES: readonly string[] = (() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);
  return Array.from({ length: 26 * 26 }, (_, i) => String.fromCodePoint(65 + Math.floor(i / 26), 65 + (i % 26))).filter(
    (code) =>
      !notCountries.has(code) && names.of(code) && new Intl.Locale('und', { region: code }).maximize().region === code,
  );
})();

function countryKeys(): ReadonlyMap<string, string | null> {
  if (keys) return keys;
  const made = new Map<string, string | null>();
  for (const locale of [...LOCALES, 'zh-Hant']) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    for (const code of COUNTRY_CODES) {
      const name = names.of(code);
      if (!name) continue;
      made.set(fold(name), code);
      const short = name.replace(/\s*[（(].*$/u, '');
      if (short !== name) made.set(fold(short), code);
      const china = /^中国(.+?)特别行政区$/u.exec(name);
      if (china) made.set(fold(china[1] ?? ''), code);
    }
  }
  for (const [code, names] of Object.entries(COLLOQUIAL))
    for (const name of names.split('|')) made.set(fold(name), code);
  for (const name of [...LARGER, ...CITIES.split('|')]) made.set(fold(name), null);
  for (const name of CITIES.split('|')) cities.add(fold(name));
  for (const key of made.keys()) firstWords.add(key.split(' ', 1)[0] ?? '');
  keys = made;
  return made;
}

/** The code of the country that has this folded name, in any of the languages; null for a larger region. */
export function countryOfKey(key: string): string | null | undefined {
  const country = countryKeys().get(key);
  return cities.has(key) ? undefined : country;
}

interface Found {
  country: string | null;
  /** Number of words. */
  length: number;
}

const inflected = (token: Token): string[] =>
  token.script === 'cyrillic'
    ? [token.word, ...russianNominatives(token.word)]
    : token.script === 'arabic'
      ? [token.word, ...withoutArabicPrefix(token.word)]
      : [token.word];

/** The country that is named from this word on; words of another script than Chinese. */
export function countryAt(tokens: readonly Token[], at: number): Found | null {
  const names = countryKeys();
  const first = tokens[at];
  if (!first || first.script === 'han' || (first.script === 'latin' && !firstWords.has(first.word))) return null;
  for (let length = Math.min(MAX_WORDS, tokens.length - at); length >= 1; length--) {
    const words = tokens.slice(at, at + length);
    if (words.slice(1).some((t) => t.script !== first.script || t.before === ',' || t.before === '(')) continue;
    if (words.slice(1).some((t, i) => t.before === '.' && (words[i]?.word.length ?? 0) > 2)) continue;
    const exact = words.map((t) => t.word).join(' ');
    const country = names.get(exact);
    if (country !== undefined) return { country, length };
    if (first.script === 'latin' || length > 3) continue;
    let variants = [''];
    for (const token of words)
      variants = variants.flatMap((begun) =>
        (first.script === 'arabic' && begun !== '' ? [token.word] : inflected(token)).map((word) =>
          begun === '' ? word : `${begun} ${word}`,
        ),
      );
    for (const variant of variants) {
      const found = names.get(variant);
      if (found !== undefined) return { country: found, length };
    }
  }
  return null;
}

/** The longest country name at this place of a run of Chinese characters (folded). */
export function chineseCountryAt(run: string, at: number): Found | null {
  const names = countryKeys();
  for (let length = Math.min(12, run.length - at); length >= 2; length--) {
    const country = names.get(run.slice(at, at + length));
    if (country !== undefined) return { country, length };
  }
  return null;
}

/** Countries named in a running text, in any of the eight languages, in their order; none overlap. */
export function scanCountries(text: string, language?: Locale): CountryMatch[] {
  const tokens = tokenize(text);
  const found: CountryMatch[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) continue;
    if (token.script === 'han') {
      for (let at = 0; at < token.word.length - 1; at++) {
        const match = chineseCountryAt(token.word, at);
        if (!match) continue;
        if (match.country)
          found.push({
            start: token.start + at,
            end: token.start + at + match.length,
            country: match.country,
            exact: true,
            score: 1,
          });
        at += match.length - 1;
      }
      continue;
    }
    const match = countryAt(tokens, i);
    if (!match) continue;
    const last = tokens[i + match.length - 1] ?? token;
    if (match.country && isMeant(tokens, i, match.length, language))
      found.push({ start: token.start, end: last.end, country: match.country, exact: true, score: 1 });
    i += match.length - 1;
  }
  return found;
}

function isMeant(tokens: readonly Token[], at: number, length: number, language?: Locale): boolean {
  const words = tokens.slice(at, at + length);
  const key = words.map((t) => t.word).join(' ');
  const before = tokens[at - 1];
  if (isCityFirst(key, language) && !/^(?:la|el|il|le)$/u.test(before?.word ?? '')) return false;
  if (NEED_CAPITALS.has(key))
    return words.every((t) => t.capital && (t.word.length === 1 || t.capitals)) || before?.word === 'the';
  if (!NEED_CONTEXT.has(key)) return true;
  return (words[0]?.capital ?? false) || (before !== undefined && isLocative(before.word, language));
}
