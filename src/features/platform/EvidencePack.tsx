import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { CorrectEvidence } from '@/features/platform/CorrectEvidence.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useStaffMay } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** What a card dispute is answered with, when, and the button that submits it earlier. */
export function EvidencePack({ disputeId }: { disputeId: string }) {
  const { t } = useTranslation('books');
  const explain = useErrorText();
  const may = useStaffMay();
  const [correcting, setCorrecting] = useState(false);
  const query = useQuery({
    ...api.payments.evidence.queryOptions({ disputeId }),
    // Between the request and the bank's answer; the worker sends it within seconds.
    refetchInterval: ({ state: { data } }) =>
      data && (data.state === 'claimed' || (data.state === 'waiting' && data.requestedAt)) ? 2_000 : false,
  });
  const submit = trpc.payments.submitEvidence.useMutation({
    onSettled: () => Promise.all([api.payments.invalidate(), api.cases.invalidate()]),
  });
  if (query.isPending) return <PendingSkeleton as="panel" rows={2} className="mt-4" />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const pack = query.data;
  if (!pack) return null;
  return (
    <section className="mt-4 grid gap-3">
      <h3 className="font-semibold">{t('evidence.title')}</h3>
      {pack.state === 'submitted' ? (
        <Alert tone="done" title={t('evidence.submitted')}>
          {pack.endedAt ? <DateText value={pack.endedAt} as="dateTime" /> : null}{' '}
          {pack.hash ? (
            <bdi dir="ltr" className="block rtl:text-end font-mono text-xs break-all">
              SHA-256 {pack.hash}
            </bdi>
          ) : null}
        </Alert>
      ) : pack.state === 'closed' ? (
        <p className="text-muted-foreground">{t('evidence.closed')}</p>
      ) : pack.refused ? (
        <Alert tone="problem" title={t('evidence.refused')}>
          <p>
            {t('evidence.refusedText')}{' '}
            {pack.dueAt ? (
              <>
                {t('evidence.dueAt')} <DateText value={pack.dueAt} as="dateTime" />
              </>
            ) : null}
          </p>
          <bdi dir="ltr" className="font-mono text-xs break-all">
            {pack.refused}
          </bdi>
        </Alert>
      ) : (
        <Alert
          tone="caution"
          title={t(pack.requestedAt || pack.state === 'claimed' ? 'evidence.sending' : 'evidence.waiting')}
        >
          <p>
            {t('evidence.submitAt')} <DateText value={pack.submitAt} as="dateTime" />
          </p>
          {pack.dueAt ? (
            <p>
              {t('evidence.dueAt')} <DateText value={pack.dueAt} as="dateTime" />
            </p>
          ) : null}
        </Alert>
      )}
      {correcting && pack.correctable ? (
        <CorrectEvidence disputeId={disputeId} texts={pack.texts} onClose={() => setCorrecting(false)} />
      ) : null}
      {(correcting && pack.correctable ? [] : pack.texts).map(({ field, text }) => (
        <details key={field}>
          <summary className="cursor-pointer">
            {t(`evidence.field.${field}`)}{' '}
            <bdi dir="ltr" className="font-mono text-xs text-muted-foreground">
              {field}
            </bdi>
          </summary>
          <pre dir="ltr" className="mt-1 max-h-72 overflow-auto font-mono text-xs whitespace-pre-wrap break-words">
            {text}
          </pre>
        </details>
      ))}
      {submit.error ? <Alert tone="problem">{explain(submit.error)}</Alert> : null}
      {pack.correctable && !correcting && may('payments.correctEvidence') ? (
        <Button className="justify-self-start" onClick={() => setCorrecting(true)}>
          {t('evidence.correct')}
        </Button>
      ) : null}
      {pack.state === 'waiting' && !pack.requestedAt && may('payments.submitEvidence') ? (
        <Button className="justify-self-start" pending={submit.isPending} onClick={() => submit.mutate({ disputeId })}>
          {t('evidence.submit')}
        </Button>
      ) : null}
    </section>
  );
}
