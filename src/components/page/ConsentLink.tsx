import { useTranslation } from 'react-i18next';

/** Opens the cookie choices again; belongs into every footer. */
export function ConsentLink({ className }: { className?: string }) {
  const { t } = useTranslation('nav');
  return (
    <button type="button" className={className} onClick={() => void import('@/lib/consent.ts').then(({ askConsent }) => askConsent())}>
      {t('shell.cookieChoices')}
    </button>
  );
}
