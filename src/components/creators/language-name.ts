import { currentLocale } from '@/lib/i18n.ts';
import { intlTag } from '../../../server/core/locale.ts';

/** Name of a language by ISO 639 code, in the active language. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(intlTag(currentLocale()), { type: 'language' }).of(code) ?? code;
