import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { busyShare, median, type Result } from '../../bench/lib/measurement.ts';
import { MEASURING, measuredDocument, readmeWith, readResults, resultName } from '../../scripts/lib/measured.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';
import type { Run } from '../../scripts/lib/runs.ts';

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const RESULTS = join(projectRoot, 'bench', 'results');
const results = readResults();

test('docs/measured.md and the figures of the README are what bench/results says', () => {
  expect(read('docs/measured.md')).toBe(measuredDocument(results));
  const readme = read('README.md');
  expect(readme).toBe(readmeWith(readme, results));
});

test('every measuring command has its place in the document', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  // A command that runs tests passes or fails, and measures nothing.
  const measuring = Object.keys(scripts).filter(
    (name) => /^(bench|sec):/.test(name) && !scripts[name]?.startsWith('vitest '),
  );
  expect(measuring.filter((name) => !MEASURING.includes(name as never))).toEqual([]);
  expect(MEASURING.filter((name) => !(name in scripts))).toEqual([]);
});

test('a result names its command, commit and processor, and neither the host nor a path', () => {
  const files = new Set(existsSync(RESULTS) ? readdirSync(RESULTS) : []);
  for (const [script, result] of Object.entries(results)) {
    const file = `${resultName(script)}.json`;
    files.delete(file);
    const text = read(`bench/results/${file}`);
    for (const { command, commit } of [result, ...(result.runs ?? [])]) {
      expect(command).toMatch(new RegExp(`^npm run ${script}( --( --?[\\w-]+| [\\w:.,/-]+)+)?$`));
      expect(commit).toMatch(/^[0-9a-f]{40}$/);
    }
    expect(result.cores).toBeGreaterThan(0);
    expect(result.figures.length).toBeGreaterThan(0);
    expect(text).not.toContain(hostname());
    expect(text).not.toMatch(/"[^"]*(?:\/home\/|\/tmp\/|\/root\/|\/work\/)/);
  }
  expect([...files]).toEqual([]);
});

test('a figure of a busy machine has no verdict in the document', () => {
  const result: Result = {
    command: 'npm run bench:api',
    date: '2026-11-23',
    commit: 'a'.repeat(40),
    uncommittedChanges: true,
    processor: 'Processor',
    cores: 2,
    node: 'v20.19.0',
    busy: 'other programs used 80 % of the processors before the run',
    figures: [
      { what: 'p95 of reads', seen: '400 ms', bar: 'at most 50 ms', reached: null },
      { what: 'failed requests', seen: '0', bar: 'at most 0', reached: true },
    ],
  };
  const text = measuredDocument({ 'bench:api': result });
  expect(text).toContain('**Busy machine, no verdict**: other programs used 80 %');
  expect(text).toContain('with uncommitted changes');
  expect(text).toContain('| p95 of reads | 400 ms | at most 50 ms | no verdict |');
  expect(text).toContain('| failed requests | 0 | at most 0 | reached |');
});

test('figures of several runs name each with its commit and how much it played', () => {
  const run: Run = {
    command: 'npm run chaos:restore -- --within 4 --resume',
    date: '2026-11-26',
    commit: 'a'.repeat(40),
    uncommittedChanges: false,
    busy: null,
    seconds: 90,
    seed: 1,
    right: '1-6',
    wrong: '7',
    figures: {},
  };
  const result: Result = {
    ...{ command: run.command, date: run.date, commit: run.commit, uncommittedChanges: false, busy: null },
    ...{ processor: 'Processor', cores: 2, node: 'v20.19.0' },
    figures: [{ what: 'restores played', seen: '7 (a part)', bar: 'all 20', reached: null }],
    runs: [run],
  };
  const text = measuredDocument({ 'chaos:restore': result });
  expect(text).toContain('| restores played | 7 (a part) | all 20 |  |');
  expect(text).toContain(
    '| `npm run chaos:restore -- --within 4 --resume`, 2026-11-26 | aaaaaaaaaaaa | 7 | 1 | 1.5 | idle |',
  );
});

test('the share of a machine that is used counts every processor', () => {
  expect(busyShare({ idle: 100, all: 200 }, { idle: 250, all: 400 })).toBe(0.25);
  expect(busyShare({ idle: 100, all: 200 }, { idle: 100, all: 200 })).toBe(0);
});

test('the median of measurements is the middle one, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 9])).toBe(3.5);
});
