import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeeCapRow } from '../../../server/features/payments/schema.ts';
import { DateField } from '@/components/form/DateField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ActDialog } from '@/features/platform/ActDialog.tsx';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Segmented } from '@/ui/segmented.tsx';

type FeeRule = 'amount' | 'until';
const DAY_MS = 24 * 3_600_000;

/** Lets a brand at its cap pay again: for a further amount of lost fees, or until a date. */
export function AllowFeesDialog({ row, onClose }: { row: FeeCapRow; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const formId = useFormId();
  const [rule, setRule] = useState<FeeRule>('amount');
  const allow = trpc.payments.allowFees.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.operators.invalidate(), api.cases.invalidate()]),
  });
  const shared = { formId, row, allow };
  return (
    <ActDialog
      title={t('fees.ask', { name: row.name })}
      submit={t('fees.open')}
      act={{ formId }}
      pending={allow.isPending}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p>{t('fees.text', { lost: format.money({ amount: row.lost, currency: row.currency }) })}</p>
        <Segmented<FeeRule>
          label={t('fees.way')}
          value={rule}
          onValueChange={setRule}
          options={[
            { value: 'amount', label: t('fees.byAmount') },
            { value: 'until', label: t('fees.byDate') },
          ]}
        />
        {rule === 'amount' ? <ByAmount {...shared} /> : <ByDate {...shared} />}
      </div>
    </ActDialog>
  );
}

interface SectionProps {
  formId: string;
  row: FeeCapRow;
  allow: ReturnType<typeof trpc.payments.allowFees.useMutation>;
}

function ByAmount({ formId, row: { orgId, currency }, allow }: SectionProps) {
  const { t } = useTranslation('platform');
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/payments/schema.ts').then((schema) =>
        schema.allowMoreFees.pick({ amount: true, note: true }),
      ),
    defaultValues: { note: '' },
  });
  return (
    <Form
      id={formId}
      form={form}
      draft={`fees.${orgId}`}
      guard={false}
      pending={allow.isPending}
      submitError={allow.error}
      onSubmit={(values) => allow.mutateAsync({ orgId, currency, ...values })}
    >
      <MoneyField control={form.control} name="amount" label={t('fees.amount')} currency={currency} />
      <TextField control={form.control} name="note" label={t('fees.note')} maxLength={500} />
    </Form>
  );
}

function ByDate({ formId, row: { orgId, currency }, allow }: SectionProps) {
  const { t } = useTranslation('platform');
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/payments/schema.ts').then((schema) =>
        schema.allowUntil.pick({ until: true, note: true }),
      ),
    defaultValues: { note: '' },
  });
  return (
    <Form
      id={formId}
      form={form}
      draft={`fees-until.${orgId}`}
      guard={false}
      pending={allow.isPending}
      submitError={allow.error}
      onSubmit={(values) => allow.mutateAsync({ orgId, currency, ...values })}
    >
      <DateField control={form.control} name="until" label={t('fees.until')} min={new Date(Date.now() + DAY_MS)} />
      <TextField control={form.control} name="note" label={t('fees.note')} maxLength={500} />
    </Form>
  );
}
