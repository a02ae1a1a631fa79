import { useTranslation } from 'react-i18next';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { api, trpc } from '@/lib/trpc.ts';

/** Declining and withdrawing: the other side reads the reason. */
export function CloseOfferDialog({
  offerId,
  act,
  other,
  onClose,
}: {
  offerId: string;
  act: 'decline' | 'withdraw';
  other: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('offers');
  const form = useAppForm({
    schema: () => import('@/features/offers/checks.ts').then((checks) => checks.closeOffer),
    defaultValues: { reason: '' },
  });
  const done = {
    onSuccess: async () => {
      await Promise.all([api.offers.invalidate(), api.campaigns.invalidate()]);
      onClose();
    },
  };
  const decline = trpc.offers.decline.useMutation(done);
  const withdraw = trpc.offers.withdraw.useMutation(done);
  const running = act === 'decline' ? decline : withdraw;
  return (
    <FormDialog
      onClose={onClose}
      title={act === 'decline' ? t('close.declineTitle') : t('close.withdrawTitle')}
      submitLabel={t(`ask.${act}`)}
      submitVariant="destructive"
      form={form}
      draft={act}
      pending={running.isPending}
      submitError={running.error}
      onSubmit={({ reason }) => running.mutateAsync({ offerId, reason })}
    >
      <TextareaField
        control={form.control}
        name="reason"
        label={t('close.reason', { name: other })}
        maxLength={500}
        optional
      />
    </FormDialog>
  );
}
