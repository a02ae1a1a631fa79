import { useId, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Form, type FormProps } from '@/components/form/Form.tsx';
import { PageHeader, type PageHeaderProps } from '@/components/page/PageHeader.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

interface SubmitProps {
  /** Verb and object: "Post campaign". With `money` it contains the amount. */
  submitLabel: ReactNode;
  submitVariant?: 'ink' | 'money' | 'destructive';
  /** Why it cannot be sent now; the button stays focusable and the reason is shown beside it. */
  refusal?: ReactNode;
}

export interface FormPageProps<Input extends FieldValues, Output> extends FormProps<Input, Output>, SubmitProps {
  header: PageHeaderProps;
  /** Leaves without saving. */
  onCancel?: () => void;
  /** Beside the column of fields: quote, help. */
  aside?: ReactNode;
}

/** A form that is a page: one column of 640 px, label above, the deciding button at the end. */
export function FormPage<Input extends FieldValues, Output>({
  header,
  onCancel,
  aside,
  submitLabel,
  submitVariant = 'ink',
  refusal,
  children,
  ...form
}: FormPageProps<Input, Output>) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader {...header} />
      <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,640px)_minmax(0,336px)] lg:gap-12">
        <Form {...form}>
          {children}
          <div className="flex flex-wrap items-center gap-2 pt-1 max-sm:[&>[data-slot=button]]:w-full">
            <SubmitButton pending={form.pending} label={submitLabel} variant={submitVariant} refusal={refusal} />
            {onCancel ? (
              <Button variant="quiet" onClick={onCancel}>
                {t('action.cancel')}
              </Button>
            ) : null}
          </div>
        </Form>
        {aside ? <aside className="min-w-0">{aside}</aside> : null}
      </div>
    </>
  );
}

export interface FormOverlayProps<Input extends FieldValues, Output> extends FormProps<Input, Output>, SubmitProps {
  /** False where it stays mounted while it is closed. */
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
}

/** One decision with at most six fields: money confirmations, reasons. */
export function FormDialog<Input extends FieldValues, Output>({
  open = true,
  onClose,
  title,
  description,
  submitLabel,
  submitVariant = 'ink',
  refusal,
  children,
  ...form
}: FormOverlayProps<Input, Output>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      pending={form.pending}
      title={title}
      description={description}
      closeLabel={t('action.close')}
      footer={
        <>
          <Button aria-disabled={form.pending || undefined} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <SubmitButton
            pending={form.pending}
            label={submitLabel}
            variant={submitVariant}
            refusal={refusal}
            formId={id}
          />
        </>
      }
    >
      <Form guard={false} {...form} id={id}>
        {children}
      </Form>
    </Dialog>
  );
}

function SubmitButton({
  pending,
  label,
  variant,
  refusal,
  formId,
}: {
  pending: boolean;
  label: ReactNode;
  variant: 'ink' | 'money' | 'destructive';
  refusal: ReactNode;
  formId?: string;
}) {
  const reasonId = useId();
  return (
    <>
      <Button
        type="submit"
        form={formId}
        variant={variant}
        pending={pending}
        aria-disabled={refusal ? true : undefined}
        aria-describedby={refusal ? reasonId : undefined}
      >
        {label}
      </Button>
      {refusal ? (
        <p id={reasonId} className="w-full text-sm text-muted-foreground">
          {refusal}
        </p>
      ) : null}
    </>
  );
}
