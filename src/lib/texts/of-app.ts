import type { Languages } from '@/lib/i18n.ts';

export const APP_TEXTS: Languages = {
  en: () => import('@/lib/texts/en.ts'),
  fr: () => import('@/lib/texts/fr.ts'),
  es: () => import('@/lib/texts/es.ts'),
  it: () => import('@/lib/texts/it.ts'),
  pt: () => import('@/lib/texts/pt.ts'),
  zh: () => import('@/lib/texts/zh.ts'),
  ru: () => import('@/lib/texts/ru.ts'),
  ar: () => import('@/lib/texts/ar.ts'),
};
