import { readFileSync } from 'node:fs';
import type { Locale } from '../core/locale.ts';
import { isolated } from './bidi.ts';

export type Texts = ReadonlyMap<string, string>;

const loaded = new Map<string, Texts>();

/** The texts of one file of `locales` by their keys, `clause.work.title`. */
export function textsOf(
  namespace:
    | 'addenda'
    | 'campaigns'
    | 'clauses'
    | 'common'
    | 'debts'
    | 'documents'
    | 'lists'
    | 'money'
    | 'niches'
    | 'payments'
    | 'payouts',
  locale: Locale,
): Texts {
  const id = `${locale}/${namespace}`;
  const known = loaded.get(id);
  if (known) return known;
  const texts = new Map<string, string>();
  const collect = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.set(path, value);
    else
      for (const [name, inner] of Object.entries(value as Record<string, unknown>))
        collect(inner, path === '' ? name : `${path}.${name}`);
  };
  collect(JSON.parse(readFileSync(new URL(`../../locales/${id}.json`, import.meta.url), 'utf8')), '');
  loaded.set(id, texts);
  return texts;
}

/** A value keeps its own direction inside the sentence: a Latin title in an Arabic clause must not pull its neighbours along. */
export const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => isolated(values[name] ?? ''));
