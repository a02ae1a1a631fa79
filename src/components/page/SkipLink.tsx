import { useTranslation } from 'react-i18next';

export function SkipLink() {
  const { t } = useTranslation('nav');
  return (
    // A landmark of its own: the card that requires an answer comes before it in the tab order.
    <nav aria-label={t('shell.skip')} className="absolute">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-primary px-4 py-2.5 text-primary-foreground focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
      >
        {t('shell.skip')}
      </a>
    </nav>
  );
}
