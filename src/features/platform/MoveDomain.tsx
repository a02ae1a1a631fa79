import { useTranslation } from 'react-i18next';
import type { CaseDto } from '../../../server/features/cases/schema.ts';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ActDialog } from '@/features/platform/ActDialog.tsx';
import { api, trpc } from '@/lib/trpc.ts';

/** The first of two staff members proposes that a domain goes to the brand that claims it. */
export function MoveDomain({ row, onClose }: { row: CaseDto; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const formId = useFormId();
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/brands/schema.ts').then((schema) =>
        schema.proposeTransferInput.pick({ note: true }),
      ),
    defaultValues: { note: '' },
  });
  const propose = trpc.brands.proposeTransfer.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.cases.invalidate(), api.approvals.invalidate()]),
  });
  return (
    <ActDialog
      title={t('case.domain.title', { domain: String(row.details['domain'] ?? ''), org: row.orgName ?? '' })}
      submit={t('case.suspense.submit')}
      act={{ formId }}
      pending={propose.isPending}
      onClose={onClose}
    >
      <Form
        id={formId}
        form={form}
        draft={`domain.${row.id}`}
        guard={false}
        pending={propose.isPending}
        submitError={propose.error}
        onSubmit={({ note }) => propose.mutateAsync({ caseId: row.id, note })}
      >
        <p>{t('case.domain.text')}</p>
        <TextareaField control={form.control} name="note" label={t('case.suspense.note')} maxLength={500} rows={3} />
      </Form>
    </ActDialog>
  );
}
