import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  BANNED_IN_CONSTANTS,
  BANNED_IN_NAMES,
  BANNED_IN_PROSE,
  EXEMPT_FILES,
  EXEMPT_NAMES,
  EXEMPT_PROSE,
  type BannedWord,
} from './banned-words.ts';
import { ROOT } from './imports.ts';
import { partsOf } from './source-parts.ts';

const FOLDERS = ['bench', 'db', 'docs', 'locales', 'public', 'scripts', 'server', 'src', 'tests', 'workflows'];
const CODE = /\.(?:tsx?|mts|mjs)$/;
/** SQL, also within templates: all its words are names, apart from comments and literals. */
const SQL = /\.sql$|^db\/(?:baseline|migrations)\//;
const HASH_COMMENTS = /\.(?:ya?ml|sh)$|(?:^|\/)Dockerfile$/;

/** `orgsOutOfStanding`, `orgs-out-of-standing` and `ORGS_OUT_OF_STANDING` are "orgs out of standing". */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase();

const checked = new Map<string, BannedWord | null>();
function bannedName(name: string): BannedWord | null {
  const known = checked.get(name);
  if (known !== undefined) return known;
  const words = wordsOf(name);
  const found = EXEMPT_NAMES.has(name)
    ? null
    : (BANNED_IN_CONSTANTS.find((b) => b.pattern.test(name)) ??
      BANNED_IN_NAMES.find((b) => b.pattern.test(words)) ??
      null);
  checked.set(name, found);
  return found;
}

const inName = (name: string) => {
  const found = bannedName(name);
  return found ? [`${name} → ${found.instead}`] : [];
};

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length;

/** `offset` is where the prose begins in the file. */
function inProse(file: string, prose: string, offset: number): string[] {
  const checkedText = EXEMPT_PROSE.reduce(
    (text, { text: exempt }) => text.replace(exempt, (m) => ' '.repeat(m.length)),
    prose,
  );
  return BANNED_IN_PROSE.flatMap(({ pattern, instead }) =>
    [...checkedText.matchAll(pattern)].map((m) => `line ${lineAt(file, offset + m.index)}: "${m[0]}" → ${instead}`),
  );
}

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, below]) => [key, ...keysOf(below)])
    : [];

/** The parts of other files that are prose. */
const COMMENTS: [RegExp, RegExp][] = [
  [/\.css$/, /\/\*[^]*?\*\//g],
  [/\.html$/, /<!--[^]*?-->/g],
  [HASH_COMMENTS, /(?:^|\s)#.*$/gm],
  [/\.md$/, /[^]+/g],
];

/** Banned words of one file, each with what to write instead. */
export function findings(file: string): string[] {
  const found = inName(path.basename(file).replace(/\.[^.]+$/, ''));
  const read = () => readFileSync(path.join(ROOT, file), 'utf8');
  if (SQL.test(file)) {
    const text = read();
    const comment = /--.*$/gm;
    for (const m of text.matchAll(comment)) found.push(...inProse(text, m[0], m.index));
    const names = text.replace(comment, '').replace(/'[^'\n]*'/g, '');
    for (const [name] of names.matchAll(/[A-Za-z_]\w*/g)) found.push(...inName(name));
  }
  if (CODE.test(file)) {
    const text = read();
    const { identifiers, comments, titles } = partsOf(text);
    for (const name of identifiers) found.push(...inName(name));
    for (const prose of [...comments, ...titles]) found.push(...inProse(text, prose.text, prose.at));
  } else if (file.startsWith('locales/')) {
    for (const key of new Set(keysOf(JSON.parse(read())))) found.push(...inName(key));
  } else {
    const pattern = COMMENTS.find(([of]) => of.test(file))?.[1];
    if (!pattern) return found;
    const text = read();
    for (const m of text.matchAll(pattern)) found.push(...inProse(text, m[0], m.index));
  }
  return found;
}

const below = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));

/** Every file whose wording is checked. */
export const wordedFiles = () =>
  [
    ...readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name),
    ...FOLDERS.flatMap(below),
  ].filter((file) => !EXEMPT_FILES.some(({ path: exempt }) => exempt.test(file)));
