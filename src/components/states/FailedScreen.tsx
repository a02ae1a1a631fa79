import { useTranslation } from 'react-i18next';
import { HelpLink } from '@/components/page/HelpLink.tsx';
import { requestIdOf } from '@/lib/app-error.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { isChunkLost } from '@/lib/chunk-reload.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

/**
 * A screen that failed, inside the frame that still renders. Part of the first load with its texts: it also has to
 * appear when nothing can be fetched.
 */
export function FailedScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('nav');
  const requestId = requestIdOf(error);
  return (
    <div role="alert" data-slot="screen-error" className="mx-auto max-w-form px-4 py-12">
      <title>{`${t('failure.title')} · ${BRAND_NAME}`}</title>
      <h1 className="heading-page">{t('failure.title')}</h1>
      <p className="mt-1 max-w-52ch text-muted-foreground">{t('failure.text')}</p>
      {requestId ? (
        <p className="mt-2 text-sm text-muted-foreground">{t('failure.requestId', { id: requestId })}</p>
      ) : null}
      <div className="mt-5 flex flex-wrap gap-2">
        <button
          type="button"
          className={buttonStyles({ variant: 'ink' })}
          onClick={() => (isChunkLost() ? window.location.reload() : onRetry())}
        >
          {t('failure.tryAgain')}
        </button>
        {/* A full load discards the broken state. */}
        <a href="/" className={buttonStyles()}>
          {t('failure.goHome')}
        </a>
        <HelpLink className={buttonStyles({ variant: 'quiet' })} />
      </div>
    </div>
  );
}
