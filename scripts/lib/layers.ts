import { existsSync, readFileSync } from 'node:fs';

export interface LayerResult {
  passed: number;
  failed: number;
  /** Full names of what did not run; never silent. */
  skipped: string[];
  /** Shown below the layer's line. */
  detail?: string;
}

export interface LayerReport extends LayerResult {
  name: string;
  seconds: number;
}

interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; message?: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** Counts of Vitest's JSON report. A file that could not be loaded counts as one failure, as does an error outside any test. */
export function readVitestReport(file: string, exitCode: number): LayerResult {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [], detail: 'the run ended without a report' };
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  const broken = report.testResults.filter((result) => result.status === 'failed' && !result.assertionResults.some((one) => one.status === 'failed'));
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.testResults.flatMap((result) =>
      result.assertionResults.filter((one) => ['pending', 'skipped', 'todo', 'disabled'].includes(one.status)).map((one) => one.fullName),
    ),
    ...(failed === 0 && exitCode !== 0 ? { detail: 'an error happened outside of any test' } : {}),
  };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { projectName: string; status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

function skippedSpecs(suite: PlaywrightSuite, path: string[]): string[] {
  const here = [...path, suite.title];
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.filter((test) => test.status === 'skipped').map((test) => [...here, spec.title, test.projectName].filter(Boolean).join(' › ')),
  );
  return [...own, ...(suite.suites ?? []).flatMap((child) => skippedSpecs(child, here))];
}

/** Counts of Playwright's JSON report; a test that passed only on a retry is a failure here. */
export function readPlaywrightReport(file: string, exitCode: number): LayerResult {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [], detail: 'the run ended without a report' };
  const report = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  const failed = report.stats.unexpected + report.stats.flaky;
  const outside = report.errors.map((error) => error.message ?? 'unknown error');
  return {
    passed: report.stats.expected,
    failed: failed === 0 && exitCode !== 0 ? Math.max(1, outside.length) : failed,
    skipped: report.suites.flatMap((suite) => skippedSpecs(suite, [])),
    ...(outside.length > 0 ? { detail: outside.join('\n') } : {}),
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
