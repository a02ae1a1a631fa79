import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DemoGrace } from '@/features/profile/DemoGrace.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { lazyNamed } from '@/lib/lazy.ts';

// The text is shown without the code of the forms; only a code needs the API client.
const DeletionProgress = lazyNamed(() => import('@/features/profile/DeletionProgress.tsx'), 'DeletionProgress');
const FollowForm = lazyNamed(() => import('@/features/profile/DeletionForms.tsx'), 'FollowForm');
const RequestForm = lazyNamed(() => import('@/features/profile/DeletionForms.tsx'), 'RequestForm');

const PARTS = ['goes', 'stays', 'grace', 'money'] as const;

/**
 * What is deleted, what the law keeps, how long it takes; then the request, confirmed by a mailed code, and its
 * progress.
 */
export function DataDeletionPage({ code, email }: { code: string | undefined; email: string | undefined }) {
  const { t } = useTranslation('profile');
  const [openedWith] = useState(code);
  // An unknown code, or a canceled deletion, allows a new request.
  const [openFor, setOpenFor] = useState<string | null>(null);
  const mayRequest = code === undefined || code === openFor;
  return (
    <PublicShell>
      <title>{`${t('erase.title')} · ${BRAND_NAME}`}</title>
      <div className="max-w-[680px] py-10 md:py-16">
        <h1 className="heading-page">{t('erase.title')}</h1>
        <p className="mt-2 text-muted-foreground">{t('erase.lead')}</p>
        {code ? (
          <Suspense fallback={<PendingSkeleton rows={3} className="mt-6" />}>
            <DeletionProgress
              key={code}
              code={code}
              focus={code !== openedWith}
              onMayRequest={(may) => setOpenFor(may ? code : null)}
            />
          </Suspense>
        ) : null}
        {PARTS.map((part) => (
          <section key={part} className="mt-8">
            <h2 className="heading-section">{t(`erase.${part}.title`)}</h2>
            <p className="mt-1">{t(`erase.${part}.text`)}</p>
            {part === 'grace' ? <DemoGrace /> : null}
          </section>
        ))}
        <Suspense fallback={<PendingSkeleton as="panel" rows={3} className="mt-10" />}>
          {mayRequest ? <RequestForm known={email} /> : null}
          <FollowForm />
        </Suspense>
      </div>
    </PublicShell>
  );
}
