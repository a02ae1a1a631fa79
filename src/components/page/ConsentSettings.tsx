import { useTranslation } from 'react-i18next';
import { openConsent, useConsent } from '@/lib/consent.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';

/** The choice in force with its id, and the button that reopens the choices; on the cookie policy. */
export function ConsentSettings() {
  const { t } = useTranslation('consent');
  const { t: nav } = useTranslation('nav');
  const format = useFormat();
  const consent = useConsent();
  return (
    <div data-slot="consent-settings" className="print-hidden">
      <p className="mb-4 text-sm text-muted-foreground" role="status">
        {consent ? (
          <>
            {t('saved', { date: format.dateTime(new Date(consent.at)) })}{' '}
            <bdi dir="ltr" className="break-all">
              {t('id', { id: consent.id })}
            </bdi>
          </>
        ) : (
          t('none')
        )}
      </p>
      <Button onClick={openConsent}>{nav('shell.cookieChoices')}</Button>
    </div>
  );
}
