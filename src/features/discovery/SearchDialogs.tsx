import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH_NAME } from '../../../server/features/saved-searches/rules.ts';
import type { SavedSearch } from '../../../server/features/saved-searches/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { api, trpc } from '@/lib/trpc.ts';

interface SearchDialogProps {
  search: SavedSearch;
  onClose: () => void;
}

export function RenameSearchDialog({ search, onClose }: SearchDialogProps) {
  const { t } = useTranslation('searches');
  const form = useAppForm({
    schema: () => import('@/features/discovery/checks.ts').then((checks) => checks.searchName),
    defaultValues: { name: search.name },
  });
  const rename = trpc.savedSearches.rename.useMutation({
    onSuccess: async () => {
      await api.savedSearches.invalidate();
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('rename')}
      submitLabel={t('rename')}
      form={form}
      pending={rename.isPending}
      submitError={rename.error}
      onSubmit={({ name }) => rename.mutateAsync({ searchId: search.id, name })}
    >
      <TextField control={form.control} name="name" label={t('name')} maxLength={MAX_SEARCH_NAME} />
    </FormDialog>
  );
}

export function DeleteSearchDialog({ search, onClose }: SearchDialogProps) {
  const { t } = useTranslation('searches');
  const navigate = useNavigate();
  const remove = trpc.savedSearches.delete.useMutation({
    onSuccess: async () => {
      await navigate({ to: '/discovery/searches' });
      await api.savedSearches.invalidate();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      destructive
      error={remove.error}
      onClose={onClose}
      title={t('delete.title', { name: search.name })}
      text={t('delete.text')}
      submitLabel={t('delete.button')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ searchId: search.id })}
    />
  );
}
