import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HelpLink } from '@/components/page/HelpLink.tsx';
import { useHeadingFocus } from '@/components/page/heading-focus.ts';
import { appError, requestIdOf } from '@/lib/app-error.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { cn } from '@/lib/cn.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { Button } from '@/ui/button.tsx';
import { buttonStyles } from '@/ui/button-styles.ts';

export interface ErrorStateProps {
  error: unknown;
  /** "We could not load your payouts"; a general sentence when left out. */
  title?: ReactNode;
  /** Shown on screens about money: "Your money is not affected." */
  moneySafe?: boolean;
  onRetry?: () => void;
  panel?: boolean;
  /** The only content of the page: the title is its `h1`. */
  page?: boolean;
  className?: string;
}

/** In place of the content that failed: plain words, whether money is affected, the request id, Try Again. */
export function ErrorState({
  error,
  title,
  moneySafe = false,
  onRetry,
  panel = false,
  page = false,
  className,
}: ErrorStateProps) {
  const { t } = useTranslation();
  const explain = useErrorText();
  // Another try would be refused as well, and there is nothing to report.
  const forbidden = appError(error)?.code === 'auth.not_allowed';
  const requestId = forbidden ? null : requestIdOf(error);
  return (
    <div
      role="alert"
      data-slot="error"
      className={cn(panel ? 'rounded-lg border border-border bg-card px-6 py-[22px]' : 'py-6', className)}
    >
      {page ? (
        <PageTitle>{title ?? t('error.couldNotLoad')}</PageTitle>
      ) : (
        <h2 className="heading-item">{title ?? t('error.couldNotLoad')}</h2>
      )}
      <p className="mt-0.5 max-w-60ch text-sm text-muted-foreground">
        {explain(error)} {moneySafe && !forbidden ? t('error.moneySafe') : null}{' '}
        {requestId ? <span className="wrap-anywhere">{t('error.requestId', { id: requestId })}</span> : null}
      </p>
      <div className="mt-3.5 flex flex-wrap gap-2 empty:hidden">
        {onRetry && !forbidden ? (
          <Button onClick={onRetry}>
            <RotateCw aria-hidden />
            {t('action.tryAgain')}
          </Button>
        ) : null}
        {page ? <HelpLink className={buttonStyles({ variant: 'quiet' })} /> : null}
      </div>
    </div>
  );
}

function PageTitle({ children }: { children: ReactNode }) {
  return (
    <>
      {typeof children === 'string' ? <title>{`${children} · ${BRAND_NAME}`}</title> : null}
      <h1 ref={useHeadingFocus()} tabIndex={-1} className="heading-page text-balance">
        {children}
      </h1>
    </>
  );
}
