import { PAYMENT_PAGE_MS } from '../server/features/escrow/timers/rules.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './support/imports.ts';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const markdownIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

const DECISIONS = markdownIn('docs/adr').filter((file) => !file.endsWith('README.md'));
const isSuperseded = (file: string): boolean => /^\*\*Superseded (?:in part )?by ADR \d+\*\*/m.test(read(file));
const DOCUMENTS = [
  ...['.', 'docs', 'tests', 'server', 'src', 'workflows', 'db', 'scripts', 'scripts/stack', 'bench'].flatMap(
    markdownIn,
  ),
  'server/integrations/stripe/sandbox/README.md',
  'docs/adr/README.md',
  ...DECISIONS.filter((file) => !isSuperseded(file)),
].filter((file) => file !== 'CHANGELOG.md' && file !== 'docs/measured.md');

/** Folders that an install, a build or a test run makes. */
const MADE = ['node_modules', 'dist', 'test-results'];

const codeOf = (file: string): string[] => [...read(file).matchAll(/`([^`\n]+)`/g)].map((m) => m[1] ?? '');

test('documents name commands that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const wrong = DOCUMENTS.flatMap((file) =>
    [...read(file).matchAll(/npm run (?:--silent )?([a-z][\w:-]*[a-z])/g)]
      .filter((m) => !((m[1] ?? '') in scripts))
      .map((m) => `${file}: ${m[0]}`),
  );
  expect(wrong).toEqual([]);
});

test('documents name files and folders that exist', () => {
  const tops = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .filter((name) => !MADE.includes(name));
  const named = new RegExp(`(?<![\\w/.@-])(?:${tops.join('|')})/[\\w./-]*\\w`, 'g');
  const wrong = DOCUMENTS.flatMap((file) =>
    codeOf(file)
      .filter((code) => !/[…<*]/.test(code))
      .flatMap((code) => code.match(named) ?? [])
      .filter((target) => !existsSync(path.join(ROOT, target)))
      .map((target) => `${file}: ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('files that documents name by the end of their path exist', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  }).split('\n');
  const wrong = DOCUMENTS.flatMap((file) =>
    codeOf(file)
      .filter((code) => /^[\w./-]*[\w-]+\.(?:tsx?|mjs|sql)$/.test(code))
      .filter((code) => !files.some((one) => one === code || one.endsWith(`/${code.replace(/^\//, '')}`)))
      .map((code) => `${file}: ${code}`),
  );
  expect(wrong).toEqual([]);
});

test('the changelog says nothing twice', () => {
  const lines = read('CHANGELOG.md')
    .split('\n')
    .filter((line) => line.startsWith('- ') || line.startsWith('#'));
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
});

test('ARCHITECTURE.md names every top folder, every feature and every file that a noun registers with', () => {
  const text = read('ARCHITECTURE.md');
  const folders = (folder: string) =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const tops = folders('.')
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('.') && !MADE.includes(name));
  expect(tops.filter((name) => !new RegExp(`^\\| \`${name}[/\`]`, 'm').test(text))).toEqual([]);
  expect(folders('server/features').filter(({ name }) => !text.includes(`\`${name}\``))).toEqual([]);
  const registered = readdirSync(path.join(ROOT, 'server/features'))
    .filter((name) => name.endsWith('.gen.ts'))
    .map((name) => name.slice(0, -'.gen.ts'.length))
    .map((name) => ({ registrations: 'register', routers: 'router' })[name] ?? name);
  expect(registered.filter((name) => !new RegExp(`^\\| .*/${name}\\.ts\``, 'm').test(text))).toEqual([]);
});

test('docs/adr/README.md lists every decision by number and title, with what supersedes it', () => {
  const index = read('docs/adr/README.md');
  const wrong = DECISIONS.filter((file) => {
    const name = path.basename(file);
    const number = Number(name.slice(0, 4));
    const title = new RegExp(`^# ${number}\\. (.+)\n`).exec(read(file))?.[1];
    const by = /^\*\*Superseded (in part )?by ADR (\d+)\*\*/m.exec(read(file));
    const status = by ? `superseded ${by[1] ?? ''}by ${by[2]}` : 'in force';
    return !title || !index.includes(`| ${number} | [${title}](${name}) | ${status} |`);
  });
  expect(wrong).toEqual([]);
  expect(index.match(/^\| \d+ \|/gm)).toHaveLength(DECISIONS.length);
});

test('a decision that supersedes another one is named by it', () => {
  const numbered = new Map(DECISIONS.map((file) => [Number(path.basename(file).slice(0, 4)), read(file)]));
  const claims = [...numbered].flatMap(([number, text]) =>
    [...text.matchAll(/^\*\*Supersedes ADR (\d+)/gm)].map((m) => ({ number, earlier: Number(m[1]) })),
  );
  const answers = [...numbered].flatMap(([earlier, text]) =>
    [...text.matchAll(/^\*\*Superseded (?:in part )?by ADR (\d+)\*\*/gm)].map((m) => ({
      number: Number(m[1]),
      earlier,
    })),
  );
  const sorted = (pairs: typeof claims) => pairs.map(({ number, earlier }) => `${number} supersedes ${earlier}`).sort();
  expect(sorted(claims)).toEqual(sorted(answers));
  expect(claims.length).toBeGreaterThan(4);
});

test('each situation of docs/operations.md names the tests that play it', () => {
  const [, ...situations] = read('docs/operations.md').split(/^## /m);
  expect(situations.length).toBeGreaterThanOrEqual(6);
  expect(situations.filter((text) => !/^Tests?: `tests\/[^`]+\.test\.ts`/m.test(text))).toEqual([]);
});

test('docs/money.md names the time for which a payment page is open, as it is set', () => {
  expect(read('docs/money.md')).toContain(`(${PAYMENT_PAGE_MS / 60_000} minutes)`);
});

/** More terms of our own than a reader learns in passing. */
const MAX_TERMS = 40;

test(`docs/code-terms.md has at most ${MAX_TERMS} terms, each in one line`, () => {
  const [, table = ''] = /\n\| Term \| Meaning \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(read('docs/code-terms.md')) ?? [];
  const terms = table.trim().split('\n');
  expect(terms.filter((line) => !/^\| [^|]+ \| [^|]+ \|$/.test(line))).toEqual([]);
  expect(terms.length).toBeGreaterThan(20);
  expect(terms.length).toBeLessThanOrEqual(MAX_TERMS);
});
