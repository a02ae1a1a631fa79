import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDto } from '../../../server/features/cases/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ActDialog } from '@/features/platform/ActDialog.tsx';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Segmented } from '@/ui/segmented.tsx';

type Way = 'return' | 'accept' | 'paid_by_bank';

/** The first of two staff members proposes what happens to suspended money. */
export function DecideSuspense({ row, onClose }: { row: CaseDto; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const formId = useFormId();
  const [way, setWay] = useState<Way>('return');
  const propose = trpc.payments.proposeSuspense.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.cases.invalidate(), api.approvals.invalidate()]),
  });
  const amount =
    row.amount !== null && row.currency ? format.money({ amount: row.amount, currency: row.currency }) : '';
  // What could not be returned may be paid by bank.
  const ways: Way[] = ['return', 'accept', ...(row.details['failed'] ? (['paid_by_bank'] as const) : [])];
  const shared = { formId, paymentId: row.paymentId ?? '', propose };
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
        <Segmented<Way>
          label={t('case.suspense.choice')}
          value={way}
          onValueChange={setWay}
          options={ways.map((value) => ({
            value,
            label: t(value === 'paid_by_bank' ? 'parked.paid_by_bank' : `case.suspense.${value}`),
          }))}
        />
        {way === 'paid_by_bank' ? <ByBank {...shared} /> : <Otherwise {...shared} decision={way} />}
      </div>
    </ActDialog>
  );
}

interface SectionProps {
  formId: string;
  paymentId: string;
  propose: ReturnType<typeof trpc.payments.proposeSuspense.useMutation>;
}

function ByBank({ formId, paymentId, propose }: SectionProps) {
  const { t } = useTranslation('platform');
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/payments/schema.ts').then((schema) =>
        schema.suspendedByBank.pick({ reference: true, note: true }),
      ),
    defaultValues: { reference: '', note: '' },
  });
  return (
    <Form
      id={formId}
      form={form}
      draft={`suspense-bank.${paymentId}`}
      guard={false}
      pending={propose.isPending}
      submitError={propose.error}
      onSubmit={(values) => propose.mutateAsync({ paymentId, decision: 'paid_by_bank', ...values })}
    >
      <TextField
        control={form.control}
        name="reference"
        label={t('refund.reference')}
        hint={t('refund.referenceHint')}
        maxLength={140}
      />
      <TextareaField control={form.control} name="note" label={t('case.suspense.note')} maxLength={500} rows={3} />
    </Form>
  );
}

function Otherwise({ formId, paymentId, propose, decision }: SectionProps & { decision: 'return' | 'accept' }) {
  const { t } = useTranslation('platform');
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/payments/schema.ts').then((schema) =>
        schema.suspendedOtherwise.pick({ note: true }),
      ),
    defaultValues: { note: '' },
  });
  return (
    <Form
      id={formId}
      form={form}
      draft={`suspense.${paymentId}`}
      guard={false}
      pending={propose.isPending}
      submitError={propose.error}
      onSubmit={(values) => propose.mutateAsync({ paymentId, decision, ...values })}
    >
      <TextareaField control={form.control} name="note" label={t('case.suspense.note')} maxLength={500} rows={3} />
    </Form>
  );
}
