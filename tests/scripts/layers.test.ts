import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  addUp,
  afterSecondRun,
  namesOfFailures,
  readPlaywrightReport,
  readVitestReport,
  testsToRepeat,
} from '../../scripts/lib/layers.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'sponsio-layers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'report.json');
/** What Vitest writes of a run in which one test passed and none failed. */
const writeVitestReport = (...testResults: object[]): void =>
  writeFileSync(file, JSON.stringify({ success: false, numPassedTests: 1, numFailedTests: 0, testResults }));
/** What Playwright writes of a run. */
const writePlaywrightReport = (stats: Record<string, number>, ...suites: object[]): void =>
  writeFileSync(file, JSON.stringify({ config: { workers: 1 }, stats, errors: [], suites }));
const browserTest = (title: string, status: string, results: object[], expectedStatus = 'passed'): object => ({
  title,
  tests: [{ projectName: '', status, expectedStatus, results }],
});
const FAILED = [{ duration: 1, status: 'failed', error: { message: 'no' } }];

test('a file that cannot be loaded and an error outside any test both count as failures', () => {
  const one = { status: 'passed', fullName: 'a' };
  writeVitestReport(
    { name: 'x', status: 'passed', assertionResults: [one] },
    { name: 'y', status: 'failed', assertionResults: [] },
  );
  expect(readVitestReport(file, 1)).toMatchObject({ passed: 1, failed: 1 });
  writeVitestReport({
    name: 'x',
    status: 'passed',
    assertionResults: [one, { status: 'skipped', fullName: 'b' }],
  });
  expect(readVitestReport(file, 1)).toMatchObject({ passed: 1, failed: 1, skipped: ['b'], whole: [] });
  expect(readVitestReport(join(folder, 'absent.json'), 0)).toMatchObject({ failed: 1 });
  expect(
    addUp([
      { passed: 1, failed: 0, skipped: [] },
      { passed: 2, failed: 3, skipped: ['b'] },
    ]),
  ).toEqual({ passed: 3, failed: 3, skipped: ['b'] });
});

test('every failed test, and every one that passed at its second try only, has a line with its file', () => {
  writePlaywrightReport(
    { expected: 0, unexpected: 1, flaky: 1, skipped: 0 },
    {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: [browserTest('pays', 'unexpected', FAILED)],
      suites: [{ title: 'again', file: 'a.spec.ts', specs: [browserTest('pays', 'flaky', FAILED)] }],
    },
  );
  const one = { passed: 0, failed: 0, skipped: [], seconds: 1 };
  const failure = { file: join(projectRoot, 'tests/b.test.ts'), name: 'adds up', message: 'long\ndetails' };
  expect(
    namesOfFailures([
      { ...one, name: 'types', failed: 1, detail: 'details' },
      { ...one, name: 'unit', failed: 1, failures: [failure] },
      { ...one, name: 'e2e', ...readPlaywrightReport(file, 1) },
      { ...one, name: 'integration', passed: 1, failures: [], flaky: [failure] },
      { ...one, name: 'format', passed: 1 },
    ]),
  ).toEqual([
    'FAILED  types  the layer types, details above',
    'FAILED  unit  tests/b.test.ts  adds up',
    'FAILED  e2e  tests/e2e/a.spec.ts  a.spec.ts › pays',
    'second try  e2e  tests/e2e/a.spec.ts  a.spec.ts › again › pays',
    'second try  integration  tests/b.test.ts  adds up',
  ]);
});

test('what failed in the browser, and what did not run because of it, is played once more: by name, or its whole file where tests build on each other', () => {
  writePlaywrightReport(
    { expected: 1, unexpected: 2, flaky: 0, skipped: 2 },
    {
      title: 'steps.spec.ts',
      file: 'steps.spec.ts',
      specs: [browserTest('signs', 'unexpected', FAILED), browserTest('pays', 'skipped', [])],
    },
    {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: [browserTest('skips', 'skipped', [{ duration: 0, status: 'skipped' }], 'skipped')],
      suites: [{ title: 'in Arabic', file: 'a.spec.ts', specs: [browserTest('reads', 'unexpected', FAILED)] }],
    },
  );
  const first = readPlaywrightReport(file, 1);
  expect(first).toMatchObject({
    passed: 1,
    failed: 2,
    held: ['steps.spec.ts › pays'],
    skipped: ['steps.spec.ts › pays', 'a.spec.ts › skips'],
  });
  expect(testsToRepeat(first, () => false)).toEqual([
    'steps.spec.ts › signs',
    'a.spec.ts › in Arabic › reads',
    'steps.spec.ts › pays',
  ]);
  expect(testsToRepeat(first, (name) => name === 'steps.spec.ts')).toEqual([
    'steps.spec.ts',
    'a.spec.ts › in Arabic › reads',
  ]);
  expect(testsToRepeat({ passed: 1, failed: 0, skipped: ['a.spec.ts › skips'] }, () => true)).toEqual([]);

  const [signs, reads] = first.failures!;
  expect(afterSecondRun(first, { passed: 3, failed: 0, skipped: [], failures: [] }), 'all pass alone').toMatchObject({
    passed: 4,
    failed: 0,
    skipped: ['a.spec.ts › skips'],
    failures: [],
    flaky: [{ name: signs!.name }, { name: reads!.name }],
  });
  const second = { passed: 1, failed: 1, skipped: [], failures: [signs!], held: ['steps.spec.ts › pays'] };
  expect(afterSecondRun(first, second), 'one fails again').toMatchObject({
    passed: 2,
    failed: 1,
    skipped: ['a.spec.ts › skips', 'steps.spec.ts › pays'],
    failures: [{ name: signs!.name }],
    flaky: [{ name: reads!.name }],
  });
  const none = { passed: 0, failed: 2, skipped: [], failures: [signs!, reads!] };
  expect(afterSecondRun(first, none), 'nothing passes').toBe(first);
  const outside = { passed: 3, failed: 1, skipped: [], failures: [] };
  expect(afterSecondRun(first, outside), 'an error outside of any test').toBe(first);
});
