import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { isNoRecord } from '@/lib/app-error.ts';
import { toast } from '@/lib/toast.ts';
import { api, queryClient, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** A button that deletes a draft permanently after one confirmation. */
export function DeleteDraft({
  campaignId,
  title,
  onDeleted,
}: {
  campaignId: string;
  title: string;
  onDeleted: () => void;
}) {
  const { t } = useTranslation('campaigns');
  const [isConfirming, setIsConfirming] = useState(false);
  const finish = async () => {
    onDeleted();
    queryClient.removeQueries({ queryKey: api.campaigns.draft.queryOptions({ campaignId }).queryKey });
    await api.campaigns.invalidate();
    void toast('success', t('act.deleted'));
  };
  const remove = trpc.campaigns.deleteDraft.useMutation({
    onSuccess: finish,
    // A colleague, or an earlier try whose answer was lost, has deleted it.
    onError: (error) => (isNoRecord(error) ? finish() : undefined),
  });
  return (
    <>
      <Button variant="quiet" onClick={() => setIsConfirming(true)}>
        {t('act.deleteDraft')}
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          destructive
          error={isNoRecord(remove.error) ? null : remove.error}
          onClose={() => setIsConfirming(false)}
          pending={remove.isPending}
          title={t('act.deleteTitle', { title: title || t('wizard.untitled') })}
          text={t('act.deleteText')}
          submitLabel={t('act.deleteDraft')}
          keepLabel={t('act.keep')}
          onConfirm={() => remove.mutate({ campaignId })}
        />
      ) : null}
    </>
  );
}
