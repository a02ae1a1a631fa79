import { useTranslation } from 'react-i18next';
import { MAX_BRAND, MAX_TITLE } from '../../../server/features/portfolio/rules.ts';
import type { WorkDto } from '../../../server/features/portfolio/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { trpc } from '@/lib/trpc.ts';

/** Title, brand and link of a work. */
export function WorkDialog({
  work,
  onSaved,
  onClose,
}: {
  work: WorkDto;
  onSaved: (works: WorkDto[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('portfolio');
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/portfolio/schema.ts').then(({ changeWorkInput }) =>
        changeWorkInput.omit({ id: true }),
      ),
    defaultValues: { title: work.title, brand: work.brand, link: work.link ?? '' },
  });
  const save = trpc.portfolio.change.useMutation();
  return (
    <FormDialog
      onClose={onClose}
      title={t('dialog.title')}
      submitLabel={t('dialog.save')}
      form={form}
      pending={save.isPending}
      submitError={save.error}
      onSubmit={async (values) => {
        onSaved(await save.mutateAsync({ id: work.id, ...values }));
        onClose();
      }}
    >
      <TextField control={form.control} name="title" label={t('dialog.name')} maxLength={MAX_TITLE} />
      <TextField
        control={form.control}
        name="brand"
        label={t('dialog.brand')}
        hint={t('dialog.brandHint')}
        maxLength={MAX_BRAND}
        optional
      />
      <TextField control={form.control} name="link" type="url" label={t('dialog.link')} maxLength={200} optional />
    </FormDialog>
  );
}
