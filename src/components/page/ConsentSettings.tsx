import { useTranslation } from 'react-i18next';
import { ConsentForm } from '@/components/page/ConsentForm.tsx';
import { useConsent } from '@/lib/consent.ts';
import { useFormat } from '@/lib/format.ts';

/** The choice in force with its id, and the form that changes it; on the cookie policy. */
export function ConsentSettings() {
  const { t } = useTranslation('consent');
  const format = useFormat();
  const consent = useConsent();
  return (
    <div data-slot="consent-settings">
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
      <ConsentForm />
    </div>
  );
}
