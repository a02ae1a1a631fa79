import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { withInstance } from '../bench/lib/instance.ts';
import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { ensureChromium } from './lib/chromium.ts';
import { EMPTY_ROUTE_BARS as EMPTY, weighEmptyRoute } from './lib/empty-route.ts';
import { explain } from './lib/failure.ts';
import { FIRST_LOAD_BARS as BARS, heaviestLocale, measureFirstLoads } from './lib/first-load.ts';
import { readFlags } from './lib/flags.ts';
import { weighParts } from './lib/part-weights.ts';
import { projectRoot } from './lib/paths.ts';
import { print, table } from './lib/progress.ts';

const help = `npm run budgets [-- --route /auth] [--url http://localhost:3000] [--empty-route] [--record]

Measures in a browser what a first visit to every built route loads, on an instance of its own with the demo (or the running
one at --url): every script, those in the page too, gzipped, in the heaviest language, without any input, until five seconds
after the last one began. At most ${BARS.landing / 1000} KB on /, ${BARS.public / 1000} on other public and account pages, ${BARS.signedIn / 1000} on signed-in ones, ${BARS.editor / 1000} with plots, maps or editors.
Also weighs what is loaded when it is shown: the code of charts and of the map, and the outlines of countries.
With --route it measures that route alone and lists its files by weight. Ends with 1 when a bar is missed. ${RECORD_HELP}
With --empty-route it builds a copy with and without an empty feature (npm run new) and prints what that adds to each other
route: at most ${EMPTY.landing} bytes to / and ${EMPTY.others} elsewhere.
`;

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

type Measurement = Awaited<ReturnType<typeof beginMeasurement>>;

async function measure(measurement: Measurement, url: string, only: string | undefined): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium((line) => print(`  … ${line}`)),
    args: ['--disable-dev-shm-usage'],
  });
  try {
    const routes = await measureFirstLoads(browser, url, ({ route }) => only === undefined || route === only);
    for (const { bytes, bar, route, persona } of routes)
      measurement.figure(persona === 'public' ? route : `${route} (${persona})`, bytes / 1000, {
        unit: 'KB',
        atMost: bar / 1000,
        exact: true,
      });
    if (only !== undefined)
      for (const { parts } of routes)
        print(`\n${table(parts.map(({ file, bytes }) => [`${kilobytes(bytes)} KB`, file]))}`);
    if (routes.length === 0) throw new Error(`no route was measured`);
  } finally {
    await browser.close();
  }
}

async function measureEmptyRoute(): Promise<number> {
  const rows = (await weighEmptyRoute(heaviestLocale())).map(({ route, added }) => {
    const bar = route === '/' ? EMPTY.landing : EMPTY.others;
    return { route, added, bar, over: added > bar };
  });
  rows.sort((a, b) => b.added - a.added);
  print(
    table(rows.map(({ over, added, bar, route }) => [over ? 'over' : 'ok', `${added} bytes more`, `of ${bar}`, route])),
  );
  return rows.some(({ over }) => over) ? 1 : 0;
}

try {
  const { values } = readFlags({
    options: {
      ...RECORD,
      help: { type: 'boolean' },
      route: { type: 'string' },
      url: { type: 'string' },
      'empty-route': { type: 'boolean' },
    },
  });
  if (values.help) print(help);
  else if (values['empty-route']) process.exitCode = await measureEmptyRoute();
  else {
    const measurement = await beginMeasurement('budgets', values.record);
    if (values.url) await measure(measurement, values.url, values.route);
    else {
      await withInstance([], ({ url }) => measure(measurement, url, values.route));
      for (const { what, bytes, bar } of weighParts(join(projectRoot, 'dist/client')))
        measurement.figure(what, bytes / 1000, { unit: 'KB', atMost: bar / 1000, exact: true });
    }
    process.exitCode = await measurement.end();
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
