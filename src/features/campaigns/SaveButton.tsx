import { Bookmark, BookmarkCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Keeps a campaign for later; the state shown is the server's. */
export function SaveButton({ campaignId, saved, compact = false }: { campaignId: string; saved: boolean; compact?: boolean }) {
  const { t } = useTranslation('campaigns');
  const settled = { onSuccess: () => Promise.all([api.campaigns.browse.invalidate(), api.campaigns.open.invalidate({ campaignId })]), onError: toastError };
  const save = trpc.campaigns.save.useMutation(settled);
  const unsave = trpc.campaigns.unsave.useMutation(settled);
  const act = saved ? unsave : save;
  const Icon = saved ? BookmarkCheck : Bookmark;
  const label = saved ? t('card.saved') : t('card.save');
  return (
    <Button
      variant={compact ? 'quiet' : 'outline'}
      size={compact ? 'icon' : 'default'}
      aria-pressed={saved}
      aria-label={compact ? label : undefined}
      pending={act.isPending && !compact}
      onClick={() => act.mutate({ campaignId })}
      className="relative z-10"
    >
      <Icon aria-hidden />
      {compact ? null : label}
    </Button>
  );
}
