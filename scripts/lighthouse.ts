import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.ts';
import { explain, StartFailure } from './lib/failure.ts';
import { countOf, readFlags } from './lib/flags.ts';
import { mustAnswer } from './stack/instance.ts';
import { runToEnd } from './stack/launch.ts';
import { print, table } from './lib/progress.ts';

const VERSION = '12.8.2';
const BARS = { performance: 90, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const LCP_BAR_MS = 2_500;

const help = `npm run lighthouse [-- --url http://localhost:3000/] [--runs 3] [--save report.json]

Measures one address of a running Sponsio with Lighthouse ${VERSION} in its mobile profile (simulated slow phone and
line): performance at least ${BARS.performance}, accessibility, best practices and search 100, largest paint within ${LCP_BAR_MS / 1000} s.
The run with the median performance counts; another program working at the same time makes it worse.
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

try {
  const { values } = readFlags({
    options: {
      help: { type: 'boolean' },
      url: { type: 'string', default: 'http://localhost:3000/' },
      runs: { type: 'string', default: '3' },
      save: { type: 'string' },
    },
  });
  if (values.help) {
    print(help);
    process.exit(0);
  }
  const runs = countOf('runs', values.runs);
  await mustAnswer(values.url);
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-lighthouse-'));
  const reports: Report[] = [];
  for (let run = 1; run <= runs; run += 1) reports.push(await measure(values.url, folder, run));
  const [median] = reports
    .toSorted((a, b) => percent(a.categories.performance.score) - percent(b.categories.performance.score))
    .slice(Math.floor((reports.length - 1) / 2));
  if (!median) throw new StartFailure('Lighthouse measured nothing.');
  const lcp = median.audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY;
  const rows = (Object.keys(BARS) as (keyof typeof BARS)[]).map((name) => {
    const score = percent(median.categories[name].score);
    return [score >= BARS[name] ? 'ok' : 'missed', name, String(score), `at least ${BARS[name]}`];
  });
  rows.push([
    lcp < LCP_BAR_MS ? 'ok' : 'missed',
    'largest paint',
    `${(lcp / 1000).toFixed(2)} s`,
    `under ${LCP_BAR_MS / 1000} s`,
  ]);
  print(`${values.url}, mobile profile, ${reports.length} runs\n${table(rows)}`);
  const wrong = Object.values(median.audits).filter(
    ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
  );
  if (wrong.length > 0) print(`\nNot passed:\n${wrong.map(({ title }) => `  ${title}`).join('\n')}`);
  if (values.save) writeFileSync(values.save, JSON.stringify(median, null, 2));
  rmSync(folder, { recursive: true, force: true });
  process.exit(rows.some(([state]) => state === 'missed') ? 1 : 0);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
