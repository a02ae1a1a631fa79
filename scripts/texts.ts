import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { withInstance } from '../bench/lib/instance.ts';
import { LOCALES, matchLocale, type Locale } from '../server/core/locale.ts';
import { ensureChromium } from './lib/chromium.ts';
import { countOf, readFlags } from './lib/flags.ts';
import { explain } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';
import { print } from './lib/progress.ts';
import { namespaces } from './lib/texts/catalog.ts';
import { changedAlone, CLAUSE_SHEET, clauseSheet, committedSheet, comparedClauses } from './lib/texts/clause-sheet.ts';
import { clipTour } from './lib/texts/clip-tour.ts';
import { faultsOfMails } from './lib/texts/mails.ts';
import { MAX_MEDIAN_WORDS, MAX_WORDS, measureEnglish, median } from './lib/texts/measure.ts';
import { sampleOf } from './lib/texts/sample.ts';
import { renderAll, sheetHtml } from './lib/texts/sheet.ts';
import { typeset } from './lib/texts/typography.ts';

const HELP = `npm run texts                                     a sheet per language, mails, and clipped texts on every screen
npm run texts -- --sheets                         only the sheets and mails (no browser)
npm run texts -- --measure                        words per English sentence
npm run texts -- --sample 200 --seed a --lang fr  texts of one language, drawn by seed, to be read back
npm run texts -- --typeset                        writes the spaces and marks of each language into locales/
npm run texts -- --clauses                        writes docs/clauses.md: each contract clause beside its summary
npm run texts -- --clauses --compared review,fees the same where one of the two changed alone and still fits the other

--out folder    where the sheets go (the system's folder for temporary files)
--lang fr       one language instead of all eight
--url address   an instance with the demo that runs; without it one is started for the clipped texts
Ends with an error if anything is wrong.
`;

function measure(): boolean {
  const all = measureEnglish();
  let ok = true;
  for (const legal of [false, true]) {
    const part = all.filter((s) => s.legal === legal);
    const max = legal ? MAX_WORDS.legal : MAX_WORDS.plain;
    const long = part.filter(({ words }) => words > max).sort((a, b) => b.words - a.words);
    const middle = median(part.map(({ words }) => words));
    print(
      `${legal ? 'Legal texts' : 'All other texts'}: ${part.length} sentences, median ${middle} words${legal ? '' : ` (bar ${MAX_MEDIAN_WORDS})`}, ${long.length} over ${max} (bar 0)`,
    );
    for (const { namespace, key, words, text } of long) print(`  ${words}  ${namespace}:${key}  ${text}`);
    ok &&= long.length === 0 && (legal || middle <= MAX_MEDIAN_WORDS);
  }
  return ok;
}

/** Refuses where a clause or its summary changed alone, unless both were compared. */
function writeClauseSheet(compared: readonly string[]): boolean {
  const clauses = comparedClauses();
  const alone = changedAlone(clauses, committedSheet()).filter((key) => !compared.includes(key));
  for (const key of alone)
    print(`clauses:clause.${key}: clause or summary changed alone; compare them, then add --compared ${key}`);
  if (alone.length === 0) writeFileSync(CLAUSE_SHEET, clauseSheet(clauses));
  return alone.length === 0;
}

function drawSample(locale: Locale, size: number, seed: string): void {
  for (const [n, { namespace, key, text }] of sampleOf(locale, size, seed).entries())
    print(`${n + 1}\t${namespace}:${key}\t${text}`);
}

/** Locale files are what `JSON.stringify` writes with two spaces and a line break at the end. */
function typesetFiles(): void {
  const set = (locale: Locale, value: unknown): unknown =>
    typeof value === 'string'
      ? typeset(locale, value)
      : Array.isArray(value)
        ? value.map((inner) => set(locale, inner))
        : Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, set(locale, inner)]));
  for (const locale of LOCALES)
    for (const namespace of namespaces()) {
      const file = join(projectRoot, 'locales', locale, `${namespace}.json`);
      const before = readFileSync(file, 'utf8');
      const after = `${JSON.stringify(set(locale, JSON.parse(before)), null, 2)}\n`;
      if (after !== before) writeFileSync(file, after);
    }
}

async function writeSheets(locales: readonly Locale[], out: string): Promise<number> {
  mkdirSync(out, { recursive: true });
  let faults = 0;
  for (const locale of locales) {
    const rendered = await renderAll(locale);
    writeFileSync(join(out, `${locale}.html`), sheetHtml(locale, rendered));
    const wrong = [
      ...rendered.flatMap(({ namespace, key, with: values, text, faults: found }) =>
        found.map((fault) => `${namespace}:${key}${values ? ` (${values})` : ''}: ${fault}: ${text}`),
      ),
      ...faultsOfMails(locale),
    ];
    print(`${locale}: ${rendered.length} texts with their longest values, ${wrong.length} faults`);
    for (const line of wrong) print(`  ${line}`);
    faults += wrong.length;
  }
  print(`Sheets: ${out}`);
  return faults;
}

async function findClipped(locales: readonly Locale[], url: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium((line) => print(`  … ${line}`)),
    args: ['--disable-dev-shm-usage'],
  });
  try {
    const { pages, clipped } = await clipTour(browser, url, {
      locales,
      seen: (n) => {
        if (n % 100 === 0) print(`  … ${n} pages`);
      },
      found: ({ persona, route, locale, width, texts }) => {
        for (const text of texts) print(`  ${persona} ${route} ${locale} ${width}: ${text}`);
      },
    });
    print(`${pages} pages at 320 and 640 pixels: ${clipped} with clipped texts`);
    return clipped;
  } finally {
    await browser.close();
  }
}

async function main(): Promise<boolean> {
  const { values } = readFlags({
    options: {
      sheets: { type: 'boolean', default: false },
      measure: { type: 'boolean', default: false },
      typeset: { type: 'boolean', default: false },
      clauses: { type: 'boolean', default: false },
      compared: { type: 'string', default: '' },
      sample: { type: 'string' },
      seed: { type: 'string', default: 'a' },
      lang: { type: 'string' },
      url: { type: 'string' },
      out: { type: 'string', default: join(tmpdir(), 'sponsio-texts') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print(HELP);
    return true;
  }
  const chosen = values.lang === undefined ? null : matchLocale(values.lang);
  if (values.lang !== undefined && !chosen) {
    process.stderr.write(`--lang is one of ${LOCALES.join(', ')}, not ${values.lang}\n`);
    return false;
  }
  if (values.measure) return measure();
  if (values.typeset) {
    typesetFiles();
    return true;
  }
  if (values.clauses) return writeClauseSheet(values.compared.split(','));
  if (values.sample !== undefined) {
    drawSample(chosen ?? 'en', countOf('sample', values.sample), values.seed);
    return true;
  }
  const locales = chosen ? [chosen] : LOCALES;
  let faults = await writeSheets(locales, values.out);
  if (!values.sheets)
    faults += values.url
      ? await findClipped(locales, values.url)
      : await withInstance([], ({ url }) => findClipped(locales, url));
  return faults === 0;
}

try {
  if (!(await main())) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
