import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import type { ButtonProps } from '@/ui/button.tsx';

const SaveDialog = lazyNamed(() => import('@/components/creators/SaveDialog.tsx'), 'SaveDialog');

type Look = Pick<ButtonProps, 'variant' | 'size' | 'className'>;

/** Saves one creator in lists of the org. The route loads the texts of `lists`. */
export function SaveCreator({
  orgId,
  name,
  compact = false,
  ...look
}: {
  orgId: string;
  name: string;
  /** Only the mark. */
  compact?: boolean;
} & Look) {
  const { t } = useTranslation('lists');
  return <SaveButton creators={[orgId]} title={t('save.title', { name })} compact={compact} {...look} />;
}

/** Saves several creators at once. */
export function SaveCreators({ orgIds, ...look }: { orgIds: readonly string[] } & Look) {
  const { t } = useTranslation('lists');
  return <SaveButton creators={orgIds} title={t('save.titleMany', { count: orgIds.length })} {...look} />;
}

function SaveButton({
  creators,
  title,
  compact = false,
  ...look
}: { creators: readonly string[]; title: string; compact?: boolean } & Look) {
  const { t } = useTranslation('lists');
  const can = usePermitted('list.edit');
  const [open, setOpen] = useState(false);
  return (
    <>
      <RefusableButton
        can={can}
        reasonShown
        aria-haspopup="dialog"
        aria-label={title}
        onClick={() => setOpen(true)}
        {...look}
      >
        <Bookmark aria-hidden />
        {compact ? null : t('save.button')}
      </RefusableButton>
      {open ? (
        <Suspense fallback={null}>
          <SaveDialog creators={creators} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
