import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { LOCALES, oneStop } from '../../../server/core/locale.ts';
import { createFormat } from '../../../src/lib/format.ts';
import { isolateInSentence } from '../../../src/lib/isolate-bidi.ts';
import { textsIn } from '../../support/texts.tsx';

describe('texts', () => {
  it('set a value apart in a sentence of the other direction, once, and nowhere else', () => {
    expect(isolateInSentence('Maya Laurent', 'rtl')).toBe('\u2068Maya Laurent\u2069');
    expect(isolateInSentence('450.00 €', 'rtl')).toBe('\u2068450.00 €\u2069');
    expect(isolateInSentence(isolateInSentence('Maya', 'rtl'), 'rtl')).toBe('\u2068Maya\u2069');
    expect(isolateInSentence('ليلى حداد', 'ltr')).toBe('\u2068ليلى حداد\u2069');
    for (const [value, direction] of [
      ['Maya', 'ltr'],
      ['€450.00', 'ltr'],
      ['ليلى', 'rtl'],
      ['12', 'rtl'],
      ['', 'rtl'],
    ] as const)
      expect(isolateInSentence(value, direction)).toBe(value);
  });

  it('end with one full stop where the last word is an abbreviation', async () => {
    for (const [locale, end] of [
      ['ru', '28 нояб.'],
      ['fr', '28 nov.'],
      ['pt', '28 de nov.'],
    ] as const) {
      const date = createFormat(locale, 'UTC').date(new Date('2026-11-28T12:00:00Z'), new Date('2026-11-01T12:00:00Z'));
      const text = (await textsIn(locale)).getFixedT(locale, 'deals')('help.answerBy', { date });
      expect(text.endsWith(end), text).toBe(true);
      expect(text).not.toContain('..');
    }
    expect(oneStop('à rendre le 28 nov.. Ensuite, il est trop tard.')).toBe(
      'à rendre le 28 nov. Ensuite, il est trop tard.',
    );
    for (const other of ['Wait...', 'a file of ../assets', 'v1.0.', '']) expect(oneStop(other)).toBe(other);
  });

  it('of two languages chosen in a row are those of the last one, in whichever order the files arrive', async () => {
    for (const order of [
      ['fr', 'es'],
      ['es', 'fr'],
    ]) {
      const answers = new Map<string, () => void>();
      const i18n = createInstance();
      i18n.use({
        type: 'backend' as const,
        read: (language: string, _namespace: string, callback: (error: unknown, texts: unknown) => void) => {
          const answer = () => callback(null, { hello: `${language} hello` });
          if (language === 'en') answer();
          else answers.set(language, answer);
        },
      });
      await i18n.init({ lng: 'en', fallbackLng: false, ns: ['a'], defaultNS: 'a' });
      const chosen = [i18n.changeLanguage('fr'), i18n.changeLanguage('es')];
      for (const language of order) {
        answers.get(language)?.();
        await Promise.resolve();
      }
      await Promise.all(chosen);
      expect([order, i18n.language, i18n.t('hello' as never)]).toEqual([order, 'es', 'es hello']);
    }
  });

  it('of the start page are all in its own files', () => {
    const read = new Set<string>();
    const used = new Set<string>(['nav']);
    // Parts that are loaded by an act bring their texts themselves.
    const brought = new Set<string>();
    const visit = (file: string): void => {
      if (read.has(file) || !existsSync(file)) return;
      read.add(file);
      const source = readFileSync(file, 'utf8');
      for (const [, list = ''] of source.matchAll(/(?:useTranslation|loadTexts)\(([^)]*)\)/gu)) {
        const named = [...list.matchAll(/'([\w-]+)'/gu)].map(([, name = '']) => name);
        for (const name of named.length > 0 ? named : ['common']) used.add(name);
      }
      for (const [, names = ''] of source.matchAll(/'\/locales\/\*\/\{([\w,-]+)\}\.json'/gu))
        for (const name of names.split(',')) brought.add(name);
      for (const [, path = ''] of source.matchAll(/(?:from|import\()\s*'([@.][^']+\.tsx?)'/gu))
        visit(path.startsWith('@/') ? `src/${path.slice(2)}` : join(dirname(file), path));
    };
    visit('src/start.tsx');
    expect(read.size).toBeGreaterThan(50);
    for (const locale of LOCALES) {
      const file = readFileSync(`src/lib/texts/start/${locale}.ts`, 'utf8');
      const own = [...(/\{([\w,-]+)\}\.json/u.exec(file)?.[1] ?? '').split(','), 'nav'];
      expect(
        [...used].filter((name) => !own.includes(name) && !brought.has(name)),
        locale,
      ).toEqual([]);
    }
  });
});
