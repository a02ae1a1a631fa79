import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureChromium } from './lib/chromium.ts';
import { buildClient } from './lib/client-build.ts';
import { buildEntries } from './lib/entry-build.ts';
import { explain } from './lib/failure.ts';
import { runToEnd } from './stack/launch.ts';
import { BUILT_ENTRIES, entryPoints } from './stack/services.ts';
import {
  addUp,
  afterSecondRun,
  namesOfFailures,
  readPlaywrightReport,
  readVitestReport,
  testsToRepeat,
} from './lib/layers.ts';
import type { LayerReport, LayerResult, TestFailure } from './lib/layers.ts';
import { projectRoot } from './lib/paths.ts';
import { recordTimes } from './lib/test-times.ts';
import { newSeededHome, SEEDED_HOME } from '../tests/support/seeded-home.ts';
import { ALL_SCREENS } from '../src/lib/screens.ts';
import { bold, dim, green, red, print, seconds, table } from './lib/progress.ts';

process.chdir(projectRoot);
const reports = mkdtempSync(join(tmpdir(), 'sponsio-reports-'));
// The first test that needs the demo loads it there; the others copy it.
const seededHome = newSeededHome();
process.env[SEEDED_HOME] = seededHome;
const node = process.execPath;
const program = (...path: string[]): string => join(projectRoot, 'node_modules', ...path);

/** A program with only an exit code as its result; its output is shown only when it fails. */
async function oneCheck(command: string, args: string[]): Promise<LayerResult> {
  const { code, output } = await runToEnd(command, args, { cwd: projectRoot });
  return code === 0
    ? { passed: 1, failed: 0, skipped: [] }
    : { passed: 0, failed: 1, skipped: [], detail: output.trim() };
}

/** More failed files, or tests in the browser, than this are not caused by timing. */
const SECOND_RUN_FILES = 3;
const SECOND_RUN_BROWSER_TESTS = 12;

/**
 * The tests of one or more projects. In unattended runs (`CI`), failed files run once more, alone: those that pass are flaky, and
 * the summary lists them with the first error.
 */
async function vitest(
  layer: 'unit' | 'integration',
  projects: readonly string[],
  { beside = false } = {},
): Promise<LayerResult> {
  const runOnce = async (name: string, files: string[]): Promise<LayerResult> => {
    const report = join(reports, `${name}.json`);
    // By default the runner leaves one core free, which is half of the smallest machine. Some tests wait for a time
    // limit or a child process: one worker more than that machine has cores.
    const args = [
      program('vitest', 'vitest.mjs'),
      'run',
      ...projects.map((name) => `--project=${name}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(layer === 'unit' && !beside ? ['--maxWorkers=3'] : []),
      ...files,
    ];
    const { code, output } = await runToEnd(node, args, { cwd: projectRoot, inherit: !beside });
    if (beside) print(output.trim());
    return readVitestReport(report, code);
  };
  const first = await runOnce(layer, []);
  const files = [...new Set((first.failures ?? []).flatMap((failure) => failure.file ?? []))];
  if (!process.env.CI || files.length === 0 || files.length > SECOND_RUN_FILES) return first;
  print(`\n  once more, alone: ${files.map((file) => relative(projectRoot, file)).join(', ')}`);
  return afterSecondRun(first, await runOnce(`${layer}-again`, files));
}

async function build(): Promise<LayerResult> {
  const routeTree = join(projectRoot, 'src', 'route-tree.gen.ts');
  const committed = readFileSync(routeTree, 'utf8');
  await buildClient(true);
  const problems =
    readFileSync(routeTree, 'utf8') === committed
      ? []
      : ['src/route-tree.gen.ts was not current; it has been written anew'];
  return {
    passed: 1 - problems.length,
    failed: problems.length,
    skipped: [],
    ...(problems.length > 0 ? { detail: problems.join('\n') } : {}),
  };
}

/** Tests of such a file build on each other: one of them alone would not find what those before it do. */
const isSerial = (file: string): boolean =>
  readFileSync(join(projectRoot, 'tests', 'e2e', file), 'utf8').includes("mode: 'serial'");

/**
 * The tests in the browser. In unattended runs (`CI`), what failed is played once more after all others, one test at a time on a new
 * instance: what caused it may still be there in the same moment and on the same instance.
 */
async function e2e(): Promise<LayerResult> {
  const chromium = await ensureChromium((line) => print(`  … ${line}`));
  const builtEntries = await buildEntries(entryPoints);
  const runOnce = async (name: string, args: string[]): Promise<LayerResult> => {
    const report = join(reports, `${name}.json`);
    const cli = program('@playwright', 'test', 'cli.js');
    const { code } = await runToEnd(node, [cli, 'test', '--reporter=list,json', ...args], {
      cwd: projectRoot,
      inherit: true,
      env: {
        ...process.env,
        [BUILT_ENTRIES]: builtEntries,
        CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    });
    return readPlaywrightReport(report, code);
  };
  const first = await runOnce('e2e', []);
  const lines = testsToRepeat(first, isSerial);
  if (!process.env.CI || lines.length === 0 || lines.length > SECOND_RUN_BROWSER_TESTS) return first;
  print(`\n  once more, alone:\n${lines.map((line) => `    ${line}`).join('\n')}`);
  const list = join(reports, 'once-more.txt');
  writeFileSync(list, `${lines.join('\n')}\n`);
  // In a folder of its own: the pictures of the first run stay.
  const again = [`--test-list=${list}`, '--workers=1', '--trace=retain-on-failure', '--output=test-results/once-more'];
  return afterSecondRun(first, await runOnce('e2e-again', again));
}

const layers: Record<string, (how: { beside: boolean }) => Promise<LayerResult>> = {
  build,
  types: ({ beside }) => oneCheck('npm', ['run', '--silent', 'types', ...(beside ? ['--', '--checkers', '1'] : [])]),
  format: () => oneCheck(node, [program('oxfmt', 'bin', 'oxfmt'), '--check']),
  lint: () => oneCheck(node, [program('oxlint', 'bin', 'oxlint')]),
  unit: (how) => vitest('unit', ['unit', 'mocked', 'stack', 'sandbox'], how),
  generated: () => oneCheck(node, ['--import', 'tsx', join(projectRoot, 'scripts', 'db.ts'), 'types', '--verify']),
  integration: () => vitest('integration', ['integration']),
  e2e,
};

/**
 * Independent of the others: they run one by one beside the integration tests, which are idle much of the time, or
 * beside the unit tests.
 */
const BESIDE: Record<string, string[]> = {
  integration: ['format', 'lint', 'unit', 'generated'],
  unit: ['types', 'format', 'lint'],
};

async function run(
  name: string,
  layer: (how: { beside: boolean }) => Promise<LayerResult>,
  beside = false,
): Promise<LayerReport> {
  const started = Date.now();
  if (!beside) print(`\n${bold(name)}`);
  let result: LayerResult;
  try {
    result = await layer({ beside });
  } catch (error) {
    result = { passed: 0, failed: 1, skipped: [], detail: explain(error) };
  }
  if (result.detail) print(result.detail.split('\n').slice(-200).join('\n'));
  const report = { ...result, name, seconds: (Date.now() - started) / 1000 };
  print(
    `${result.failed === 0 ? green('✓') : red('✗')} ${name}: ${result.passed} passed, ${result.failed} failed ${dim(seconds(Date.now() - started))}`,
  );
  return report;
}

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(layers, name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown layer: ${unknown.join(', ')}. There are ${Object.keys(layers).join(', ')}.\n`);
  process.exit(2);
}
/**
 * Checks all types of a copy of the tree with one feature more. After it has passed, a check of the tree itself, which takes a
 * minute of processor time, would repeat that.
 */
const TYPES_OF_COPY = 'tests/scripts/new.integration.test.ts';
const typesPassedIn = ({ whole = [], detail }: LayerReport): boolean =>
  whole.includes(join(projectRoot, TYPES_OF_COPY)) && !detail;

const started = Date.now();
const done: LayerReport[] = [];
const chosen = Object.entries(layers).filter(([name]) => requested.length === 0 || requested.includes(name));
const host = Object.keys(BESIDE).find((name) => chosen.some(([other]) => other === name));
const beside = chosen.filter(([name]) => host && BESIDE[host]?.includes(name));
/** Types come after the integration tests of the same run, whose copy of the tree may have checked them. */
const typesChecked = (name: string): (() => Promise<LayerResult>) | null =>
  name === 'types' && done.some((one) => one.name === 'integration' && typesPassedIn(one))
    ? async () => ({
        passed: 0,
        failed: 0,
        skipped: [],
        detail: `  checked by ${TYPES_OF_COPY}, which is counted there`,
      })
    : null;
const inTurn = chosen.filter((one) => !beside.includes(one));
if (host === 'integration') inTurn.sort(([a], [b]) => Number(a === 'types') - Number(b === 'types'));
for (const [name, layer] of inTurn) {
  const others = name === host ? beside : [];
  const sideBySide = async (): Promise<void> => {
    for (const [other, work] of others) done.push(await run(other, work, true));
  };
  const [, report] = await Promise.all([sideBySide(), run(name, typesChecked(name) ?? layer)]);
  done.push(report);
}
for (const folder of [reports, seededHome]) rmSync(folder, { recursive: true, force: true });
const totals = addUp(done);

/** The first lines of each failure. */
function printFailures(title: string, which: (layer: LayerReport) => TestFailure[] | undefined): void {
  const all = done.flatMap((layer) => (which(layer) ?? []).map((failure) => ({ layer: layer.name, ...failure })));
  if (all.length === 0) return;
  print(`\n  ${title}:`);
  for (const { layer, name, message } of all.slice(0, 10)) {
    print(`    ${layer}: ${name}`);
    print(
      message
        .split('\n')
        .slice(0, 12)
        .map((line) => `      ${line}`)
        .join('\n'),
    );
  }
  if (all.length > 10) print(`    and ${all.length - 10} more`);
}
/** The files that cost the most, so that a slow one is seen in the run that made it slow. */
function printSlowest(): void {
  const files = done.flatMap(({ name, files: seconds = {} }) =>
    Object.entries(seconds).map(([file, took]) => ({ name, file: shortName(name, file), took })),
  );
  const slowest = files.sort((a, b) => b.took - a.took).slice(0, 10);
  if (slowest.length === 0) return;
  print(`\n  slowest files:`);
  print(table(slowest.map(({ name, file, took }) => [`${took.toFixed(1)} s`, name, file])));
}
const shortName = (layer: string, file: string): string =>
  layer === 'e2e' ? `tests/e2e/${file}` : relative(projectRoot, file);
printSlowest();

/** Seconds of the run that the tests which visit every screen take for one of them. */
function printCostOfScreen(): void {
  const { files = {}, workers = 1 } = done.find(({ name }) => name === 'e2e') ?? {};
  const took = ['every-screen.spec.ts', 'failing-screens.spec.ts'].map((file) => files[file]);
  const screens = ALL_SCREENS.filter(({ built }) => built).length;
  if (!took.every((one) => one !== undefined)) return;
  const each = took.reduce((sum, one) => sum + one, 0) / workers / screens;
  print(`\n  one more screen costs ${each.toFixed(1)} s (${screens} screens; at most 4 s)`);
}
printCostOfScreen();
if (process.env.RECORD_TIMES === '1')
  recordTimes(done.flatMap((layer) => (layer.name === 'e2e' ? [] : Object.entries(layer.files ?? {}))));

printFailures('failed', (layer) => layer.failures);
printFailures('flaky, passed at the second try', (layer) => layer.flaky);
print(
  `\n${table(done.map((layer) => [layer.failed === 0 ? 'ok' : 'FAILED', layer.name, `${layer.passed} passed`, `${layer.failed} failed`, layer.skipped.length > 0 ? `${layer.skipped.length} did not run` : '', `${layer.seconds.toFixed(1)} s`]))}`,
);
if (totals.skipped.length > 0)
  print(`\n  ${totals.skipped.length} did not run:\n${totals.skipped.map((name) => `    ${name}`).join('\n')}`);
print(dim(`\n  all layers in ${seconds(Date.now() - started)}`));
for (const line of namesOfFailures(done)) print(`  ${line}`);
print(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
