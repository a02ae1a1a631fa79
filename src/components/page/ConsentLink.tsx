import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

declare global {
  interface Window {
    /** What was clicked on the start page before its program began (`server/http/client.ts`); null once that was answered. */
    earlyClick?: string | null;
  }
}

const openChoices = () => void import('@/lib/consent.ts').then(({ askConsent }) => askConsent());

/** Opens the cookie choices again; belongs into every footer. */
export function ConsentLink({ className }: { className?: string }) {
  const { t } = useTranslation('nav');
  useEffect(() => {
    if (window.earlyClick === 'cookie-choices') openChoices();
    window.earlyClick = null;
  }, []);
  return (
    <button type="button" data-early="cookie-choices" className={className} onClick={openChoices}>
      {t('shell.cookieChoices')}
    </button>
  );
}
