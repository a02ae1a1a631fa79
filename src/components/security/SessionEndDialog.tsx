import { Link, useRouteContext, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Session } from '@/lib/auth.ts';
import { closeSessionEnd } from '@/lib/session-end.ts';
import { queryClient } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** Reports that the session ended while the page was open, and links to the portal and back. */
export function SessionEndDialog() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const next = useRouterState({ select: (state) => state.location.href });
  const { session } = useRouteContext({ strict: false }) as { session?: Session };
  const portal =
    session?.persona === 'staff' ? '/admin' : session?.persona === 'brand' ? '/business-auth' : '/influencer-auth';
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) closeSessionEnd();
      }}
      title={t('ended.title')}
      description={t('ended.text')}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button onClick={closeSessionEnd}>{common('form.stay')}</Button>
          <Button asChild variant="ink">
            {/* The portal reads the session again; typed text is stored, so no confirmation is needed to leave. */}
            <Link to={portal} search={{ next }} ignoreBlocker onClick={() => queryClient.clear()}>
              {t('ended.signIn')}
            </Link>
          </Button>
        </>
      }
    />
  );
}
