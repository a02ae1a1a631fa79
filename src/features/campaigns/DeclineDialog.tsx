import { useTranslation } from 'react-i18next';
import type { BulkRow } from '../../../server/features/campaigns/schema.ts';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { useApplicantActs } from '@/features/campaigns/use-applicants.ts';
import { useFormat } from '@/lib/format.ts';

export interface DeclineDialogProps {
  applicants: readonly { applicationId: string; name: string }[];
  onClose: () => void;
  onDone: (rows: BulkRow[]) => void;
}

/** Declining requires a reason, which the creator reads. */
export function DeclineDialog({ applicants, onClose, onDone }: DeclineDialogProps) {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  const form = useAppForm({
    schema: () => import('@/features/campaigns/checks.ts').then((checks) => checks.declineReason),
    defaultValues: { reason: '' },
  });
  const { decline } = useApplicantActs((rows) => {
    onDone(rows);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('applicant.declineTitle', { name: format.list(applicants.map(({ name }) => name)) })}
      submitLabel={t('applicant.decline')}
      form={form}
      draft={`decline.${applicants.map(({ applicationId }) => applicationId).join()}`}
      pending={decline.isPending}
      submitError={decline.error}
      onSubmit={({ reason }) =>
        decline.mutateAsync({ applicationIds: applicants.map(({ applicationId }) => applicationId), reason })
      }
    >
      <TextareaField
        control={form.control}
        name="reason"
        label={t('applicant.declineReason')}
        hint={t('applicant.declineHint')}
        maxLength={500}
      />
    </FormDialog>
  );
}
