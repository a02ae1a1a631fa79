import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { linkInOrg } from '../../../server/core/addresses.ts';
import { AddressLink } from '@/components/page/AddressLink.tsx';
import { noticeValues } from '../../../server/features/notifications/rules.ts';
import type {
  NotificationDto,
  NotificationList as ListOfNotices,
} from '../../../server/features/notifications/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { cn } from '@/lib/cn.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useTimeZone } from '@/lib/time-zone.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { api, trpc, trpcClient } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const PAGE = 30;

function useNotices(enabled: boolean) {
  const [path] = api.notifications.list.queryOptions({ limit: PAGE }).queryKey;
  const query = useInfiniteQuery({
    queryKey: [path, { input: { limit: PAGE }, type: 'infinite' }],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }): Promise<ListOfNotices> =>
      trpcClient.notifications.list.query({ limit: PAGE, ...(pageParam ? { after: pageParam } : {}) }),
    getNextPageParam: (last) => last.next ?? undefined,
  });
  return { query, items: query.data?.pages.flatMap((page) => page.items) ?? [] };
}

/** Whether one of the loaded ones is not read. */
export const useUnreadNotices = (enabled: boolean): boolean =>
  useNotices(enabled).items.some(({ readAt }) => readAt === null);

/** Marks all as read; nothing while all are. */
export function MarkAllRead({ enabled = true }: { enabled?: boolean }) {
  const { t } = useTranslation('notices');
  const { items } = useNotices(enabled);
  const explain = useErrorText();
  const markRead = trpc.notifications.markRead.useMutation({ onSettled: () => api.notifications.invalidate() });
  if (!items.some(({ readAt }) => readAt === null)) return null;
  return (
    <>
      {markRead.error ? (
        <Alert tone="problem" className="mb-3">
          {explain(markRead.error)}
        </Alert>
      ) : null}
      <Button pending={markRead.isPending} onClick={() => markRead.mutate({})}>
        {t('markAll')}
      </Button>
    </>
  );
}

/** Notifications, newest first, in the user's language; each links to the page where it can be handled. */
export function NotificationList({ enabled = true, onOpen }: { enabled?: boolean; onOpen?: () => void }) {
  const { t } = useTranslation('notices');
  const { query, items } = useNotices(enabled);
  const markRead = trpc.notifications.markRead.useMutation({ onSettled: () => api.notifications.invalidate() });
  if (query.isPending) return <PendingSkeleton rows={5} />;
  if (query.isError && items.length === 0)
    return <ErrorState error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />;
  if (items.length === 0) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  return (
    <>
      <ul>
        {items.map((item) => (
          <NoticeRow
            key={item.id}
            item={item}
            onOpen={() => {
              if (item.readAt === null) markRead.mutate({ ids: [item.id] });
              onOpen?.();
            }}
          />
        ))}
      </ul>
      <MoreButton query={query} className="mt-4" />
    </>
  );
}

function NoticeRow({ item, onOpen }: { item: NotificationDto; onOpen: () => void }) {
  const { t } = useTranslation('notifications');
  const { t: notices } = useTranslation('notices');
  const values = noticeValues(item.data, currentLocale(), useTimeZone());
  const fresh = item.readAt === null;
  const org = useOtherOrg(item);
  return (
    <li className="relative border-b border-border py-3 ps-4 last:border-b-0">
      {fresh ? <span aria-hidden className="absolute start-0 top-[19px] size-2 rounded-full bg-primary" /> : null}
      <NoticeLink
        item={item}
        onClick={onOpen}
        className={cn('block after:absolute after:inset-0', fresh && 'font-semibold')}
      >
        {fresh ? <span className="sr-only">{notices('unread')} </span> : null}
        {t(`${item.kind}.title` as 'payout_paid.title', values)}
      </NoticeLink>
      <p className="mt-0.5 text-sm text-muted-foreground">{t(`${item.kind}.body` as 'payout_paid.body', values)}</p>
      <p className="mt-0.5 text-xs text-muted-foreground">
        <DateText value={item.at} as="relative" />
        {org ? (
          <>
            {' · '}
            <bdi>{org.name}</bdi>
          </>
        ) : null}
      </p>
    </li>
  );
}

/** The other org of the user that a notice is about; null for the org of this tab. */
function useOtherOrg({ orgId }: NotificationDto): { id: string; name: string } | null {
  const { data: session } = useQuery({ ...api.accounts.session.queryOptions(), enabled: false });
  return (session?.org?.id !== orgId && session?.orgs.find(({ id }) => id === orgId)) || null;
}

/** A notice opens in its own org; that of another org loads the page anew. */
function NoticeLink({ item, ...link }: { item: NotificationDto } & Omit<ComponentProps<'a'>, 'href'>) {
  const org = useOtherOrg(item);
  // oxlint-disable-next-line anchor-has-content -- its content comes with the props
  return org ? <a href={linkInOrg(item.link, org.id)} {...link} /> : <AddressLink address={item.link} {...link} />;
}
