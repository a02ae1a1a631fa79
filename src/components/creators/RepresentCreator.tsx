import { UserPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { useSessionFacts } from '@/lib/persona.ts';
import { Button, type ButtonProps } from '@/ui/button.tsx';

const InviteDialog = lazyNamed(
  async () =>
    (
      await Promise.all([
        import('@/components/representation/InviteDialog.tsx'),
        loadTexts('agencies', 'representation'),
      ])
    )[0],
  'InviteDialog',
);

/** For members of an agency who may change its roster: invites a creator to be represented. The route loads the texts of `lists`. */
export function RepresentCreator({
  handle,
  name,
  compact = false,
  ...look
}: {
  handle: string;
  name: string;
  /** Only the mark. */
  compact?: boolean;
} & Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const { t } = useTranslation('lists');
  const { persona, name: agentName } = useSessionFacts();
  const may = usePermitted('roster.edit');
  const [open, setOpen] = useState(false);
  if (persona !== 'agency' || may !== true) return null;
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={t('represent.name', { name })} onClick={() => setOpen(true)} {...look}>
        {compact ? <UserPlus aria-hidden /> : t('represent.button')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <InviteDialog agentName={agentName} invited={`@${handle}`} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
