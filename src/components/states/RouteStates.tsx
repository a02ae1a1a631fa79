import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { NotFoundState } from '@/components/states/NotFoundState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { Button } from '@/ui/button.tsx';

/** The page of an address that does not exist, with the frame of the public pages. */
export function NotFoundPage() {
  return (
    <PublicShell>
      <NotFoundState />
    </PublicShell>
  );
}

/** An unknown record, inside the frame it would have had. */
export function NotFoundInFrame() {
  return <NotFoundState />;
}

/** A screen whose data is on its way. */
export function PendingPage() {
  return <PendingSkeleton as="page" rows={5} />;
}

/** A screen that failed, inside whatever frame is still standing. Refused records look like the 404 they are. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const refusal = refusalOf(error);
  if (refusal.code === 'not_found') return <NotFoundState />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div role="alert" data-slot="screen-error" className="mx-auto max-w-[640px] px-4 py-12">
      <h1 className="heading-page">{t('globalError.title')}</h1>
      <p className="mt-1 max-w-[52ch] text-muted-foreground">{t('globalError.text')}</p>
      {refusal.requestId ? <p className="mt-2 text-sm text-muted-foreground">{t('error.requestId', { id: refusal.requestId })}</p> : null}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="ink" onClick={retry}>
          {t('action.tryAgain')}
        </Button>
        <Button asChild>
          {/* A full load: the state that broke is left behind. */}
          <a href="/">{t('action.goHome')}</a>
        </Button>
      </div>
    </div>
  );
}

/** Read by shape: the class of API errors belongs to code that public pages do not load. */
function refusalOf(error: unknown): { code: string | null; requestId: string | null } {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  if (typeof data !== 'object' || data === null) return { code: null, requestId: null };
  const app = 'app' in data && typeof data.app === 'object' && data.app !== null ? data.app : null;
  const code = app && 'code' in app && typeof app.code === 'string' ? app.code : null;
  const requestId = 'requestId' in data && typeof data.requestId === 'string' && data.requestId !== '' ? data.requestId : null;
  return { code, requestId };
}
