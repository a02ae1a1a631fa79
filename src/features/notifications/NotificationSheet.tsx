import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AddressLink } from '@/components/page/AddressLink.tsx';
import { noticeValues } from '../../../server/features/notifications/rules.ts';
import type { NotificationDto, NotificationList } from '../../../server/features/notifications/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { cn } from '@/lib/cn.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useTimeZone } from '@/lib/time-zone.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { api, trpc, trpcClient } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Sheet } from '@/ui/sheet.tsx';

const PAGE = 30;

/** Notifications, newest first, in the user's language; each links to the page where it can be handled. */
export function NotificationSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation('notices');
  const { t: common } = useTranslation();
  const { t: nav } = useTranslation('nav');
  const [path] = api.notifications.list.queryOptions({ limit: PAGE }).queryKey;
  const query = useInfiniteQuery({
    queryKey: [path, { input: { limit: PAGE }, type: 'infinite' }],
    enabled: open,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }): Promise<NotificationList> =>
      trpcClient.notifications.list.query({ limit: PAGE, ...(pageParam ? { after: pageParam } : {}) }),
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const markRead = trpc.notifications.markRead.useMutation({ onSettled: () => api.notifications.invalidate() });
  const explain = useErrorText();
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const unread = items.some(({ readAt }) => readAt === null);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={nav('shell.notifications')}
      closeLabel={common('action.close')}
      footer={
        unread ? (
          <Button pending={markRead.isPending} onClick={() => markRead.mutate({})}>
            {t('markAll')}
          </Button>
        ) : undefined
      }
    >
      {markRead.error ? (
        <Alert tone="problem" className="mb-3">
          {explain(markRead.error)}
        </Alert>
      ) : null}
      {query.isPending ? (
        <PendingSkeleton rows={5} />
      ) : query.isError && items.length === 0 ? (
        <ErrorState error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      ) : (
        <>
          <ul>
            {items.map((item) => (
              <NoticeRow
                key={item.id}
                item={item}
                onOpen={() => {
                  if (item.readAt === null) markRead.mutate({ ids: [item.id] });
                  onOpenChange(false);
                }}
              />
            ))}
          </ul>
          {query.hasNextPage ? (
            <Button className="mt-4" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {common('label.viewMore')}
            </Button>
          ) : null}
        </>
      )}
    </Sheet>
  );
}

function NoticeRow({ item, onOpen }: { item: NotificationDto; onOpen: () => void }) {
  const { t } = useTranslation('notifications');
  const { t: notices } = useTranslation('notices');
  const values = noticeValues(item.data, currentLocale(), useTimeZone());
  const fresh = item.readAt === null;
  return (
    <li className="relative border-b border-border py-3 ps-4 last:border-b-0">
      {fresh ? <span aria-hidden className="absolute start-0 top-[19px] size-2 rounded-full bg-primary" /> : null}
      <AddressLink
        address={item.link}
        onClick={onOpen}
        className={cn('block after:absolute after:inset-0', fresh && 'font-semibold')}
      >
        {fresh ? <span className="sr-only">{notices('unread')} </span> : null}
        {t(`${item.kind}.title` as 'payout_paid.title', values)}
      </AddressLink>
      <p className="mt-0.5 text-sm text-muted-foreground">{t(`${item.kind}.body` as 'payout_paid.body', values)}</p>
      <p className="mt-0.5 text-xs text-muted-foreground">
        <DateText value={item.at} as="relative" />
      </p>
    </li>
  );
}
