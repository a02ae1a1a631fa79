import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../bench/lib/measurement.ts';
import { projectRoot } from './paths.ts';
import { numbersOf, type Run } from './runs.ts';

/** The measuring commands in the order of the document, each with the name of its file and a title. */
export const MEASUREMENTS = {
  'bench:api': 'Read procedures over HTTP',
  'bench:escrow': 'Whole milestones with real workflows',
  'bench:ledger': 'Postings, beside bare SQL',
  'bench:lists': 'Lists at 100,000 rows',
  'bench:search': 'Searches among 1,000,000 creators',
  'bench:import': 'The import of 100,000 creators, beside a bare COPY',
  'bench:check': 'The money check at 100,000 contracts',
  'bench:reconcile': 'The reconciliation of 1,000,000 entries',
  'bench:payments': 'The payments of a brand with 100,000 postings',
  'bench:types': 'Types',
  budgets: 'JavaScript of every first load',
  lighthouse: 'Lighthouse on the start page',
  sim: 'The simulation of the money',
  'sim:real': 'The simulation beside the services on Postgres',
  'chaos:failpoints': 'Processes ended between claim, call and confirmation',
  'chaos:races': 'Two acts at the same moment, at two API processes',
  'chaos:faults': 'Lost answers and late events of the provider',
  'chaos:bank': 'Snapshots of the books while processes are ended',
  'chaos:restore': 'A database restored behind the provider',
  'chaos:outages': 'Postgres, Temporal or the provider away for a while',
  'chaos:kills': 'Processes killed at random moments',
  'chaos:sync': 'Syncs of accounts under every fault',
  'chaos:outreach': 'Sequences of messages while processes are killed',
  mutate: 'Changed rules of money that tests notice',
  'verify-log:selftest': 'The verifier of event logs',
  'rates:check': 'The formula of the rate calculator',
  'geo:score': 'Names of places in eight languages',
  'search:score': 'Sentences and numbers in eight languages',
  'search:rank': 'The order of a search for words',
  'search:filters': 'Random filters, beside a search that reads every row',
  'match:score': 'Best sets under a budget, beside brute force',
  lines: 'Hand-written lines',
  'sec:lock': 'Lock after wrong passwords',
  'sec:codes': 'One-time codes',
  'sec:timing': 'What answers reveal about a mailbox',
  'sec:calls': 'Bad inputs on the public calls',
  'sec:bodies': 'Hostile request bodies',
  'sec:connect': 'Attacks on connecting accounts',
  'sec:links': 'Hostile addresses that people name',
  'sec:agent': 'Acts of an agency under each scope',
} as const;
export type Measuring = keyof typeof MEASUREMENTS;
export const MEASURING = Object.keys(MEASUREMENTS) as Measuring[];

/** Name of the file of a command: `bench:api` is `api`, `sec:lock` is `sec-lock`. */
export const resultName = (script: string): string => script.replace(/^bench:/, '').replace(':', '-');

export type Results = Partial<Record<Measuring, Result>>;

export function readResults(root = projectRoot): Results {
  const results: Results = {};
  for (const script of MEASURING) {
    const file = join(root, 'bench', 'results', `${resultName(script)}.json`);
    if (existsSync(file)) results[script] = JSON.parse(readFileSync(file, 'utf8')) as Result;
  }
  return results;
}

const verdict = ({ busy }: Result, { bar, reached }: Result['figures'][number]): string =>
  reached === true ? 'reached' : reached === false ? '**missed**' : bar && busy ? 'no verdict' : '';
const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The runs that the figures are of together, where each played a part. */
const runsTable = (runs: readonly Run[]): string[] => [
  '',
  '| run | commit | played | wrong | minutes | machine |',
  '|---|---|---|---|---|---|',
  ...runs.map((run) => {
    const [right, wrong] = [numbersOf(run.right).length, numbersOf(run.wrong).length];
    const commit = `${run.commit.slice(0, 12)}${run.uncommittedChanges ? ' with uncommitted changes' : ''}`;
    return `| \`${cell(run.command)}\`, ${run.date} | ${commit} | ${right + wrong} | ${wrong} | ${(run.seconds / 60).toFixed(1)} | ${run.busy ? 'busy' : 'idle'} |`;
  }),
];

function section(script: Measuring, result: Result | undefined): string {
  const title = `## ${MEASUREMENTS[script]}`;
  if (!result) return `${title}\n\n\`npm run ${script}\`: not recorded yet.`;
  const { command, date, commit, uncommittedChanges, processor, cores, node, busy, figures, runs = [] } = result;
  return [
    title,
    '',
    `\`${command}\`, ${date}, commit ${commit.slice(0, 12)}${uncommittedChanges ? ' with uncommitted changes' : ''}, ${cores} cores of ${processor}, Node ${node.slice(1)}.${busy ? ` **Busy machine, no verdict**: ${busy}.` : ''}`,
    '',
    '| what | seen | bar | |',
    '|---|---|---|---|',
    ...figures.map(
      (figure) =>
        `| ${cell(figure.what)} | ${cell(figure.seen)} | ${cell(figure.bar ?? '')} | ${verdict(result, figure)} |`,
    ),
    ...(runs.length > 0 ? runsTable(runs) : []),
  ].join('\n');
}

/** The text of docs/measured.md. */
export const measuredDocument = (results: Results): string =>
  `# Measured

Written by \`npm run measured\` from \`bench/results\`; not edited by hand. A measuring command writes its file when it is called with \`--record\`; \`npm run bench -- --record\` calls those of speed and weight one after the other, \`npm run bench -- sec --record\` those of security. The load generators, Postgres and Temporal share the cores with what is measured. Times are medians of three, of Lighthouse five.

A command reads how busy the processors are before and after its run. When other programs use more than 15 % of them it prints "busy machine, no verdict": figures that depend on the machine's speed then stand without a verdict, counts and sizes keep theirs.

${MEASURING.map((script) => section(script, results[script])).join('\n\n')}
`;

/** The figures that the README shows: command, beginning of the figure's name, and how the line begins. */
const README_FIGURES: [script: Measuring, figure: string, label: string][] = [
  ['bench:api', 'p95 of', 'Reads with session and row security, 200 a second, p95'],
  ['bench:lists', 'slowest list', 'Slowest list at 100,000 rows, 4 clients, p95'],
  ['bench:escrow', 'lifecycles beside', 'Whole milestones, beside a workflow that does nothing'],
  ['bench:ledger', 'deals, 1,000', 'Postings of deals, beside bare SQL on the same rows'],
  ['budgets', '/', 'JavaScript of a first visit to the start page'],
];
export const README_BEGIN = '<!-- Written by `npm run measured` -->';
export const README_END = '<!-- End of what is written -->';

function readmeFigures(results: Results): string {
  const lines = README_FIGURES.map(([script, name, label]) => {
    const result = results[script];
    const figure = result?.figures.find(({ what }) => (script === 'budgets' ? what === name : what.startsWith(name)));
    if (!result || !figure) return `- ${label}: not recorded yet`;
    const judged = verdict(result, figure);
    return `- ${label}: ${figure.seen}${figure.bar ? ` (bar: ${figure.bar}${judged ? `, ${judged}` : ''})` : ''}`;
  });
  return [README_BEGIN, ...lines, README_END].join('\n');
}

/** The README with the figures of `results` between the two comments. */
export function readmeWith(readme: string, results: Results): string {
  const [begin, end] = [readme.indexOf(README_BEGIN), readme.indexOf(README_END)];
  if (begin < 0 || end < begin) throw new Error('README.md has no place for the figures');
  return readme.slice(0, begin) + readmeFigures(results) + readme.slice(end + README_END.length);
}

/** Writes docs/measured.md and the figures of the README from bench/results. */
export function writeMeasured(root = projectRoot): void {
  const results = readResults(root);
  writeFileSync(join(root, 'docs', 'measured.md'), measuredDocument(results));
  const readme = join(root, 'README.md');
  writeFileSync(readme, readmeWith(readFileSync(readme, 'utf8'), results));
}
