import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../../server/core/locale.ts';
import { projectRoot } from '../paths.ts';

export interface Entry {
  namespace: string;
  /** Path inside the file, with dots: `states.held.title_one`. */
  key: string;
  text: string;
}

const folder = (locale: Locale) => join(projectRoot, 'locales', locale);

export const namespaces = (): string[] =>
  readdirSync(folder('en'))
    .map((file) => file.replace(/\.json$/u, ''))
    .sort();

const read = (locale: Locale, namespace: string): unknown =>
  JSON.parse(readFileSync(join(folder(locale), `${namespace}.json`), 'utf8'));

/** Files of one language as i18next takes them. */
export const resourcesOf = (locale: Locale): Record<string, Record<string, unknown>> =>
  Object.fromEntries(namespaces().map((namespace) => [namespace, read(locale, namespace) as Record<string, unknown>]));

/** Every text of a language, in the order of its files. */
export function entriesOf(locale: Locale): Entry[] {
  const entries: Entry[] = [];
  const collect = (namespace: string, value: unknown, path: string): void => {
    if (typeof value === 'string') entries.push({ namespace, key: path, text: value });
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) collect(namespace, inner, path ? `${path}.${key}` : key);
  };
  for (const namespace of namespaces()) collect(namespace, read(locale, namespace), '');
  return entries;
}

/** Parts of a text that are no prose: placeholders and tags. */
export const MARKUP = /(\{\{[^}]*\}\}|<[^>]*>)/u;
