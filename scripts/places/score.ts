import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEMO_CITIES } from '../../db/seed/demo-cities.ts';
import type { Locale } from '../../server/core/locale.ts';
import { resolvePlace, scanPlaces } from '../../server/features/places/gazetteer.ts';
import { fold } from '../../server/features/places/fold.ts';
import { gazetteer, hitsOf } from '../../server/features/places/store.ts';
import { projectRoot } from '../lib/paths.ts';
import { DEMO_NAMES, SENTENCES } from './demo-names.ts';

type Zones = { [part: string]: Zones | string };

/** The languages, each with the least share of cities whose right place comes first. */
export const BARS: Readonly<Record<Locale, number>> = {
  en: 96,
  fr: 96,
  es: 96,
  it: 96,
  pt: 96,
  ru: 96,
  zh: 88,
  ar: 83,
};
export const MAX_WRONG = 6;

export interface Score {
  cities: number;
  right: number;
  wrong: number;
  /** Share of the right ones in percent. */
  rightShare: number;
  wrongShare: number;
  /** The same with names letter by letter, the largest place first. */
  exactShare: number;
  /** Names without the right place, with the id that came first. */
  failures: { zone: string; name: string; found: number | null }[];
}

function exemplarCities(language: Locale): Map<string, string> {
  const file = path.join(projectRoot, `node_modules/cldr-dates-full/main/${language}/timeZoneNames.json`);
  const { main } = JSON.parse(readFileSync(file, 'utf8')) as {
    main: Record<string, { dates: { timeZoneNames: { zone: Zones } } }>;
  };
  const names = new Map<string, string>();
  const read = (zones: Zones, id: string[]): void => {
    for (const [part, inside] of Object.entries(zones))
      if (typeof inside === 'string') {
        if (part === 'exemplarCity') names.set(id.join('/'), inside);
      } else read(inside, [...id, part]);
  };
  read(main[language]?.dates.timeZoneNames.zone ?? {}, []);
  return names;
}

/** What a look-up without variants, weights and near spellings finds. */
function exactLookup(name: string): number | null {
  const { populations, ids } = gazetteer();
  const [first] = hitsOf(fold(name)).sort((a, b) => (populations[b.index] ?? 0) - (populations[a.index] ?? 0));
  return first ? (ids[first.index] ?? null) : null;
}

/** CLDR's exemplar cities of at least 100,000 inhabitants, by their names in a language. `every`: each how many-th. */
export function scoreExemplars(language: Locale, every = 1): Score {
  const truth = JSON.parse(
    readFileSync(path.join(projectRoot, 'scripts/places/exemplar-places.json'), 'utf8'),
  ) as Record<string, number>;
  const names = exemplarCities(language);
  let cities = 0;
  let right = 0;
  let wrong = 0;
  let exact = 0;
  const failures: Score['failures'] = [];
  for (const [zone, id] of Object.entries(truth).filter((_, i) => i % every === 0)) {
    // English names a city only where it differs from the zone's id.
    const name = names.get(zone) ?? (language === 'en' ? (zone.split('/').at(-1) ?? '').replaceAll('_', ' ') : null);
    if (!name) continue;
    cities++;
    if (exactLookup(name) === id) exact++;
    const found = resolvePlace(name, { language })?.id ?? null;
    if (found === id) right++;
    else {
      if (found !== null) wrong++;
      failures.push({ zone, name, found });
    }
  }
  const share = (n: number) => (100 * n) / Math.max(cities, 1);
  return {
    cities,
    right,
    wrong,
    rightShare: share(right),
    wrongShare: share(wrong),
    exactShare: share(exact),
    failures,
  };
}

/** The demo's cities in a field and in a sentence: every name that does not lead to its city. */
export function demoFailures(language: Locale): string[] {
  return DEMO_CITIES.flatMap(({ id }, i) => {
    const name = DEMO_NAMES[i]?.[language] ?? '';
    const inSentence = scanPlaces(SENTENCES[language](name), { language }).map((m) => m.place.id);
    return [
      ...(resolvePlace(name, { language })?.id === id ? [] : [name]),
      ...(inSentence.length === 1 && inSentence[0] === id ? [] : [SENTENCES[language](name)]),
    ];
  });
}
