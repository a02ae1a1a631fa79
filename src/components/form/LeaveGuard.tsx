import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';
import { Dialog, loadDialogSurface } from '@/ui/dialog.tsx';

export interface LeaveGuardProps {
  /** Asked as somebody leaves, by a link, by the back button or by a reload. */
  blocked: () => boolean;
  /** Whether there is anything to ask about at all. */
  armed: boolean;
  /** What would be lost: unsaved changes, or a file on its way. */
  about?: 'form' | 'upload';
}

/** Asks before what is under way here is lost. Once there is nothing to lose any more, whoever wanted to leave goes on. */
export function LeaveGuard({ blocked, armed, about = 'form' }: LeaveGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && blocked(),
    enableBeforeUnload: () => armed && blocked(),
    withResolver: true,
  });
  // Not left to an idle moment: when the connection is gone, which is when it is needed, it cannot be loaded any more.
  useEffect(() => void loadDialogSurface().catch(() => {}), []);
  const waiting = blocker.status === 'blocked';
  const over = waiting && !armed;
  useEffect(() => {
    if (over) blocker.proceed?.();
    // The blocker is another object with every render.
    // oxlint-disable-next-line exhaustive-deps
  }, [over]);
  const upload = about === 'upload';
  return (
    <Dialog
      open={waiting}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={upload ? t('form.uploadLeaveTitle') : t('form.leaveTitle')}
      description={upload ? t('form.uploadLeaveText') : t('form.leaveText')}
      closeLabel={t('action.close')}
      footer={
        <>
          <Button onClick={() => blocker.reset?.()}>{t('form.stay')}</Button>
          <Button variant="destructive" onClick={() => blocker.proceed?.()}>
            {upload ? t('form.uploadLeave') : t('form.leave')}
          </Button>
        </>
      }
    />
  );
}
