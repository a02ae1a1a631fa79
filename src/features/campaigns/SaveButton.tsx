import { Bookmark, BookmarkCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Saves a campaign for later; the change is shown at once and reverted if it fails. */
export function SaveButton({
  campaignId,
  saved,
  compact = false,
}: {
  campaignId: string;
  saved: boolean;
  compact?: boolean;
}) {
  const { t } = useTranslation('campaigns');
  const settled = {
    onSuccess: () => Promise.all([api.campaigns.browse.invalidate(), api.campaigns.open.invalidate({ campaignId })]),
    onError: toastError,
  };
  const save = trpc.campaigns.save.useMutation(settled);
  const unsave = trpc.campaigns.unsave.useMutation(settled);
  const pending = save.isPending || unsave.isPending;
  const shown = pending ? save.isPending : saved;
  const Icon = shown ? BookmarkCheck : Bookmark;
  const label = shown ? t('card.saved') : t('card.save');
  return (
    <Button
      variant={compact ? 'quiet' : 'outline'}
      size={compact ? 'icon' : 'default'}
      aria-pressed={shown}
      aria-label={compact ? label : undefined}
      aria-busy={pending || undefined}
      onClick={() => {
        if (!pending) (saved ? unsave : save).mutate({ campaignId });
      }}
      className="relative z-10"
    >
      <Icon aria-hidden />
      {compact ? null : label}
    </Button>
  );
}
