import { useTranslation } from 'react-i18next';
import type { StaffMilestone } from '../../../server/features/operators/schema.ts';
import { holdMilestoneInput } from '../../../server/features/platform/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const reasonGiven = holdMilestoneInput.pick({ reason: true });

/** Holds the money of one milestone, with a reason that both sides read. */
export function HoldPaymentDialog({ milestone, onClose }: { milestone: StaffMilestone; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const formId = useFormId();
  const form = useAppForm({ schema: reasonGiven, defaultValues: { reason: '' } });
  const hold = trpc.platform.holdMilestone.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.operators.invalidate(), api.cases.invalidate()]),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      pending={hold.isPending}
      title={t('holdPayment.title', { milestone: milestone.title })}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={hold.isPending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="destructive" pending={hold.isPending}>
            {t('holdPayment.open')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        draft={`hold-payment.${milestone.id}`}
        guard={false}
        pending={hold.isPending}
        submitError={hold.error}
        onSubmit={({ reason }) => hold.mutateAsync({ milestoneId: milestone.id, reason })}
      >
        <p>{t('holdPayment.text')}</p>
        <TextField control={form.control} name="reason" label={t('holdPayment.reason')} maxLength={200} />
      </Form>
    </Dialog>
  );
}
