import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { AccountLink } from '@/features/platform/Whom.tsx';
import { api } from '@/lib/trpc.ts';

/** The newest messages of the conversation that a case is about. */
export function ReportedConversation({ caseId }: { caseId: string }) {
  const { t } = useTranslation('platform');
  const query = useQuery(api.conversations.reported.queryOptions({ caseId }));
  if (query.isPending) return <PendingSkeleton rows={3} />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const { brand, creator, messages } = query.data;
  return (
    <section className="mt-4">
      <p>
        <AccountLink orgId={brand.orgId} name={brand.name} /> ·{' '}
        <AccountLink orgId={creator.orgId} name={creator.name} />
      </p>
      <h3 className="mt-3 mb-1 font-semibold">{t('reported.title')}</h3>
      {messages.length === 0 ? <p className="text-muted-foreground">{t('reported.none')}</p> : null}
      <ol className="grid gap-2 border-s-2 border-border ps-3">
        {messages.map((message) => (
          <li key={message.id}>
            <p className="text-sm">
              <b className="font-semibold">
                <bdi>{message.authorName}</bdi>
              </b>{' '}
              <span className="text-muted-foreground">
                <DateText value={message.at} />
              </span>
            </p>
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {message.body}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
