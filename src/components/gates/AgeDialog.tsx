import { useTranslation } from 'react-i18next';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface AgeDialogProps {
  open: boolean;
  onClose: () => void;
  /** Continues the interrupted action. */
  onConfirmed: () => void;
}

/** Asks a creator's birth date once, where it is first needed; the server stores only the year. */
export function AgeDialog({ open, onClose, onConfirmed }: AgeDialogProps) {
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation();
  const formId = useFormId();
  const form = useAppForm({
    schema: () => import('../../../server/features/privacy/schema.ts').then((schema) => schema.confirmAgeInput),
    defaultValues: { birthDate: '' },
  });
  const confirm = trpc.privacy.confirmAge.useMutation({ onSuccess: onConfirmed });
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => {
        if (!shown) onClose();
      }}
      pending={confirm.isPending}
      title={t('age.title')}
      description={t('age.text')}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={confirm.isPending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="ink" pending={confirm.isPending}>
            {t('age.confirm')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        guard={false}
        pending={confirm.isPending}
        submitError={confirm.error}
        onSubmit={(values) => confirm.mutateAsync(values)}
      >
        <BirthDate control={form.control} name="birthDate" label={t('age.birthDate')} hint={t('age.hint')} />
      </Form>
    </Dialog>
  );
}

function BirthDate(bound: BoundFieldProps<{ birthDate: string }>) {
  const { id, field, error, attributes } = useBoundField(bound);
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error}>
      <Input
        {...attributes}
        type="date"
        dir="ltr"
        autoComplete="bday"
        className="figures rtl:text-end"
        value={field.value}
        onChange={field.onChange}
      />
    </Field>
  );
}
