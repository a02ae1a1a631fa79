import type { Languages } from '@/lib/i18n.ts';

/** The texts of `/` alone: without the addresses of other texts, so that one more page adds nothing to it. */
export const START_TEXTS: Languages = {
  en: () => import('@/lib/texts/start/en.ts'),
  fr: () => import('@/lib/texts/start/fr.ts'),
  es: () => import('@/lib/texts/start/es.ts'),
  it: () => import('@/lib/texts/start/it.ts'),
  pt: () => import('@/lib/texts/start/pt.ts'),
  zh: () => import('@/lib/texts/start/zh.ts'),
  ru: () => import('@/lib/texts/start/ru.ts'),
  ar: () => import('@/lib/texts/start/ar.ts'),
};
