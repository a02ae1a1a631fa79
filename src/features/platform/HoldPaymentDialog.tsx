import { useTranslation } from 'react-i18next';
import type { StaffMilestone } from '../../../server/features/operators/schema.ts';
import { ReasonDialog } from '@/features/platform/ReasonDialog.tsx';
import { api, trpc } from '@/lib/trpc.ts';

/** Holds the money of one milestone, with a reason that both sides read. */
export function HoldPaymentDialog({ milestone, onClose }: { milestone: StaffMilestone; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const hold = trpc.escrow.holdMilestone.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.operators.invalidate(), api.cases.invalidate()]),
  });
  return (
    <ReasonDialog
      schema={() =>
        import('../../../server/features/escrow/schema.ts').then((schema) =>
          schema.holdMilestoneInput.pick({ reason: true }),
        )
      }
      field="reason"
      label={t('holdPayment.reason')}
      maxLength={200}
      title={t('holdPayment.title', { milestone: milestone.title })}
      text={t('holdPayment.text')}
      submit={t('holdPayment.open')}
      destructive
      draft={`hold-payment.${milestone.id}`}
      call={hold}
      onSubmit={(reason) => hold.mutateAsync({ milestoneId: milestone.id, reason })}
      onClose={onClose}
    />
  );
}
