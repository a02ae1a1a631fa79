import { useTranslation } from 'react-i18next';
import type { OpenOperation } from '../../../server/features/operations/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ActDialog } from '@/features/platform/ActDialog.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

export interface RefundChoice {
  row: OpenOperation;
  onClose: () => void;
}

const useDecision = ({ onClose }: RefundChoice) =>
  trpc.operations.decideRefund.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.operations.invalidate(), api.platform.invalidate()]),
  });

function useAmount({ row }: RefundChoice): string {
  const format = useFormat();
  return row.amount !== null && row.currency ? format.money({ amount: row.amount, currency: row.currency }) : '';
}

/** Sent again the same way. */
export function SendAgain(props: RefundChoice) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const amount = useAmount(props);
  const decide = useDecision(props);
  return (
    <ActDialog
      title={t('refund.again.title', { amount })}
      submit={t('refund.again.submit')}
      act={{ onAct: () => decide.mutate({ opId: props.row.opId, decision: 'send_again' }) }}
      pending={decide.isPending}
      onClose={props.onClose}
    >
      <div className="grid gap-4">
        {decide.error ? <Alert tone="problem">{explain(decide.error)}</Alert> : null}
        <p>{t('refund.again.text', { amount })}</p>
      </div>
    </ActDialog>
  );
}

/** Paid by a named bank transfer; a second staff member confirms it. */
export function PaidByBank(props: RefundChoice) {
  const { t } = useTranslation('platform');
  const amount = useAmount(props);
  const propose = trpc.operations.proposeBankRefund.useMutation({
    onSuccess: props.onClose,
    onSettled: () => Promise.all([api.operations.invalidate(), api.approvals.invalidate()]),
  });
  const formId = useFormId();
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/operations/schema.ts').then((schema) =>
        schema.proposeBankRefundInput.pick({ reference: true }),
      ),
    defaultValues: { reference: '' },
  });
  return (
    <ActDialog
      title={t('refund.byBank.title', { amount })}
      submit={t('refund.byBank.submit')}
      act={{ formId }}
      pending={propose.isPending}
      onClose={props.onClose}
    >
      <Form
        id={formId}
        form={form}
        draft={`refund.${props.row.opId}`}
        guard={false}
        pending={propose.isPending}
        submitError={propose.error}
        onSubmit={({ reference }) => propose.mutateAsync({ opId: props.row.opId, reference })}
      >
        <p>{t('refund.byBank.text', { amount })}</p>
        <TextField
          control={form.control}
          name="reference"
          label={t('refund.reference')}
          hint={t('refund.referenceHint')}
          maxLength={140}
        />
      </Form>
    </ActDialog>
  );
}
