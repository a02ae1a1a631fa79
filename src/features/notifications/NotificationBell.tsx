import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from '@/lib/count.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, trpcClient } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Count } from '@/ui/tag.tsx';

const NotificationSheet = lazyNamed(
  () => import('@/features/notifications/NotificationSheet.tsx'),
  'NotificationSheet',
);

/** The count follows the user's live topic, to which the frame subscribes; the list is loaded when it is opened. */
export function NotificationBell() {
  const { t } = useTranslation('nav');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery(api.notifications.unread.queryOptions());
  const unread = data?.unread ?? 0;
  useReadByVisiting(unread);
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-haspopup="dialog"
        aria-label={unread > 0 ? format.labeled(t('shell.notifications'), countText(unread)) : t('shell.notifications')}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className="relative"
      >
        <Bell aria-hidden />
        {unread > 0 ? (
          <Count
            hot
            aria-hidden
            className="absolute start-[calc(50%+1px)] bottom-[calc(50%+1px)] h-4! min-w-4! px-1! text-2xs!"
          >
            {countText(unread)}
          </Count>
        ) : null}
      </Button>
      {wanted ? (
        <Suspense fallback={null}>
          <NotificationSheet open={open} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Opening the page of a record marks its notifications as read. */
function useReadByVisiting(unread: number): void {
  const pathname = useRouterState({ select: (state) => (state.status === 'idle' ? state.location.pathname : null) });
  useEffect(() => {
    if (unread === 0 || pathname === null || pathname.split('/').length < 3) return;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      void trpcClient.notifications.markRead.mutate({ link: pathname }).then(
        (answer) => (answer.unread === unread ? undefined : api.notifications.invalidate()),
        // They stay unread; the next visit tries again.
        () => undefined,
      );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [unread, pathname]);
}
