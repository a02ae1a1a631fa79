// Headings of public pages. Chinese and Arabic fonts are loaded with their language.
import '@fontsource-variable/piazzolla/opsz.css';
import { currentLocale } from '@/lib/i18n.ts';

/** Loads the display font of the active language; Latin and Cyrillic are always loaded. */
export async function loadDisplayFace(): Promise<void> {
  const locale = currentLocale();
  if (locale === 'ar') await import('@fontsource-variable/markazi-text');
  if (locale === 'zh') await import('@fontsource-variable/noto-serif-sc');
}
