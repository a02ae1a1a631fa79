import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { projectRoot } from './paths.ts';

export interface LayerResult {
  passed: number;
  failed: number;
  /** Full names of the tests that did not run. */
  skipped: string[];
  /** Those of them that did not run because one before them in their group failed. */
  held?: string[];
  /** Failures, for the summary at the end of a run. */
  failures?: TestFailure[];
  /** Tests that failed first and passed when they ran again alone: counted as passed, always listed. */
  flaky?: TestFailure[];
  /** Seconds that the tests of each file took. */
  files?: Record<string, number>;
  /** Files in which every test ran and passed. */
  whole?: string[];
  /** Tests that ran side by side. */
  workers?: number;
  /** Shown below the layer's line. */
  detail?: string;
}

export interface TestFailure {
  name: string;
  message: string;
  /** The test's file, for a second run. */
  file?: string;
}

export interface LayerReport extends LayerResult {
  name: string;
  seconds: number;
}

interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** Counts of Vitest's JSON report. A file that could not be loaded counts as one failure, as does an error outside any test. */
export function readVitestReport(file: string, exitCode: number): LayerResult {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [], detail: 'the run ended without a report' };
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  const broken = report.testResults.filter(
    (result) => result.status === 'failed' && !result.assertionResults.some((one) => one.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  const failures = [
    ...broken.map((result) => ({ file: result.name, name: result.name, message: result.message ?? '' })),
    ...report.testResults.flatMap((result) =>
      result.assertionResults
        .filter((one) => one.status === 'failed')
        .map((one) => ({ file: result.name, name: one.fullName, message: one.failureMessages?.join('\n') ?? '' })),
    ),
  ];
  return {
    failures,
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.testResults.flatMap((result) =>
      result.assertionResults
        .filter((one) => ['pending', 'skipped', 'todo', 'disabled'].includes(one.status))
        .map((one) => one.fullName),
    ),
    files: Object.fromEntries(
      report.testResults.map((result) => [result.name, (result.endTime - result.startTime) / 1000]),
    ),
    whole: report.testResults.flatMap(({ name, status, assertionResults }) =>
      status === 'passed' && assertionResults.length > 0 && assertionResults.every((one) => one.status === 'passed')
        ? [name]
        : [],
    ),
    ...(failed === 0 && exitCode !== 0 ? { detail: 'an error happened outside of any test' } : {}),
  };
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  expectedStatus?: string;
  results?: { duration: number; error?: { message?: string; stack?: string } }[];
}

interface PlaywrightSuite {
  title: string;
  file?: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightReport {
  config: { workers: number };
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

/** Playwright has no status for a test that was not begun: it has no result, or one that is not the expected one. */
const isHeld = ({ status, expectedStatus, results = [] }: PlaywrightTest): boolean =>
  status === 'skipped' && (results.length === 0 || expectedStatus !== 'skipped');

function specsOf(
  suite: PlaywrightSuite,
  which: (test: PlaywrightTest) => boolean,
  path: string[] = [],
  file = join('tests/e2e', suite.file ?? suite.title),
): TestFailure[] {
  const here = [...path, suite.title];
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.filter(which).map((test) => {
      const error = test.results?.find((result) => result.error)?.error;
      return {
        name: [...here, spec.title, test.projectName].filter(Boolean).join(' › '),
        message: error?.stack ?? error?.message ?? '',
        file,
      };
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap((child) => specsOf(child, which, here, file))];
}

function secondsOf(suite: PlaywrightSuite): number {
  const own = (suite.specs ?? []).flatMap((spec) => spec.tests).flatMap((test) => test.results ?? []);
  const inner = (suite.suites ?? []).map(secondsOf);
  return own.reduce((sum, result) => sum + result.duration / 1000, 0) + inner.reduce((sum, n) => sum + n, 0);
}

/** Counts of Playwright's JSON report. A test that passed only at a retry counts as passed and is listed as flaky. */
export function readPlaywrightReport(file: string, exitCode: number): LayerResult {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [], detail: 'the run ended without a report' };
  const report = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  const failed = report.stats.unexpected;
  const outside = report.errors.map((error) => error.message ?? 'unknown error');
  const allThat = (which: (test: PlaywrightTest) => boolean): TestFailure[] =>
    report.suites.flatMap((suite) => specsOf(suite, which));
  const all = (status: string): TestFailure[] => allThat((test) => test.status === status);
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: failed === 0 && exitCode !== 0 ? Math.max(1, outside.length) : failed,
    skipped: all('skipped').map((test) => test.name),
    held: allThat(isHeld).map((test) => test.name),
    failures: all('unexpected'),
    flaky: all('flaky'),
    workers: report.config.workers,
    files: Object.fromEntries(report.suites.map((suite) => [suite.file ?? suite.title, secondsOf(suite)])),
    ...(outside.length > 0 ? { detail: outside.join('\n') } : {}),
  };
}

/**
 * The lines of a `--test-list` of Playwright for what failed, and for what did not run since a test before it had failed. A file
 * whose tests build on each other is played whole.
 */
export function testsToRepeat(
  { failures = [], held = [] }: LayerResult,
  isSerial: (file: string) => boolean,
): string[] {
  const lines = [...failures.map(({ name }) => name), ...held].map((name) => {
    const [file = ''] = name.split(' › ');
    return isSerial(file) ? file : name;
  });
  return [...new Set(lines)];
}

/**
 * Both runs of a layer as one: what failed in the first and not in the second is flaky, and what fails in the second has failed. A
 * second run that ended by an error outside of its tests, or without any that passed, says nothing: the first one counts.
 */
export function afterSecondRun(first: LayerResult, second: LayerResult): LayerResult {
  const { failures = [], held = [] } = second;
  if (second.passed === 0 || second.failed !== failures.length) return first;
  const { detail: _, ...rest } = first;
  const keyOf = ({ name, file = '' }: TestFailure): string => `${file} ${name}`;
  const failed = new Set(failures.map(keyOf));
  const heldBefore = first.held ?? [];
  return {
    ...rest,
    passed: first.passed + first.failed + heldBefore.length - second.failed - held.length,
    failed: second.failed,
    skipped: [...first.skipped.filter((name) => !heldBefore.includes(name)), ...held],
    failures,
    flaky: (first.failures ?? []).filter((failure) => !failed.has(keyOf(failure))),
    whole: [...(first.whole ?? []), ...(second.whole ?? [])],
  };
}

export interface Totals {
  passed: number;
  failed: number;
  skipped: string[];
}

export function addUp(reports: readonly LayerResult[]): Totals {
  return {
    passed: reports.reduce((sum, report) => sum + report.passed, 0),
    failed: reports.reduce((sum, report) => sum + report.failed, 0),
    skipped: reports.flatMap((report) => report.skipped),
  };
}

/**
 * One line for each failed test and for each that passed at its second try only. They are the last lines before the counts,
 * so that the tail of a log is enough to know them. A layer that fails without a test has a line with its own name.
 */
export function namesOfFailures(reports: readonly LayerReport[]): string[] {
  const lines = (verdict: string, of: (report: LayerReport) => TestFailure[]): string[] =>
    reports.flatMap((report) =>
      of(report).map(({ name, file }) =>
        [verdict, report.name, file && relative(projectRoot, resolve(projectRoot, file)), name]
          .filter(Boolean)
          .join('  '),
      ),
    );
  const failuresOf = ({ name, failed, failures = [] }: LayerReport): TestFailure[] =>
    failed > 0 && failures.length === 0 ? [{ name: `the layer ${name}, details above`, message: '' }] : failures;
  return [...lines('FAILED', failuresOf), ...lines('second try', ({ flaky = [] }) => flaky)];
}
