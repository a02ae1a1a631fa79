import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ReviewDto } from '../../../server/features/content/schema.ts';
import { SelectField, TextareaField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';

const changesForm = z.strictObject({ briefItem: z.string().trim().min(1).max(200), reason: z.string().trim().min(3).max(2000) });

/** A request for changes names the point of the brief and what is to change; opened anew, it is a new intent. */
export function ChangesDialog({ review, onClose }: { review: ReviewDto; onClose: () => void }) {
  const { t } = useTranslation('content');
  const { milestone, brief } = review;
  const [requestKey] = useState(randomId);
  const ask = trpc.escrow.requestChanges.useMutation(withRequestKey(requestKey));
  const form = useAppForm({ schema: changesForm, defaultValues: { briefItem: '', reason: '' } });
  const items = brief.length > 0 ? brief : [milestone.title];
  return (
    <FormDialog
      form={form}
      draft="changes"
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t('changes.title')}
      description={t('changes.text', { count: milestone.roundsMax - milestone.round - 1 })}
      submitLabel={t('changes.submit')}
      submitError={ask.error}
      pending={ask.isPending}
      onSubmit={async (values) => {
        await ask.mutateAsync({ milestoneId: milestone.id, version: milestone.version, ...values }).finally(() => void Promise.all([api.content.invalidate(), api.escrow.invalidate()]));
        onClose();
      }}
    >
      <SelectField control={form.control} name="briefItem" label={t('changes.briefItem')} hint={t('changes.briefHint')} options={items.map((item) => ({ value: item, label: item }))} />
      <TextareaField control={form.control} name="reason" label={t('changes.reason')} maxLength={2000} />
    </FormDialog>
  );
}
