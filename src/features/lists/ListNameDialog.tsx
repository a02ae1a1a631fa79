import { useTranslation } from 'react-i18next';
import { MAX_LIST_NAME } from '../../../server/features/lists/rules.ts';
import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';

/** The name of a new list, or another one for a list. */
export function ListNameDialog({
  title,
  submitLabel,
  name,
  pending,
  error,
  onName,
  onClose,
}: {
  title: string;
  submitLabel: string;
  name: string;
  pending: boolean;
  error: unknown;
  onName: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation('lists');
  const form = useAppForm({
    schema: () => import('@/features/lists/checks.ts').then((checks) => checks.listName),
    defaultValues: { name },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      submitLabel={submitLabel}
      form={form}
      pending={pending}
      submitError={error}
      onSubmit={(values) => onName(values.name)}
    >
      <TextField control={form.control} name="name" label={t('column.name')} maxLength={MAX_LIST_NAME} />
    </FormDialog>
  );
}
