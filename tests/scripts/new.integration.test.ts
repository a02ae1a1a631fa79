import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  const kept = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', '-z'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  const gone = new Set(execFileSync('git', ['ls-files', '-dz'], { cwd: projectRoot, encoding: 'utf8' }).split('\0'));
  for (const file of kept.split('\0').filter((one) => one !== '' && !gone.has(one))) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    copyFileSync(join(projectRoot, file), join(root, file));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  git('init', '--quiet');
  writeFileSync(join(root, '.git/info/exclude'), 'node_modules\n');
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@test.example', 'commit', '--quiet', '--message', 'copy');
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
