import { useTranslation } from 'react-i18next';
import { SaveToggle } from '@/components/form/SaveToggle.tsx';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';

/** Keeps a campaign for later. */
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
  return (
    <SaveToggle
      saved={saved}
      compact={compact}
      labels={{ save: t('card.save'), saved: t('card.saved') }}
      input={{ campaignId }}
      save={save}
      unsave={unsave}
    />
  );
}
