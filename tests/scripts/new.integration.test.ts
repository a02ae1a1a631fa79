import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runToEnd } from '../../scripts/stack/launch.ts';
import { singularOf, writeFeature } from '../../scripts/lib/new-feature.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';

/** Written by programs. */
const GENERATED = /\.gen\.|^db\/types\.ts$|^db\/frozen\.sha256$/;

let root: string;
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
/** Without the settings of the run that this test belongs to. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
// No garbage collection in the type checker: it would take a third of its time.
Object.assign(env, { GOGC: 'off', GOMEMLIMIT: '3GiB' });
const run = (program: string, ...args: string[]) =>
  runToEnd(process.execPath, [join(projectRoot, 'node_modules', program), ...args], { cwd: root, env });
const script = (name: string, ...args: string[]) =>
  runToEnd(process.execPath, ['--import', 'tsx', join(root, 'scripts', name), ...args], { cwd: root, env });

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sponsio-new-'));
  const ofTree = (...args: string[]): string =>
    execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  // Checked out from the objects that are there: to add every file anew takes a minute on a busy machine.
  git('clone', '--quiet', '--shared', '--no-checkout', projectRoot, '.');
  git('checkout', '--quiet', '--detach', ofTree('rev-parse', 'HEAD').trim());
  const changed = ofTree('diff', '--name-only', '--no-renames', '-z', 'HEAD');
  const added = ofTree('ls-files', '-o', '--exclude-standard', '-z');
  for (const file of `${changed}${added}`.split('\0').filter((one) => one !== '')) {
    const copy = join(root, file);
    rmSync(copy, { force: true });
    if (!existsSync(join(projectRoot, file))) continue;
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(projectRoot, file), copy);
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, '.git/info/exclude'), 'node_modules\n');
  git('add', '--all');
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@test.example'];
  git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'copy');
});
afterAll(() => root && rmSync(root, { recursive: true, force: true }));

describe('a new feature', () => {
  test('compiles, is formatted and keeps every guard, with one line in at most three files that people write', async () => {
    expect(await script('new.ts', 'feature', 'brand-notes')).toMatchObject({ code: 0 });
    expect(await script('freeze.ts')).toMatchObject({ code: 0 });

    const changed = git('diff', '--numstat')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([, , file = '']) => !GENERATED.test(file) && !file.startsWith('locales/'));
    expect(changed.length).toBeLessThanOrEqual(3);
    for (const [added, removed, file] of changed) expect([file, added, removed]).toEqual([file, '1', '0']);

    // Files that did not change are linted and formatted by the gate itself.
    const touched = git('ls-files', '-mo', '--exclude-standard').trim().split('\n');
    const code = touched.filter((file) => /\.tsx?$/.test(file));
    const guards = ['architecture', 'frozen', 'locales', 'words', 'src/lib/screens'];
    const checks = {
      // One checker: several repeat work, and the other checks use the second core.
      types: run('typescript/bin/tsc', '--noEmit', '--checkers', '1', '-p', '.'),
      lint: run('oxlint/bin/oxlint', '--quiet', ...code),
      format: run('oxfmt/bin/oxfmt', '--check', ...code),
      guards: run('vitest/vitest.mjs', 'run', '--project', 'unit', ...guards.map((name) => `tests/${name}.test.ts`)),
    };
    for (const [name, check] of Object.entries(checks)) {
      const { code, output } = await check;
      expect(code, `${name}: ${output}`).toBe(0);
    }
  }, 300_000);

  test('is refused under a name that is taken, unplain or without a singular, and nothing is written', () => {
    const before = git('status', '--porcelain');
    const write = (nouns: string, noun: string) => () => writeFeature(root, { nouns, noun, stamp: '20991231T2359' });
    expect(write('offers', 'offer')).toThrow('There is a feature offers already.');
    expect(write('Tall_Notes', 'tall-note')).toThrow('small letters');
    expect(write('gear', 'gear')).toThrow('--one');
    expect(git('status', '--porcelain')).toBe(before);
  });

  test('takes the singular of a regular plural', () => {
    expect(['notes', 'replies', 'boxes', 'gear', 'addresses'].map(singularOf)).toEqual([
      'note',
      'reply',
      'box',
      null,
      'address',
    ]);
  });
});
