import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_INVITED } from '../../../server/features/lists/rules.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { useSessionFacts } from '@/lib/persona.ts';
import type { ButtonProps } from '@/ui/button.tsx';

const InviteDialog = lazyNamed(() => import('@/components/creators/InviteDialog.tsx'), 'InviteDialog');

/** Invites several creators to one of the brand's campaigns; others, who have no campaigns, do not see it. The route loads the texts of `lists`. */
export function InviteCreators({
  orgIds,
  ...look
}: { orgIds: readonly string[] } & Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const { t } = useTranslation('lists');
  const { persona } = useSessionFacts();
  const can = usePermitted('offer.negotiate');
  const [open, setOpen] = useState(false);
  const tooMany = orgIds.length > MAX_INVITED;
  if (persona !== 'brand') return null;
  return (
    <>
      <RefusableButton
        can={can}
        aria-haspopup="dialog"
        aria-disabled={tooMany || undefined}
        onClick={() => setOpen(true)}
        {...look}
      >
        {t('invite.button', { count: orgIds.length })}
      </RefusableButton>
      {tooMany ? <p className="text-xs text-muted-foreground">{t('invite.tooMany', { max: MAX_INVITED })}</p> : null}
      {open ? (
        <Suspense fallback={null}>
          <InviteDialog creators={orgIds} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
