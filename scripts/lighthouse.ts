import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withInstance } from '../bench/lib/instance.ts';
import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { ensureChromium } from './lib/chromium.ts';
import { explain, StartFailure } from './lib/failure.ts';
import { countOf, readFlags } from './lib/flags.ts';
import { mustAnswer } from './stack/instance.ts';
import { runToEnd } from './stack/launch.ts';
import { print } from './lib/progress.ts';

const VERSION = '12.8.2';
const BARS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const LCP_BAR_MS = 2_500;

const help = `npm run lighthouse [-- --url http://localhost:3000/] [--runs 5] [--record]

Measures the start page of an instance of its own, or the address of a running one, with Lighthouse ${VERSION} in its mobile
profile (simulated slow phone and line): performance at least ${BARS.performance}, accessibility, best practices and search 100, largest paint within ${LCP_BAR_MS / 1000} s.
The run with the median performance counts. ${RECORD_HELP}
Ends with 1 when a bar is missed. Needs Chromium (CHROMIUM names one) and, once, the package registry.
`;

interface Report {
  categories: Record<keyof typeof BARS, { score: number | null }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number; scoreDisplayMode: string }>;
}

async function measure(url: string, folder: string, run: number): Promise<Report> {
  const file = join(folder, `run-${run}.json`);
  const answer = await runToEnd(
    'npx',
    [
      '-y',
      `lighthouse@${VERSION}`,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--form-factor=mobile',
      '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
    ],
    { env: { ...process.env, CHROME_PATH: await ensureChromium(print, 'whole') } },
  );
  if (answer.code !== 0)
    throw new StartFailure(
      `Lighthouse could not measure ${url}:\n${answer.output.trim().split('\n').slice(-12).join('\n')}`,
    );
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

const percent = (score: number | null): number => Math.round((score ?? 0) * 100);

/** The report of the run with the median performance. */
async function medianOf(url: string, runs: number): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-lighthouse-'));
  try {
    const reports: Report[] = [];
    for (let run = 1; run <= runs; run += 1) reports.push(await measure(url, folder, run));
    const sorted = reports.toSorted(
      (a, b) => percent(a.categories.performance.score) - percent(b.categories.performance.score),
    );
    const middle = sorted[(sorted.length - 1) >> 1];
    if (!middle) throw new StartFailure('Lighthouse measured nothing.');
    return middle;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  const { values } = readFlags({
    options: {
      help: { type: 'boolean' },
      ...RECORD,
      url: { type: 'string' },
      runs: { type: 'string', default: '5' },
    },
  });
  if (values.help) {
    print(help);
    process.exit(0);
  }
  const runs = countOf('runs', values.runs);
  const measurement = await beginMeasurement('lighthouse', values.record);
  const given = values.url;
  if (given) await mustAnswer(given);
  const median = given
    ? await medianOf(given, runs)
    : await withInstance([], ({ url }) => medianOf(new URL('/', url).href, runs));
  for (const name of Object.keys(BARS) as (keyof typeof BARS)[])
    measurement.figure(name, percent(median.categories[name].score), {
      unit: '',
      digits: 0,
      atLeast: BARS[name],
      exact: name !== 'performance',
    });
  const lcp = median.audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY;
  measurement.figure('largest paint', lcp / 1000, { unit: 's', digits: 2, atMost: LCP_BAR_MS / 1000 });
  const wrong = Object.values(median.audits).filter(
    ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
  );
  if (wrong.length > 0) print(`\nNot passed:\n${wrong.map(({ title }) => `  ${title}`).join('\n')}`);
  process.exit(await measurement.end());
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
