import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { LeaveGuard } from '@/components/form/LeaveGuard.tsx';
import type { AppForm } from '@/components/form/use-app-form.ts';
import { cn } from '@/lib/cn.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { appError } from '@/lib/trpc.ts';

export interface FormProps<Input extends FieldValues, Output> {
  form: AppForm<Input, Output>;
  /**
   * May throw: the error is expected as `submitError` too. While it runs and after it, leaving needs no confirmation.
   */
  onSubmit: (values: Output) => unknown;
  /** The mutation's error, null if there is none. */
  submitError: unknown;
  pending: boolean;
  id?: string;
  /** Require a confirmation before leaving with unsaved changes. */
  guard?: boolean;
  /**
   * Names this form among those of its address: typed text is kept while the user signs in again or verifies the
   * mailbox. The default of a guarded form is the names of its fields; a form opened for one of several records needs
   * its own name.
   */
  draft?: string;
  className?: string;
  children: ReactNode;
}

/** A refusal that names a field is shown at that field; every other one above the form. Typed text is never lost. */
export function Form<Input extends FieldValues, Output>({
  form,
  onSubmit,
  submitError,
  pending,
  id,
  guard = true,
  draft,
  className,
  children,
}: FormProps<Input, Output>) {
  const explain = useErrorText();
  const { i18n } = useTranslation();
  const stage = useRef<'editing' | 'sending' | 'sent'>('editing');
  const typedSince = useRef(false);
  const { isDirty } = form.formState;
  const general = useRef<HTMLDivElement>(null);
  const [formError, setFormError] = useState<unknown>(null);
  const refusedField = useRef<FieldPath<Input> | null>(null);

  const keep = useFormDraft(draft ?? (guard ? Object.keys(form.getValues()).join() : null), {
    read: () => (isDirty ? form.getValues() : null),
    restore: (kept: Input) => form.reset(kept, { keepDefaultValues: true }),
  });

  const keepNow = useRef(keep);
  keepNow.current = keep;

  useEffect(() => {
    if (draft && appError(submitError)?.code === 'auth.mailbox_unverified') {
      keepNow.current();
      stage.current = 'sent';
    }
    if (submitError === null || submitError === undefined) {
      setFormError(null);
      refusedField.current = null;
      return;
    }
    const field = appError(submitError)?.data['field'];
    const owned = typeof field === 'string' && hasField(form.getValues(), field);
    if (owned) {
      refusedField.current = field as FieldPath<Input>;
      form.setError(refusedField.current, { type: 'server', message: explain(submitError) }, { shouldFocus: true });
      setFormError(null);
    } else {
      refusedField.current = null;
      setFormError(submitError);
    }
  }, [submitError, draft, form, explain]);

  const { language } = i18n;
  useEffect(() => {
    const { current: field } = refusedField;
    if (field !== null && form.getFieldState(field).error?.type === 'server')
      form.setError(field, { type: 'server', message: explain(submitError) });
    // The text follows the language; the focus must not move to the field again.
    // oxlint-disable-next-line exhaustive-deps
  }, [language]);

  useEffect(() => {
    if (formError !== null) general.current?.focus();
  }, [formError]);

  // A form that stays after its save is guarded again after the next change.
  useEffect(() => {
    const subscription = form.watch((_values, { type }) => {
      if (type !== 'change') return;
      if (stage.current === 'sending') typedSince.current = true;
      else stage.current = 'editing';
    });
    return () => subscription.unsubscribe();
  }, [form]);

  const submit = form.handleSubmit(async (values) => {
    stage.current = 'sending';
    typedSince.current = false;
    try {
      await onSubmit(values);
      stage.current = typedSince.current ? 'editing' : 'sent';
    } catch (error) {
      stage.current = draft !== undefined && appError(error)?.code === 'auth.mailbox_unverified' ? 'sent' : 'editing';
    }
  });

  return (
    <form
      id={id}
      noValidate
      aria-busy={pending || undefined}
      className={cn('grid grid-cols-1 gap-5', className)}
      onSubmit={(event) => {
        event.stopPropagation();
        if (pending) event.preventDefault();
        else void submit(event);
      }}
    >
      {formError === null ? null : (
        <div ref={general} tabIndex={-1} className="outline-none">
          <RefusalAlert error={formError} />
        </div>
      )}
      {children}
      {guard ? <LeaveGuard blocked={() => isDirty && stage.current === 'editing'} armed={isDirty} /> : null}
    </form>
  );
}

/** A button outside the form element refers to it by this id. */
export function useFormId(): string {
  return useId();
}

function hasField(values: unknown, path: string): boolean {
  let at: unknown = values;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !(key in at)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}
