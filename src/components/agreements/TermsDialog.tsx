import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FALLBACK_LOCALE, type Locale, matchLocale } from '../../../server/core/locale.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { appError } from '@/lib/app-error.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import type { RequestedAcceptance } from '@/lib/terms-acceptance.ts';
import { api, type RouterOutputs, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

type Pending = RouterOutputs['agreements']['pending'];

/** Accepts the terms in force; the interrupted act then continues with everything that was typed. */
export function TermsDialog({ request }: { request: RequestedAcceptance }) {
  const { t, i18n } = useTranslation('agreements');
  const { t: common } = useTranslation();
  const language = matchLocale(i18n.language) ?? FALLBACK_LOCALE;
  const query = useQuery({ ...api.agreements.pending.queryOptions({ language }), staleTime: 0, gcTime: 0 });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : request.answer(false))}
      title={t('title')}
      description={t(`act.${request.subject}`)}
      closeLabel={common('action.close')}
    >
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={3} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('loadFailed')} onRetry={() => void query.refetch()} />
      ) : (
        <Question pending={query.data} request={request} language={language} reload={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

function Question({
  pending,
  request,
  language,
  reload,
}: {
  pending: Pending;
  request: RequestedAcceptance;
  language: Locale;
  reload: () => void;
}) {
  const { t } = useTranslation('agreements');
  const format = useFormat();
  const explain = useErrorText();
  const day = (iso: string) => format.longDate(new Date(`${iso}T12:00:00Z`));
  const accept = trpc.agreements.accept.useMutation({
    onSuccess: () => request.answer(true),
    onError: (error) => {
      if (appError(error)?.code === 'agreements.text_changed') reload();
    },
  });
  const { before, version, sha256 } = pending;
  const all: Record<string, readonly string[]> = t('changes.terms', { returnObjects: true });
  const changes = before
    ? Object.entries(all)
        .filter(([since]) => since > before.version)
        .flatMap(([, texts]) => texts)
    : [];
  return (
    <div className="grid gap-4">
      {accept.error ? <Alert tone="problem">{explain(accept.error)}</Alert> : null}
      <p>
        {before
          ? t('since', { before: day(before.version), version: day(version) })
          : t('first', { version: day(version) })}
      </p>
      {changes.length > 0 ? (
        <div>
          <h3 className="font-semibold">{t('changed')}</h3>
          <ul className="mt-1.5 list-disc space-y-1 ps-5">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <a href="/terms-of-service" target="_blank" rel="noreferrer" className="link">
          {t('readNew')}
        </a>
        {before?.sha256 ? (
          <a href={`/terms-of-service?text=${before.sha256}`} target="_blank" rel="noreferrer" className="link">
            {t('readOld')}
          </a>
        ) : null}
      </p>
      <p className="text-sm text-muted-foreground">{t('optional')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={() => request.answer(false)}>
          {t('later')}
        </Button>
        <Button
          variant="ink"
          pending={accept.isPending}
          onClick={() => accept.mutate({ language, version, sha256, act: request.subject })}
        >
          {t('accept')}
        </Button>
      </div>
    </div>
  );
}
