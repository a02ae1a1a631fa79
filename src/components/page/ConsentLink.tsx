import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

declare global {
  interface Window {
    /**
     * What was clicked on the start page before the program ran (`server/http/client.ts`); null once it was handled.
     */
    earlyClick?: string | null;
  }
}

const openChoices = () => void import('@/lib/consent.ts').then(({ askConsent }) => askConsent());

/** Reopens the cookie choices; every footer contains it. */
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
