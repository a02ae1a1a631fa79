import { expect, test } from 'vitest';
import { countCases, PAIRS_OF_A_SEED } from '../../scripts/lib/chaos-cases.ts';
import { countingRuns, figuresOf, numbersOf, rangesOf, unitsOf, type Run } from '../../scripts/lib/runs.ts';
import { CASES } from '../support/chaos/failpoints.ts';
import { PAIRS } from '../support/chaos/races.ts';

const run = (more: Partial<Run>): Run => ({
  command: 'npm run chaos:failpoints',
  date: '2026-11-26',
  commit: 'a'.repeat(40),
  uncommittedChanges: false,
  busy: null,
  seconds: 60,
  seed: 1,
  right: '',
  wrong: '',
  figures: {},
  ...more,
});

test('numbers of units are written as ranges, each once', () => {
  expect(rangesOf([7, 1, 3, 2, 3])).toBe('1-3,7');
  expect(numbersOf('1-3,7')).toEqual([1, 2, 3, 7]);
  expect(numbersOf(rangesOf([]))).toEqual([]);
});

test('a unit that several runs played counts once, as it came last', () => {
  const runs = [run({ right: '1-3', wrong: '4' }), run({ right: '4-5', wrong: '1' })];
  expect(unitsOf(runs)).toEqual({ right: [2, 3, 4, 5], wrong: [1] });
});

test('a run whose units were all played again counts no more', () => {
  const [first, second, third] = [run({ wrong: '1-3' }), run({ right: '1-2' }), run({ right: '3' })] as const;
  expect(countingRuns([first, second])).toEqual([first, second]);
  expect(countingRuns([first, second, third])).toEqual([second, third]);
});

test('units of another seed are others', () => {
  const runs = [run({ right: '1-3' }), run({ seed: 7, right: '1-3' })];
  expect(unitsOf(runs).right).toHaveLength(6);
  expect(unitsOf(runs, 7).right).toEqual([1, 2, 3]);
});

test('counts of several runs are added, the slowest stays', () => {
  const runs = [
    run({ figures: { snapshots: 10, slowestMs: 900 } }),
    run({ figures: { snapshots: 5, slowestMs: 400 } }),
  ];
  expect(figuresOf(runs)).toEqual({ snapshots: 15, slowestMs: 900 });
});

test('of the cases of failpoints 208 are kills and 104 stop signals, at 52 points; 72 more are variants at 12 of them', () => {
  const count = (cases: typeof CASES) => countCases(cases.map(({ n }) => n));
  expect(count(CASES.filter(({ variant }) => !variant))).toEqual({ kills: 208, stops: 104, points: 52 });
  expect(count(CASES)).toEqual({ kills: 256, stops: 128, points: 52 });
  for (const one of CASES) expect(countCases([one.n]).kills).toBe(one.manner === 'kill' ? 1 : 0);
  expect(PAIRS).toHaveLength(PAIRS_OF_A_SEED);
});
