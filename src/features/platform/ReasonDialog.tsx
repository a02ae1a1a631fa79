import type * as z from 'zod';
import { TextField } from '@/components/form/fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ActDialog } from '@/features/platform/ActDialog.tsx';

type Words = Record<string, string>;

export interface ReasonDialogProps {
  /** The part of the procedure's input that is written here. */
  schema: () => Promise<z.core.$ZodType<Words, Words>>;
  /** The name of its only field. */
  field: string;
  label: string;
  maxLength: number;
  title: string;
  /** What comes of it. */
  text?: string;
  submit: string;
  destructive?: boolean;
  /** Names the kept draft: what is done, and to which record. */
  draft: string;
  call: { isPending: boolean; error: unknown };
  onSubmit: (words: string) => unknown;
  onClose: () => void;
}

/** An act of staff that requires a reason and nothing else. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { field, call, onClose } = props;
  const formId = useFormId();
  const form = useAppForm({ schema: props.schema, defaultValues: { [field]: '' } });
  return (
    <ActDialog
      title={props.title}
      submit={props.submit}
      act={{ formId }}
      destructive={props.destructive ?? false}
      pending={call.isPending}
      onClose={onClose}
    >
      <Form
        id={formId}
        form={form}
        draft={props.draft}
        guard={false}
        pending={call.isPending}
        submitError={call.error}
        onSubmit={(values) => props.onSubmit(values[field] ?? '')}
      >
        {props.text ? <p>{props.text}</p> : null}
        <TextField control={form.control} name={field} label={props.label} maxLength={props.maxLength} />
      </Form>
    </ActDialog>
  );
}
