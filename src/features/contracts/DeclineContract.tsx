import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractDetail } from '../../../server/features/contracts/schema.ts';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';

/** Ends a contract before both have signed; the other side reads the reason. */
export function DeclineContract({ contract, onClose }: { contract: ContractDetail; onClose: () => void }) {
  const { t } = useTranslation('contracts');
  const [requestKey] = useState(randomId);
  const other = contract[contract.mySide === 'brand' ? 'creator' : 'brand'];
  const form = useAppForm({
    schema: () => import('@/features/contracts/checks.ts').then((checks) => checks.declining),
    defaultValues: { reason: '' },
  });
  const decline = trpc.offers.declineContract.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      await Promise.all([
        api.contracts.invalidate(),
        api.offers.invalidate(),
        api.campaigns.invalidate(),
        api.escrow.invalidate(),
        api.representations.invalidate(),
        api.home.invalidate(),
      ]);
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('decline.title')}
      description={t(contract.mySide === 'brand' ? 'decline.textBrand' : 'decline.text', { name: other.name })}
      submitLabel={t('decline.action')}
      submitVariant="destructive"
      form={form}
      draft="decline-contract"
      pending={decline.isPending}
      submitError={decline.error}
      onSubmit={({ reason }) => decline.mutateAsync({ contractId: contract.id, reason })}
    >
      <TextareaField
        control={form.control}
        name="reason"
        label={t('decline.reason', { name: other.name })}
        maxLength={500}
      />
    </FormDialog>
  );
}
