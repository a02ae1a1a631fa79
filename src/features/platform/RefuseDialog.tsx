import { useTranslation } from 'react-i18next';
import type { ProposalDto } from '../../../server/features/approvals/schema.ts';
import { ReasonDialog } from '@/features/platform/ReasonDialog.tsx';
import { api, trpc } from '@/lib/trpc.ts';

/** Refuses a colleague's proposal, with the reason. */
export function RefuseDialog({ row, onClose }: { row: ProposalDto; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const refuse = trpc.approvals.refuse.useMutation({ onSuccess: onClose, onSettled: () => api.approvals.invalidate() });
  return (
    <ReasonDialog
      schema={() =>
        import('../../../server/features/approvals/schema.ts').then((schema) => schema.refuseInput.pick({ note: true }))
      }
      field="note"
      label={t('approval.refuseNote')}
      maxLength={500}
      title={t('approval.refuseTitle')}
      submit={t('approval.refuse')}
      draft={`refuse.${row.id}`}
      call={refuse}
      onSubmit={(note) => refuse.mutateAsync({ proposalId: row.id, note })}
      onClose={onClose}
    />
  );
}
