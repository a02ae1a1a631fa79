import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RadioChoice } from '@/components/form/choice-fields.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { type SchemaLoader, useAppForm } from '@/components/form/use-app-form.ts';

interface ProposalValues {
  decision: string;
  /** Of the bank transfer, where it was paid by bank. */
  reference: string;
  note: string;
}

export interface ProposalFormProps<Output> {
  id: string;
  draft: string;
  schema: SchemaLoader<ProposalValues, Output>;
  /** What may be proposed; none: `initial` is all there is. */
  ways: readonly { value: string; label: string }[];
  initial: string;
  propose: { isPending: boolean; isError: boolean; error: unknown; reset: () => void };
  onPropose: (values: Output) => unknown;
  /** What follows from a way. */
  children?: (way: string) => ReactNode;
}

/** What one of two staff members proposes about money, and why. What was typed stays while another way is looked at. */
export function ProposalForm<Output>({
  id,
  draft,
  schema,
  ways,
  initial,
  propose,
  onPropose,
  children,
}: ProposalFormProps<Output>) {
  const { t } = useTranslation('platform');
  const form = useAppForm<ProposalValues, Output>({
    schema,
    defaultValues: { decision: initial, reference: '', note: '' },
  });
  const way = form.watch('decision');
  const choose = (next: string) => {
    form.setValue('decision', next, { shouldDirty: true });
    // The refusal was about the other one.
    if (propose.isError) propose.reset();
  };
  return (
    <Form
      id={id}
      form={form}
      draft={draft}
      guard={false}
      pending={propose.isPending}
      submitError={propose.error}
      onSubmit={onPropose}
    >
      {ways.length > 0 ? (
        <RadioChoice legend={t('case.suspense.choice')} value={way} options={ways} onChosen={choose} />
      ) : null}
      {children?.(way)}
      {way === 'paid_by_bank' ? (
        <TextField
          control={form.control}
          name="reference"
          label={t('refund.reference')}
          hint={t('refund.referenceHint')}
          maxLength={140}
        />
      ) : null}
      <TextareaField control={form.control} name="note" label={t('case.suspense.note')} maxLength={500} rows={3} />
    </Form>
  );
}
