import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Progress } from '@/ui/progress.tsx';

/** A copy of the user's data: requested, tracked live while it is collected, downloaded until it expires. */
export function ExportSection() {
  const { t } = useTranslation('profile');
  const explain = useErrorText();
  const format = useFormat();
  const query = useQuery(api.privacy.export.queryOptions());
  const request = trpc.privacy.requestExport.useMutation({
    onMutate: () => ({ before: query.data?.id }),
    onSuccess: (made) => keepAnswer(api.privacy.export.queryOptions().queryKey, made),
    onError: () => api.privacy.export.invalidate(),
  });
  const download = trpc.privacy.downloadExport.useMutation({
    onSuccess: ({ url }) => window.location.assign(url),
    onError: () => api.privacy.export.invalidate(),
  });
  if (query.isPending) return <PendingSkeleton rows={2} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('loadFailed')} onRetry={() => void query.refetch()} />;
  const copy = query.data;
  // A copy that did not exist before means that only the answer was lost.
  const failed = request.error && request.context?.before === copy?.id;
  const running = copy?.state === 'queued' || copy?.state === 'collecting';
  return (
    <div className="grid gap-3">
      {failed ? <Alert tone="problem">{explain(request.error)}</Alert> : null}
      {download.error ? <Alert tone="problem">{explain(download.error)}</Alert> : null}
      {running ? (
        <div role="status">
          <p className="mb-2 text-sm">{t('export.collecting', { done: copy.done, total: copy.total })}</p>
          <Progress value={copy.total > 0 ? (100 * copy.done) / copy.total : 0} label={t('export.title')} />
        </div>
      ) : null}
      {copy?.state === 'ready' && copy.expiresAt ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="ink" pending={download.isPending} onClick={() => download.mutate({ id: copy.id })}>
            <Download aria-hidden />
            {t('export.download')}
          </Button>
          <p className="text-sm text-muted-foreground">
            {t('export.until', { date: format.dateTime(copy.expiresAt) })}
          </p>
        </div>
      ) : null}
      {running ? null : (
        <div>
          <Button pending={request.isPending} onClick={() => request.mutate()}>
            {copy?.state === 'ready' ? t('export.again') : t('export.ask')}
          </Button>
        </div>
      )}
    </div>
  );
}
