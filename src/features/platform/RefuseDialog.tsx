import { useTranslation } from 'react-i18next';
import { type ProposalDto, refuseInput } from '../../../server/features/approvals/schema.ts';
import { ReasonDialog } from '@/features/platform/ReasonDialog.tsx';
import { api, trpc } from '@/lib/trpc.ts';

const reasonGiven = refuseInput.pick({ note: true });

/** Refuses a colleague's proposal, with the reason. */
export function RefuseDialog({ row, onClose }: { row: ProposalDto; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const refuse = trpc.approvals.refuse.useMutation({ onSuccess: onClose, onSettled: () => api.approvals.invalidate() });
  return (
    <ReasonDialog
      schema={reasonGiven}
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
