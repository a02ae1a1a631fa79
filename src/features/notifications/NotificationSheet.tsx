import { useTranslation } from 'react-i18next';
import { MarkAllRead, NotificationList, useUnreadNotices } from '@/components/notifications/NotificationList.tsx';
import { Sheet } from '@/ui/sheet.tsx';

/** The list of the bell; the whole list is also a tab of the messages. */
export function NotificationSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t: common } = useTranslation();
  const { t: nav } = useTranslation('nav');
  const unread = useUnreadNotices(open);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={nav('shell.notifications')}
      closeLabel={common('action.close')}
      footer={unread ? <MarkAllRead enabled={open} /> : undefined}
    >
      <NotificationList enabled={open} onOpen={() => onOpenChange(false)} />
    </Sheet>
  );
}
