import { useTranslation } from 'react-i18next';

const openChoices = () => void import('@/lib/consent.ts').then(({ openConsent }) => openConsent());

/** Reopens the cookie choices; every footer contains it. */
export function ConsentLink({ className }: { className?: string }) {
  const { t } = useTranslation('nav');
  return (
    <button type="button" data-early="cookie-choices" className={className} onClick={openChoices}>
      {t('shell.cookieChoices')}
    </button>
  );
}
