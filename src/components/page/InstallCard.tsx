import { Share } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BottomCard } from '@/components/page/BottomCard.tsx';
import { Mark } from '@/components/page/Mark.tsx';
import { answerInstall, install, type InstallWay } from '@/lib/install.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

/** Offers to install the app, on a second visit and not again for 90 days. It does not promise offline use. */
export function InstallCard({ way }: { way: InstallWay }) {
  const { t } = useTranslation('install');
  return (
    <BottomCard label={t('title')} slot="install">
      <div className="flex items-start gap-3.5">
        <Mark className="h-8 w-auto shrink-0" />
        <div className="min-w-0">
          <h2 className="heading-item">{t('title')}</h2>
          <p className="mt-0.5 text-sm text-muted-foreground">
            {t(`text.${way}`)}{' '}
            {way === 'ios' ? <Share aria-hidden className="inline size-4 align-text-bottom" /> : null}
          </p>
        </div>
      </div>
      <div className="mt-3.5 flex flex-wrap gap-2">
        {way === 'prompt' ? (
          <button type="button" className={buttonStyles({ variant: 'ink' })} onClick={install}>
            {t('install')}
          </button>
        ) : null}
        <button
          type="button"
          className={buttonStyles({ variant: way === 'prompt' ? 'quiet' : 'outline' })}
          onClick={answerInstall}
        >
          {t(way === 'prompt' ? 'later' : 'understood')}
        </button>
      </div>
    </BottomCard>
  );
}
