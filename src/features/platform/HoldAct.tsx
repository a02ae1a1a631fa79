import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundOrg } from '../../../server/features/suspensions/schema.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const HoldDialog = lazyNamed(() => import('@/features/platform/HoldDialog.tsx'), 'HoldDialog');

/** Puts an account on hold, or lifts the hold. */
export function HoldAct({ org }: { org: Pick<FoundOrg, 'orgId' | 'name' | 'suspendedAt'> }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const reinstate = trpc.suspensions.reinstate.useMutation({ onSettled: () => api.operators.invalidate() });
  if (org.suspendedAt) {
    return (
      <span className="inline-flex flex-wrap items-center gap-2 md:justify-end">
        {reinstate.error ? (
          <span role="alert" className="text-sm text-destructive">
            {explain(reinstate.error)}
          </span>
        ) : null}
        <Button size="small" pending={reinstate.isPending} onClick={() => reinstate.mutate({ orgId: org.orgId })}>
          {t('account.reinstate')}
        </Button>
      </span>
    );
  }
  return (
    <>
      <Button size="small" onClick={() => setIsDialogOpen(true)}>
        {t('account.suspend')}
      </Button>
      <Suspense fallback={null}>
        {isDialogOpen ? <HoldDialog org={org} onClose={() => setIsDialogOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
