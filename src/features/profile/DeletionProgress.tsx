import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeletionState, DeletionStatus } from '../../../server/features/privacy/schema.ts';
import { DataProvider } from '@/components/page/DataProvider.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { api, appError } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

export interface DeletionProgressProps {
  code: string;
  /** The code was typed on this page: the focus moves to what it shows. */
  focus: boolean;
  /** Whether the code leaves room for a new request. */
  onMayRequest: (may: boolean) => void;
}

/** The progress of the erasure with a code; polled every few seconds while it runs. */
export function DeletionProgress(props: DeletionProgressProps) {
  return (
    <DataProvider>
      <Progress {...props} />
    </DataProvider>
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

function Progress({ code, focus, onMayRequest }: DeletionProgressProps) {
  const query = useQuery({
    ...api.privacy.deletionStatus.queryOptions({ code }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (!data || ['closed', 'cancelled'].includes(data.state) ? false : 5_000),
  });
  const mayRequest = query.data ? query.data.state === 'cancelled' : query.isError;
  const report = useRef(onMayRequest);
  report.current = onMayRequest;
  useEffect(() => report.current(mayRequest), [mayRequest]);
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
