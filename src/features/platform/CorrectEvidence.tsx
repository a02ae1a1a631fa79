import { useTranslation } from 'react-i18next';
import { MAX_FIELD } from '../../../server/features/payments/evidence/rules.ts';
import type { EvidenceField, EvidencePackDto } from '../../../server/features/payments/schema.ts';
import { Form } from '@/components/form/Form.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const FIELDS: readonly EvidenceField[] = [
  'customer_name',
  'product_description',
  'service_date',
  'access_activity_log',
  'uncategorized_text',
];

/** Other words than those that the provider refused, by its fields. */
export function CorrectEvidence({
  disputeId,
  texts,
  onClose,
}: {
  disputeId: string;
  texts: EvidencePackDto['texts'];
  onClose: () => void;
}) {
  const { t } = useTranslation('books');
  const { t: common } = useTranslation();
  const textOf = (name: EvidenceField): string => texts.find(({ field }) => field === name)?.text ?? '';
  const form = useAppForm({
    schema: () => import('../../../server/features/payments/schema.ts').then((schema) => schema.evidenceTexts),
    defaultValues: {
      customer_name: textOf('customer_name'),
      product_description: textOf('product_description'),
      service_date: textOf('service_date'),
      access_activity_log: textOf('access_activity_log'),
      uncategorized_text: textOf('uncategorized_text'),
    },
  });
  const correct = trpc.payments.correctEvidence.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.payments.invalidate(), api.cases.invalidate()]),
  });
  return (
    <Form
      form={form}
      draft={`evidence.${disputeId}`}
      guard={false}
      pending={correct.isPending}
      submitError={correct.error}
      onSubmit={(values) => correct.mutateAsync({ disputeId, ...values })}
    >
      {FIELDS.map((field) => (
        <TextareaField
          key={field}
          control={form.control}
          name={field}
          label={t(`evidence.field.${field}`)}
          maxLength={MAX_FIELD}
          className="[&_textarea]:max-h-72"
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={correct.isPending}>
          {t('evidence.sendCorrected')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {common('action.cancel')}
        </Button>
      </div>
    </Form>
  );
}
