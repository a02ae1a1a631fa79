import { useTranslation } from 'react-i18next';
import { LOCALES } from '../../../server/core/locale.ts';
import { LANGUAGE_NAMES, switchLanguage } from '@/lib/i18n.ts';
import { keepLanguage } from '@/lib/signed-in.ts';

/** The eight languages as real addresses (`?lang=fr`); a click switches without a load and saves the choice. */
export function LanguageLinks() {
  const { t, i18n } = useTranslation('nav');
  return (
    <nav aria-label={t('shell.language')} className="flex flex-wrap gap-x-4 gap-y-1.5 md:ms-auto">
      {LOCALES.map((locale) => (
        <a
          key={locale}
          href={`?lang=${locale}`}
          lang={locale}
          hrefLang={locale}
          aria-current={locale === i18n.language ? 'true' : undefined}
          className="hover:text-ink-field-foreground hover:underline aria-[current]:font-medium aria-[current]:text-ink-field-foreground"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void switchLanguage(locale);
            keepLanguage(locale);
          }}
        >
          {LANGUAGE_NAMES[locale]}
        </a>
      ))}
    </nav>
  );
}
