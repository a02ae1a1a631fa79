import { readFileSync } from 'node:fs';
import type { Locale } from '../core/locale.ts';

type Branch = { readonly [key: string]: string | Branch };

const files = new Map<string, Branch>();

/**
 * A text of the client's locale files, by `namespace:path`, with its placeholders filled in; null where there is none.
 */
export function pageText(locale: Locale, key: string, values: Record<string, string> = {}): string | null {
  const [namespace = '', path = ''] = key.split(':');
  const file = `${locale}/${namespace}`;
  const texts =
    files.get(file) ??
    (JSON.parse(readFileSync(new URL(`../../locales/${file}.json`, import.meta.url), 'utf8')) as Branch);
  files.set(file, texts);
  const found = path
    .split('.')
    .reduce<string | Branch | undefined>((node, part) => (typeof node === 'object' ? node[part] : undefined), texts);
  return typeof found === 'string' ? found.replace(/\{\{(\w+)\}\}/gu, (_, name: string) => values[name] ?? '') : null;
}
