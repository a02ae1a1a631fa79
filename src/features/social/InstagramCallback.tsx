import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { buttonStyles } from '@/ui/button-styles.ts';

/**
 * `denied`: the user refused at Instagram · `expired`: a code or state without a pending request · `closed`: opened by
 * hand.
 */
export type CallbackOutcome = 'denied' | 'expired' | 'closed';

/**
 * The return address for Instagram. Connecting is not available yet, so the page reports what happened and promises
 * nothing.
 */
export function InstagramCallback({ outcome }: { outcome: CallbackOutcome }) {
  const { t } = useTranslation('social');
  // The address is cleaned below; its outcome is kept.
  const [shown] = useState(outcome);
  useEffect(() => {
    // A code in the address would be stored in the history and passed on by links.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return (
    <PublicShell>
      <div data-slot="instagram-callback" data-outcome={shown} className="py-10">
        <PageHeader title={t(`${shown}.title`)} documentTitle={t('title')} />
        <p className="mt-3 max-w-60ch">{t(`${shown}.text`)}</p>
        {shown === 'closed' ? null : <p className="mt-2 max-w-60ch text-muted-foreground">{t('later')}</p>}
        <Link to="/" className={buttonStyles({ variant: 'ink', className: 'mt-6' })}>
          {t('home')}
        </Link>
      </div>
    </PublicShell>
  );
}
