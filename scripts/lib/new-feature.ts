import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LOCALES, type Locale } from '../../server/core/locale.ts';
import { StartFailure } from './failure.ts';

const SUFFIX = '.txt';

/** What stands for the noun in the templates of `scripts/new/feature`. */
function wordsOf(nouns: string, noun: string, stamp: string): Record<string, string> {
  const camel = (kebab: string) => kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const pascal = (kebab: string) => camel(`-${kebab}`);
  const snake = (kebab: string) => kebab.replaceAll('-', '_');
  return {
    __stamp__: stamp,
    __nouns__: nouns,
    __noun__: noun,
    __nouns_camel__: camel(nouns),
    __noun_camel__: camel(noun),
    __nouns_sql__: snake(nouns),
    __noun_key__: snake(noun),
    __Nouns__: pascal(nouns),
    __Noun__: pascal(noun),
    __Words__: capital(noun),
  };
}

const capital = (kebab: string): string => `${kebab.charAt(0).toUpperCase()}${kebab.slice(1)}`.replaceAll('-', ' ');

/** Singular of a regular plural; null for others. */
export function singularOf(nouns: string): string | null {
  if (nouns.endsWith('ies')) return `${nouns.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(nouns)) return nouns.slice(0, -2);
  return /[^s]s$/.test(nouns) ? nouns.slice(0, -1) : null;
}

/** Date and minute of the next migration: now, or a minute after the newest one. */
export function nextStamp(root: string, now: Date): string {
  const stampOf = (at: Date) => at.toISOString().slice(0, 16).replace(/[-:]/g, '');
  const [newest = ''] = readdirSync(join(root, 'db/migrations')).sort().reverse();
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(newest) ?? [];
  const after = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return stampOf(after >= now ? new Date(after.getTime() + 60_000) : now);
}

interface Texts {
  /** Of the screen; a language other than English says that it is to be translated. */
  title: string;
  limit: string;
  screen: Record<string, unknown>;
}

/** Adds a line below `opening`, the first line of a list that has one entry a line. */
function addEntry(root: string, path: string, opening: string, entry: string): string {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  const at = lines.indexOf(opening);
  if (at < 0) throw new StartFailure(`${path} has no line "${opening.trim()}" any more.`);
  lines.splice(at + 1, 0, entry);
  writeFileSync(join(root, path), lines.join('\n'));
  return path;
}

function changeJson(path: string, change: (json: Record<string, Record<string, unknown>>) => void): void {
  const json = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, unknown>>;
  change(json);
  writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`);
}

/**
 * Writes the files of a feature with one table, procedure, workflow and screen, and its texts. Returns the new files and
 * the files that got a line. Throws StartFailure for a name that is taken or has no singular.
 */
export function writeFeature(
  root: string,
  { nouns, noun, stamp }: { nouns: string; noun: string; stamp: string },
): { added: string[]; changed: string[] } {
  if (![nouns, noun].every((name) => /^[a-z]+(-[a-z]+)*$/.test(name)))
    throw new StartFailure('A noun is written in small letters, words joined by a hyphen: brand-notes');
  if (nouns === noun) throw new StartFailure('The plural must differ from the singular: name it with --one');
  if (existsSync(join(root, 'server/features', nouns)) || existsSync(join(root, 'src/features', nouns)))
    throw new StartFailure(`There is a feature ${nouns} already.`);

  const words = wordsOf(nouns, noun, stamp);
  const fill = (text: string): string =>
    Object.entries(words).reduce((filled, [token, word]) => filled.replaceAll(token, word), text);
  const templates = join(root, 'scripts/new/feature');
  const added = readdirSync(templates, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(SUFFIX))
    .map((path) => {
      const file = fill(path.slice(0, -SUFFIX.length));
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), fill(readFileSync(join(templates, path), 'utf8')));
      return file;
    });

  const texts = JSON.parse(readFileSync(join(root, 'scripts/new/texts.json'), 'utf8')) as Record<Locale, Texts>;
  for (const locale of LOCALES) {
    const file = `locales/${locale}/${nouns}.json`;
    writeFileSync(join(root, file), `${JSON.stringify(texts[locale].screen, null, 2)}\n`);
    added.push(file);
    changeJson(join(root, `locales/${locale}/errors.json`), (json) => {
      (json[words.__noun_key__!] ??= {}).limit = texts[locale].limit;
    });
    changeJson(join(root, `locales/${locale}/screens.json`), (json) => {
      json.titles![nouns] = texts[locale].title.replace('{{title}}', capital(nouns));
    });
  }

  const changed = [
    addEntry(
      root,
      'tests/src/lib/screens.test.ts',
      "const FURTHER: Record<string, 'public' | 'signed-in'> = {",
      `  '/${nouns}': 'signed-in',`,
    ),
  ];
  return { added: added.sort(), changed };
}
