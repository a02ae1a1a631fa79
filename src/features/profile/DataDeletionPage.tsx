import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeletionState, DeletionStatus } from '../../../server/features/privacy/schema.ts';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DemoGrace } from '@/features/profile/DemoGrace.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, appError } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

// The text is shown without the code of the forms.
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
  const query = useQuery({
    ...api.privacy.deletionStatus.queryOptions({ code: code ?? '' }),
    enabled: code !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (!data || ['closed', 'cancelled'].includes(data.state) ? false : 5_000),
  });
  // An unknown code, or a canceled deletion, allows a new request.
  const mayAsk = code === undefined || (query.data ? query.data.state === 'cancelled' : query.isError);
  return (
    <PublicShell>
      <title>{`${t('erase.title')} · ${BRAND_NAME}`}</title>
      <div className="max-w-[680px] py-10 md:py-16">
        <h1 className="heading-page">{t('erase.title')}</h1>
        <p className="mt-2 text-muted-foreground">{t('erase.lead')}</p>
        {code ? <Progress key={code} query={query} focus={code !== openedWith} /> : null}
        {PARTS.map((part) => (
          <section key={part} className="mt-8">
            <h2 className="heading-section">{t(`erase.${part}.title`)}</h2>
            <p className="mt-1">{t(`erase.${part}.text`)}</p>
            {part === 'grace' ? <DemoGrace /> : null}
          </section>
        ))}
        <Suspense fallback={<PendingSkeleton as="panel" rows={3} className="mt-10" />}>
          {mayAsk ? <RequestForm known={email} /> : null}
          <FollowForm />
        </Suspense>
      </div>
    </PublicShell>
  );
}

const STEPS = ['requested', 'waiting', 'erased'] as const;
const STEP_OF: Record<DeletionState, number> = {
  checking: 0,
  blocked: 0,
  planned: 1,
  erased: 2,
  closed: 2,
  cancelled: 0,
};

/** The progress of the erasure with a code; polled every few seconds while it runs. */
function Progress({
  query,
  focus,
}: {
  query: Pick<UseQueryResult<DeletionStatus>, 'data' | 'isPending' | 'refetch'> & { error: unknown };
  focus: boolean;
}) {
  const { t } = useTranslation('profile');
  const explain = useErrorText();
  if (query.data) return <Steps status={query.data} focus={focus} />;
  if (query.isPending) return <PendingSkeleton rows={3} className="mt-6" />;
  if (appError(query.error))
    return (
      <Alert tone="problem" className="mt-6">
        {explain(query.error)}
      </Alert>
    );
  return (
    <ErrorState
      error={query.error}
      title={t('erase.loadFailed')}
      onRetry={() => void query.refetch()}
      className="mt-6"
    />
  );
}

function Steps({
  status: { code, state, requestedAt, eraseAt, endedAt },
  focus,
}: {
  status: DeletionStatus;
  focus: boolean;
}) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  const at = STEP_OF[state];
  const moments = [requestedAt, eraseAt, endedAt];
  return (
    <section aria-labelledby="progress" className="mt-8 rounded-lg border border-border-strong bg-card px-5 py-5">
      <h2 ref={heading} id="progress" tabIndex={-1} aria-live="polite" className="heading-section outline-none">
        {t(`erase.state.${state}`)}
      </h2>
      <p className="mt-1 text-sm text-muted-foreground">
        {t('deletion.code')}{' '}
        <bdi dir="ltr" className="figures font-medium">
          {code}
        </bdi>
      </p>
      {state === 'cancelled' ? null : (
        <ol className="mt-4 grid gap-2">
          {STEPS.map((step, index) => (
            <li
              key={step}
              aria-current={index === at ? 'step' : undefined}
              className={index > at ? 'flex gap-2 text-muted-foreground' : 'flex gap-2 font-medium'}
            >
              {index < at || (index === at && at === 2) ? (
                <Check aria-hidden className="mt-1 size-4 text-released" />
              ) : (
                <span aria-hidden className="figures w-4 text-center">
                  {index + 1}
                </span>
              )}
              <span>
                {t(step === 'waiting' && !eraseAt ? 'erase.step.waitingOpen' : `erase.step.${step}`)}
                {moments[index] ? (
                  <span className="block text-sm font-normal text-muted-foreground">
                    {format.dateTime(moments[index])}
                  </span>
                ) : null}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
