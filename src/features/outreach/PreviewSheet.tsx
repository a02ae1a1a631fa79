import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Sheet } from '@/ui/sheet.tsx';

/** All messages as one recipient gets them. */
export function PreviewSheet({ recipientId, onClose }: { recipientId: string; onClose: () => void }) {
  const { t } = useTranslation('outreach');
  const { t: common } = useTranslation();
  const format = useFormat();
  const query = useQuery(api.outreach.preview.queryOptions({ recipientId }));
  const { data } = query;
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data ? t('preview.title', { name: data.name }) : t('recipients.preview')}
      closeLabel={common('action.close')}
    >
      {query.isPending ? (
        <PendingSkeleton rows={4} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('preview.couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : data ? (
        <div className="grid gap-4">
          {data.missing.length > 0 ? (
            <Alert tone="problem">
              {t('preview.missing')} <span dir="ltr">{format.list(data.missing.map((field) => `{${field}}`))}</span>
            </Alert>
          ) : null}
          <p className="text-sm text-muted-foreground">
            {t(`channel.${data.channel}`, { brand: BRAND_NAME })}
            {data.channel === 'mail' && data.subject ? (
              <span className="block">
                <bdi>{data.subject}</bdi>
              </span>
            ) : null}
          </p>
          <ol className="grid gap-4">
            {data.messages.map((message, i) => (
              <li key={i} className="rounded-lg border border-border p-4">
                <p className="mb-1.5 text-caption text-muted-foreground">
                  {i === 0 ? t('edit.first') : t('edit.after', { days: format.number(message.afterDays) })}
                  {message.sentAt ? (
                    <span className="ms-2">
                      <DateText value={message.sentAt} />
                    </span>
                  ) : null}
                </p>
                <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {message.text}
                </p>
              </li>
            ))}
          </ol>
          {data.source ? (
            <p className="text-sm text-muted-foreground">{t('preview.source', { source: data.source })}</p>
          ) : null}
        </div>
      ) : null}
    </Sheet>
  );
}
