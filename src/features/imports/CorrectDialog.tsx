import { useTranslation } from 'react-i18next';
import { FIELDS } from '../../../server/features/imports/rules.ts';
import type { RefusedRow } from '../../../server/features/imports/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';

/** The cells of a refused row; the row is imported with what is written here. */
export function CorrectDialog({ importId, row, onClose }: { importId: string; row: RefusedRow; onClose: () => void }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const correct = trpc.imports.correctRow.useMutation({ onSuccess: () => api.imports.invalidate() });
  const fields = FIELDS.filter((field) => field in row.cells);
  const form = useAppForm({
    schema: () => import('@/features/imports/checks.ts').then((checks) => checks.correctedCells),
    defaultValues: { cells: { ...row.cells } as Record<string, string> },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('correct.title', { n: format.number(row.row + 1) })}
      submitLabel={t('correct.submit')}
      form={form}
      draft={`import.${importId}.${row.row}`}
      pending={correct.isPending}
      submitError={correct.error}
      onSubmit={async ({ cells }) => {
        await correct.mutateAsync({ importId, row: row.row, cells });
        onClose();
      }}
    >
      {fields.map((field) => (
        <TextField
          key={field}
          control={form.control}
          name={`cells.${field}`}
          label={t(`field.${field}`)}
          hint={field === row.field ? t(`rowCode.${row.code}`, { field: t(`field.${field}`) }) : undefined}
          optional={field !== row.field}
          maxLength={500}
        />
      ))}
    </FormDialog>
  );
}
