import { readFileSync } from 'node:fs';
import { oneStop } from '../../../server/core/locale.ts';
import { isolateInSentence } from '../../../src/lib/isolate-bidi.ts';

type Values = Record<string, string | number>;

/** The texts of one language as the screens show them: `t('offers:ask.accept', { n: 2 })`. */
export function textsOf(lang: string): (key: string, values?: Values) => string {
  const files = new Map<string, Record<string, unknown>>();
  return (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(':');
    const texts =
      files.get(namespace) ??
      (JSON.parse(readFileSync(`locales/${lang}/${namespace}.json`, 'utf8')) as Record<string, unknown>);
    files.set(namespace, texts);
    const found = path
      .split('.')
      .reduce<unknown>(
        (node, part) =>
          typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined,
        texts,
      );
    if (typeof found !== 'string') throw new Error(`${lang} has no text ${key}`);
    const filled = found.replace(/\{\{(\w+)\}\}/gu, (_, name: string) => {
      if (!(name in values)) throw new Error(`${key} needs ${name}`);
      return isolateInSentence(String(values[name]), lang === 'ar' ? 'rtl' : 'ltr');
    });
    return oneStop(filled);
  };
}

/** A text with holes as a pattern: every `{{name}}` that is not given stands for anything. */
export function patternOf(lang: string): (key: string, values?: Values) => RegExp {
  const t = textsOf(lang);
  const ANYTHING = '\u0000';
  return (key, values = {}) => {
    const filled = new Proxy(values, { get: (given, name: string) => given[name] ?? ANYTHING, has: () => true });
    const parts = t(key, filled).split(ANYTHING);
    return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')).join('.+?'), 'u');
  };
}
