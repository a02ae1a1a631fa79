import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';
import { preloadAtFirstAct } from '@/lib/preload.ts';
import { Dialog, loadDialogSurface } from '@/ui/dialog.tsx';

export interface LeaveGuardProps {
  /** The question before leaving by a link, the back button or a reload. */
  blocked: () => boolean;
  /** Whether anything may be unsaved at all. */
  armed: boolean;
  /** What would be lost: unsaved changes, or a running upload. */
  about?: 'form' | 'upload';
}

/** Asks before unsaved work is lost. If nothing can be lost any more, the pending navigation continues. */
export function LeaveGuard({ blocked, armed, about = 'form' }: LeaveGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && blocked(),
    enableBeforeUnload: () => armed && blocked(),
    withResolver: true,
  });
  // Loaded before anything is typed: without a connection, when it is needed, it could not be loaded.
  useEffect(() => preloadAtFirstAct(() => loadDialogSurface().catch(() => {})), []);
  const waiting = blocker.status === 'blocked';
  const over = waiting && !armed;
  useEffect(() => {
    if (over) blocker.proceed?.();
    // The blocker is a new object at each render.
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
