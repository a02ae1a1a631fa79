import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import { MAX_SEARCH_NAME } from '../../../server/features/saved-searches/rules.ts';
import { CheckboxField } from '@/components/form/choice-fields.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';

/** Name of a search, and whether its daily digest is sent. */
export function SaveSearchDialog({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const { t } = useTranslation('searches');
  const form = useAppForm({
    schema: () => import('@/features/discovery/checks.ts').then((checks) => checks.savedSearch),
    defaultValues: { name: '', alert: true },
  });
  const save = trpc.savedSearches.save.useMutation({
    onSuccess: async ({ name }) => {
      await api.savedSearches.invalidate();
      void toast('success', t('save.done', { name }));
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('save.title')}
      submitLabel={t('save.button')}
      form={form}
      pending={save.isPending}
      submitError={save.error}
      onSubmit={({ name, alert }) => save.mutateAsync({ name, alert, filters })}
    >
      <TextField control={form.control} name="name" label={t('name')} maxLength={MAX_SEARCH_NAME} />
      <CheckboxField control={form.control} name="alert" label={t('alert')} hint={t('alertHint')} />
    </FormDialog>
  );
}
