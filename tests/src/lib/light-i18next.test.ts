import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createInstance as createFull, type i18n } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';
import { isolateInSentence } from '../../../src/lib/isolate-bidi.ts';
import { createInstance as createLight } from '../../../src/lib/light-i18next.ts';

const namespacesOf = (locale: string) => readdirSync(`locales/${locale}`).map((file) => file.replace(/\.json$/u, ''));
const COUNTS = [undefined, 0, 1, 2, 3, 5, 11, 21, 100, 1_000_000, 1.5];
const VALUES = { name: 'Maya <b>', amount: '€450.00', date: 'Wed 25 Nov', count: 3 };

const read = (language: string, namespace: string) =>
  JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8')) as Record<string, unknown>;

describe('the browser’s i18next behaves like the full one', () => {
  for (const locale of LOCALES) {
    describe(locale, () => {
      let full: i18n;
      const NAMESPACES = namespacesOf(locale);
      const light = createLight();

      beforeAll(async () => {
        full = createFull();
        const resources = {
          [locale]: Object.fromEntries(NAMESPACES.map((namespace) => [namespace, read(locale, namespace)])),
        };
        const interpolation = { escapeValue: true, escape: (value: string) => isolateInSentence(value, full.dir()) };
        const options = {
          lng: locale,
          fallbackLng: false as const,
          ns: NAMESPACES,
          defaultNS: 'common',
          interpolation,
        };
        await full.init({ ...options, resources });
        light.use({
          type: 'backend',
          read: (language: string, namespace: string, callback: (error: unknown, texts: unknown) => void) =>
            callback(null, read(language, namespace)),
        });
        await light.init(options);
      });

      it('every text, with every kind of number', () => {
        // Compared by hand: an expectation for each of so many texts takes most of the test's time.
        const different: string[] = [];
        for (const namespace of NAMESPACES) {
          for (const key of keysOf(read(locale, namespace))) {
            const base = key.replace(/_(zero|one|two|few|many|other)$/u, '');
            for (const count of base === key ? [undefined, 2] : COUNTS) {
              const options = { ...VALUES, ns: namespace, count };
              if (light.t(base, options) !== full.t(base as never, options as never))
                different.push(`${namespace}:${base} count ${count}`);
            }
            if (light.t(`${namespace}:${key}`, VALUES) !== full.t(`${namespace}:${key}` as never, VALUES as never))
              different.push(`${namespace}:${key}`);
          }
        }
        expect(different).toEqual([]);
      });

      it('missing keys, lists of keys and defaults', () => {
        for (const [key, options] of [
          ['nothing.here', {}],
          ['nav:nothing.here', {}],
          [['nothing', 'action.save'], {}],
          ['nothing', { defaultValue: 'else {{name}}', name: 'x' }],
        ] as const) {
          expect(light.t(key, options)).toBe(full.t(key as never, options as never));
        }
        expect(light.exists('action.save')).toBe(true);
        expect(light.exists('action.nothing')).toBe(false);
        expect(light.dir()).toBe(full.dir());
      });

      it('a fixed namespace', () => {
        expect(light.getFixedT(null, 'nav')('shell.menu')).toBe(full.getFixedT(null, 'nav')('shell.menu' as never));
        expect(light.getFixedT(null, ['nav'])('common:action.save')).toBe(
          full.getFixedT(null, ['nav'] as never)('common:action.save' as never),
        );
      });
    });
  }

  it('puts values in unescaped, whatever they are', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const light = createLight();
        expect(light.t('x', { defaultValue: 'a {{value}} b', value })).toBe(`a ${value} b`);
      }),
    );
  });

  it('sets a value apart in a sentence of the other direction, once, and nowhere else', () => {
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

  it('of two languages chosen in a row the last one takes effect, in whichever order their texts arrive', async () => {
    const answers = new Map<string, () => void>();
    const backend = {
      type: 'backend' as const,
      read: (language: string, _namespace: string, callback: (error: unknown, texts: unknown) => void) =>
        void answers.set(language, () => callback(null, { hello: `${language} hello` })),
    };
    for (const order of [
      ['fr', 'es'],
      ['es', 'fr'],
    ]) {
      answers.clear();
      const light = createLight();
      light.use(backend);
      const begun = light.init({ lng: 'en', ns: ['a'], defaultNS: 'a' });
      answers.get('en')?.();
      await begun;
      const chosen = [light.changeLanguage('fr'), light.changeLanguage('es')];
      for (const language of order) {
        answers.get(language)?.();
        await Promise.resolve();
      }
      await Promise.all(chosen);
      expect([order, light.language, light.t('hello')]).toEqual([order, 'es', 'es hello']);
    }
  });

  it('rejects when a namespace cannot be loaded, and loads it with the next try, like the full one', async () => {
    for (const create of [createLight, createFull] as (() => ReturnType<typeof createLight>)[]) {
      let broken = true;
      const instance = create();
      instance.use({
        type: 'backend',
        read: (_language: string, namespace: string, callback: (error: unknown, texts: unknown) => void) =>
          namespace === 'b' && broken ? callback(new Error('offline'), null) : callback(null, { hello: 'hello' }),
      });
      await instance.init({ lng: 'en', fallbackLng: false, ns: ['a'], defaultNS: 'a' });
      const error = await new Promise((resolve) => void instance.loadNamespaces('b', resolve).catch(() => {}));
      expect(String(error)).toContain('offline');
      broken = false;
      if (create === createLight) {
        await instance.loadNamespaces('b');
        expect(instance.t('b:hello')).toBe('hello');
      }
    }
  });

  it('loads a namespace once and emits an event when the language changes', async () => {
    const asked: string[] = [];
    const light = createLight();
    light.use({
      type: 'backend',
      read: (language: string, namespace: string, callback: (error: unknown, texts: unknown) => void) => (
        asked.push(`${language}/${namespace}`),
        callback(null, { hello: `${language} hello` })
      ),
    });
    const languages: string[] = [];
    light.on('languageChanged', (language: string) => void languages.push(language));
    await light.init({ lng: 'en', ns: ['a'], defaultNS: 'a' });
    await Promise.all([light.loadNamespaces('b'), light.loadNamespaces(['a', 'b'])]);
    await light.changeLanguage('fr');
    expect(asked).toEqual(['en/a', 'en/b', 'fr/a', 'fr/b']);
    expect(languages).toEqual(['en', 'fr']);
    expect(light.t('b:hello')).toBe('fr hello');
    expect(light.hasLoadedNamespace('c')).toBe(false);
  });
});

function keysOf(texts: Record<string, unknown>, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value as Record<string, unknown>, `${prefix}${key}.`),
  );
}
