import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { DEMO_CITIES } from '../db/seed/demo-cities.ts';
import { LOCALES } from '../server/core/locale.ts';
import { placeById, placeName } from '../server/features/places/gazetteer.ts';
import { readFlags } from './lib/flags.ts';
import { print } from './lib/progress.ts';
import { BARS, demoFailures, MAX_WRONG, scoreExemplars } from './places/score.ts';

const HELP = `npm run geo:score [-- --failures] [-- --record]

Looks up CLDR's exemplar cities of at least 100,000 inhabitants, and the demo's cities, by their names in eight
languages. The right place must come first; beside it what an exact look-up finds. --failures lists what was not found
or wrong. ${RECORD_HELP}
`;

const { values } = readFlags({
  options: { ...RECORD, failures: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  print(HELP);
  process.exit(0);
}
const measurement = await beginMeasurement('geo:score', values.record);
for (const language of LOCALES) {
  const score = scoreExemplars(language);
  measurement.figure(`${language}: right place first, of ${score.cities} cities`, score.rightShare, {
    unit: '%',
    atLeast: BARS[language],
    exact: true,
  });
  measurement.figure(`${language}: wrong place first`, score.wrongShare, { unit: '%', atMost: MAX_WRONG, exact: true });
  measurement.figure(`${language}: exact look-up`, score.exactShare, { unit: '%', exact: true });
  const missed = demoFailures(language);
  measurement.figure(
    `${language}: the demo's cities in a field and a sentence`,
    2 * DEMO_CITIES.length - missed.length,
    {
      unit: `of ${2 * DEMO_CITIES.length}`,
      atLeast: 2 * DEMO_CITIES.length,
      digits: 0,
      exact: true,
    },
  );
  if (!values.failures) continue;
  for (const { zone, name, found } of score.failures)
    print(
      `${language}  ${zone}  ${name}: ${found === null ? 'nothing' : `${placeName(found, 'en')} ${placeById(found)?.country}`}`,
    );
  for (const text of missed) print(`${language}  demo  ${text}`);
}
process.exitCode = await measurement.end();
