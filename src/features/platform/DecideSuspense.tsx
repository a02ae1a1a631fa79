import { useTranslation } from 'react-i18next';
import type { CaseDto } from '../../../server/features/cases/schema.ts';
import { useFormId } from '@/components/form/Form.tsx';
import { ActDialog } from '@/features/platform/ActDialog.tsx';
import { ProposalForm } from '@/features/platform/ProposalForm.tsx';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';

/** The first of two staff members proposes what happens to suspended money. */
export function DecideSuspense({ row, onClose }: { row: CaseDto; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const formId = useFormId();
  const propose = trpc.payments.proposeSuspense.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.cases.invalidate(), api.approvals.invalidate()]),
  });
  const amount =
    row.amount !== null && row.currency ? format.money({ amount: row.amount, currency: row.currency }) : '';
  const paymentId = row.paymentId ?? '';
  return (
    <ActDialog
      title={t('case.suspense.title', { amount })}
      submit={t('case.suspense.submit')}
      act={{ formId }}
      pending={propose.isPending}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p>{t('case.suspense.text')}</p>
        <ProposalForm
          id={formId}
          draft={`suspense.${paymentId}`}
          schema={() => import('@/features/platform/checks.ts').then((checks) => checks.suspenseProposal)}
          ways={[
            { value: 'return', label: t('case.suspense.return') },
            { value: 'accept', label: t('case.suspense.accept') },
            // What could not be returned may be paid by bank.
            ...(row.details.failed ? [{ value: 'paid_by_bank', label: t('parked.paid_by_bank') }] : []),
          ]}
          initial="return"
          propose={propose}
          onPropose={(values) => propose.mutateAsync({ paymentId, ...values })}
        >
          {(way) => (way === 'paid_by_bank' ? <p className="text-sm">{t('refund.byBank.text')}</p> : null)}
        </ProposalForm>
      </div>
    </ActDialog>
  );
}
