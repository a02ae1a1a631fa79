import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { LOCALES, type Locale } from '../server/core/locale.ts';
import { readFlags } from './lib/flags.ts';
import { projectRoot } from './lib/paths.ts';
import { print } from './lib/progress.ts';
import { intlCases, readByGrammar, readByPattern, scoreNumbers, wordCases } from './lib/search/numbers.ts';
import {
  f1,
  grammar,
  heldOutHash,
  linesOf,
  pattern,
  scoreSentences,
  type Half,
  type Sentence,
} from './lib/search/sentences.ts';

const F1_BAR = 0.9;
const NUMBERS_BAR = 97;
const P95_BAR_MS = 20;
const LINES = 10_000;
const LINES_BAR_S = 60;

const HELP = `npm run search:score              reads 400 sentences and the numbers of eight languages, and compares
npm run search:score -- --show    also what was missed or wrong in the half that may be tuned on
npm run search:score -- --slots   also each kind of filter

Also times npm run search:parse on ${LINES.toLocaleString('en')} lines of each language.
Bars: F1 of the held-out half at least .90 in each language, no invalid filter, p95 below ${P95_BAR_MS} ms, numbers at least
${NUMBERS_BAR} % exact, the lines within ${LINES_BAR_S} seconds. Ends with an error where one is missed. ${RECORD_HELP}
`;

const { values: flags } = readFlags({
  options: {
    ...RECORD,
    show: { type: 'boolean', default: false },
    slots: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
const fixed = (value: number) => value.toFixed(3);

const measurement = flags.help ? null : await beginMeasurement('search:score', flags.record);

/** Returns the time of each sentence. */
function scoreHalf(half: Half): number[] {
  print(`\nSentences, ${half} half (25 per language)`);
  print('lang  precision  recall     F1  pattern F1  invalid');
  const ms: number[] = [];
  for (const language of LOCALES) {
    const { counts, results, bySlot } = scoreSentences(language, half, grammar);
    const baseline = f1(scoreSentences(language, half, pattern).counts);
    const invalid = results.filter((r) => r.invalid).length;
    ms.push(...results.map((r) => r.ms));
    const score = f1(counts);
    print(
      `${language.padEnd(4)}  ${fixed(counts.right / counts.found).padStart(9)}  ${fixed(counts.right / counts.expected).padStart(6)}  ${fixed(score).padStart(5)}  ${fixed(baseline).padStart(10)}  ${String(invalid).padStart(7)}`,
    );
    if (half === 'held-out') {
      const exact = { unit: '', exact: true };
      measurement?.figure(`${language}: F1 of the held-out half`, score, { ...exact, digits: 3, atLeast: F1_BAR });
      measurement?.figure(`${language}: F1 of a pattern for digits and cities`, baseline, { ...exact, digits: 3 });
    }
    measurement?.figure(`${language}: invalid filters, ${half} half`, invalid, {
      unit: '',
      digits: 0,
      atMost: 0,
      exact: true,
    });
    if (flags.slots)
      for (const [slot, part] of bySlot)
        print(
          `      ${slot.padEnd(18)} ${part.right} right, ${part.found} found, ${part.expected} expected, F1 ${fixed(f1(part))}`,
        );
    if (!flags.show || half === 'held-out') continue;
    for (const { text, missed, wrong } of results)
      if (missed.length + wrong.length > 0)
        print(`      ${text}\n        missed: ${missed.join(' · ') || '–'}   wrong: ${wrong.join(' · ') || '–'}`);
  }
  return ms;
}

function scoreAllNumbers(): void {
  print('\nNumbers, exact');
  print('lang  Intl          pattern  written out   pattern');
  const part = (language: Locale, what: string, cases: ReturnType<typeof intlCases>) => {
    const { right, wrong } = scoreNumbers(cases, language, readByGrammar);
    const baseline = scoreNumbers(cases, language, readByPattern).right;
    const share = { unit: '%', exact: true };
    measurement?.figure(`${language}: ${what}, exact of ${cases.length}`, (100 * right) / cases.length, {
      ...share,
      atLeast: NUMBERS_BAR,
    });
    measurement?.figure(`${language}: ${what}, by a pattern for digits`, (100 * baseline) / cases.length, share);
    return { text: `${right}/${cases.length}`.padEnd(12), baseline: `${baseline}`.padStart(7), wrong };
  };
  for (const language of LOCALES) {
    const intl = part(language, 'numbers of Intl', intlCases(language));
    const words = part(language, 'numbers written out', wordCases(language));
    print(`${language.padEnd(4)}  ${intl.text}  ${intl.baseline}  ${words.text}  ${words.baseline}`);
    if (flags.show) for (const line of [...intl.wrong, ...words.wrong]) print(`      ${line}`);
  }
}

/** Seconds that the command takes for its lines, each read once, in the slowest language. */
function timeLines(): number {
  print(`\n${LINES.toLocaleString('en')} lines by search:parse`);
  const times = LOCALES.map((language) => {
    const sentences = linesOf('sentences', language).map((line) => (JSON.parse(line) as Sentence).text);
    // No two lines are the same.
    const lines = Array.from({ length: LINES }, (_, n) => `${sentences[n % sentences.length]} ${n}`);
    const begin = performance.now();
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', join(projectRoot, 'scripts/search-parse.ts'), '--lang', language],
      { cwd: projectRoot, input: `${lines.join('\n')}\n`, maxBuffer: 1e9, encoding: 'utf8' },
    );
    const seconds = (performance.now() - begin) / 1_000;
    if (status !== 0 || stdout.split('\n').length !== LINES + 1) throw new Error(`search:parse ended with ${status}`);
    print(`${language.padEnd(4)}  ${seconds.toFixed(1)} s, ${Math.round(LINES / seconds)} lines a second`);
    return seconds;
  });
  return Math.max(...times);
}

if (flags.help) print(HELP);
else {
  // The gazetteer and the lexicons are read once.
  for (const language of LOCALES) grammar('10k', language);
  const tuned = scoreHalf('tuned');
  const held = scoreHalf('held-out');
  scoreAllNumbers();
  measurement?.figure('a sentence, p95', percentile([...tuned, ...held], 0.95), {
    unit: 'ms',
    digits: 2,
    atMost: P95_BAR_MS,
  });
  measurement?.figure(`${LINES.toLocaleString('en')} lines by search:parse, slowest language`, timeLines(), {
    unit: 's',
    atMost: LINES_BAR_S,
  });
  print(`\nheld-out half, SHA-256 ${heldOutHash()}`);
  process.exitCode = (await measurement?.end()) ?? 0;
}
