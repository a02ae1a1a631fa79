import i18next from 'i18next';
import { currentLocale } from '@/lib/i18n.ts';

/** The start page has the addresses of its own texts alone; those of the results come with the results. */
const FILES = import.meta.glob<Record<string, unknown>>('/locales/*/{hero,niches,terms}.json', { import: 'default' });

export async function loadHeroTexts(): Promise<void> {
  const locale = currentLocale();
  await Promise.all(
    ['hero', 'niches', 'terms'].map(async (namespace) => {
      if (i18next.hasResourceBundle(locale, namespace)) return;
      const load = FILES[`/locales/${locale}/${namespace}.json`];
      if (load) i18next.addResourceBundle(locale, namespace, await load());
    }),
  );
}
