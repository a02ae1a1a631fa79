import { useTranslation } from 'react-i18next';
import { type ProposalDto, refuseInput } from '../../../server/features/approvals/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** Refuses a colleague's proposal, with the reason. */
export function RefuseDialog({ row, onClose }: { row: ProposalDto; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const formId = useFormId();
  const form = useAppForm({ schema: refuseInput.pick({ note: true }), defaultValues: { note: '' } });
  const refuse = trpc.approvals.refuse.useMutation({ onSuccess: onClose, onSettled: () => api.approvals.invalidate() });
  return (
    <Dialog
      open
      onOpenChange={(stays) => (stays ? undefined : onClose())}
      pending={refuse.isPending}
      title={t('approval.refuseTitle')}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={refuse.isPending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="ink" pending={refuse.isPending}>
            {t('approval.refuse')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        draft={`refuse.${row.id}`}
        guard={false}
        pending={refuse.isPending}
        submitError={refuse.error}
        onSubmit={({ note }) => refuse.mutateAsync({ proposalId: row.id, note })}
      >
        <TextField control={form.control} name="note" label={t('approval.refuseNote')} maxLength={500} />
      </Form>
    </Dialog>
  );
}
