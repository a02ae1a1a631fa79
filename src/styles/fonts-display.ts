// Headings of public pages. Chinese and Arabic faces come with their language.
import '@fontsource-variable/piazzolla/opsz.css';
import { currentLocale } from '@/lib/i18n.ts';

/** Brings the display face of the active language; Latin and Cyrillic are there from the start. */
export async function loadDisplayFace(): Promise<void> {
  const locale = currentLocale();
  if (locale === 'ar') await import('@fontsource-variable/markazi-text');
  if (locale === 'zh') await import('@fontsource-variable/noto-serif-sc');
}
