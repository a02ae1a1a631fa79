import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MarkAllRead, NotificationList } from '@/components/notifications/NotificationList.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { PageTabs } from '@/components/page/Pages.tsx';
import { ConversationList } from '@/features/messages/ConversationList.tsx';
import { OpenConversation } from '@/features/messages/OpenConversation.tsx';
import { Suggestions } from '@/features/messages/Suggestions.tsx';
import type { Session } from '@/lib/auth.ts';
import { cn } from '@/lib/cn.ts';
import { api } from '@/lib/trpc.ts';

export interface MessagesSearch {
  tab?: 'unread' | 'archived' | 'notifications' | undefined;
  /** The open conversation. */
  c?: string | undefined;
  /** The org with which one is open or begins. */
  with?: string | undefined;
  q?: string | undefined;
}

/** Conversations with the open one beside them; on a phone one or the other. */
export function MessagesPage({ search, session }: { search: MessagesSearch; session: Session }) {
  const { t } = useTranslation('conversations');
  const unread = useQuery(api.conversations.unread.queryOptions());
  const { tab, c, with: orgId } = search;
  const open = c !== undefined || orgId !== undefined;
  const folders = ['all', 'unread', 'archived', 'notifications'] as const;
  const current = tab ?? 'all';
  return (
    <>
      <div className={cn(open && 'max-md:hidden')}>
        <PageHeader title={t('title')} actions={tab === 'notifications' ? <MarkAllRead /> : undefined} />
        <PageTabs
          label={t('tabs.label')}
          current={current}
          tabs={folders.map((id) => ({
            id,
            label: t(`tabs.${id}`),
            link: { to: '/messages', search: id === 'all' ? {} : { tab: id } },
            ...(id === 'unread' ? { count: unread.data?.count ?? 0, hot: true } : {}),
          }))}
        />
      </div>
      {tab === 'notifications' ? (
        <section aria-label={t('tabs.notifications')} className="mt-2 max-w-70ch">
          <NotificationList />
          <p className="mt-4 text-sm text-muted-foreground">{t('noMailAnswer')}</p>
        </section>
      ) : (
        <div className="md:mt-4 md:grid md:h-[calc(100dvh-200px)] md:min-h-120 md:grid-cols-[300px_minmax(0,1fr)] md:overflow-hidden md:rounded-lg md:border md:border-border">
          <div className={cn('flex min-h-0 flex-col md:border-e md:border-border', open && 'max-md:hidden')}>
            <ConversationList search={search} session={session} />
          </div>
          <div className={cn('flex min-h-0 min-w-0 flex-col', !open && 'max-md:hidden')}>
            {open ? (
              <OpenConversation key={c ?? orgId} search={search} session={session} />
            ) : (
              <Suggestions session={session} className="p-6" />
            )}
          </div>
        </div>
      )}
    </>
  );
}
