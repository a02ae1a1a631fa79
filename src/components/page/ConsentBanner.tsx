import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLink } from '@/components/page/PageLink.tsx';
import { BottomCard } from '@/components/page/BottomCard.tsx';
import { giveConsent, useConsentOpen } from '@/lib/consent.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

/** Loaded by those who choose category by category. */
const ConsentForm = lazyNamed(() => import('@/components/page/ConsentForm.tsx'), 'ConsentForm');

/** Yes and no have equal weight; nothing optional happens before a choice. */
export function ConsentBanner() {
  const { t, i18n } = useTranslation('consent');
  const reopened = useConsentOpen();
  const [open, setOpen] = useState(reopened);
  return (
    <BottomCard label={t('title')} slot="consent" focus={reopened}>
      <h2 className="heading-item">{t('title')}</h2>
      <p className="mt-1 text-sm text-muted-foreground">
        {t('text')}{' '}
        <PageLink to="/cookie-policy" className="text-foreground link">
          {t('policy')}
        </PageLink>
      </p>
      {open ? (
        <div className="mt-3.5 border-t border-border pt-3.5">
          {/* The button that opened it is gone; if it was reopened from a footer, the focus moves to the card. */}
          <Suspense fallback={null}>
            <ConsentForm autoFocus={!reopened} />
          </Suspense>
        </div>
      ) : null}
      <div className="mt-3.5 flex flex-wrap gap-2">
        <button
          type="button"
          className={buttonStyles({ variant: 'ink', className: 'grow md:grow-0' })}
          onClick={() => giveConsent('all', [], i18n.language)}
        >
          {t('all')}
        </button>
        <button
          type="button"
          className={buttonStyles({ variant: 'ink', className: 'grow md:grow-0' })}
          onClick={() => giveConsent('necessary', [], i18n.language)}
        >
          {t('necessary')}
        </button>
        {open ? null : (
          <button
            type="button"
            aria-expanded={false}
            className={buttonStyles({ variant: 'quiet' })}
            onClick={() => setOpen(true)}
          >
            {t('choose')}
          </button>
        )}
      </div>
    </BottomCard>
  );
}
