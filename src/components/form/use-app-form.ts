import i18next from 'i18next';
import { useEffect, useState } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod';
import { isCode } from '@/components/form/field-text.ts';
import { REFUSALS_LOADED } from '@/lib/i18n.ts';
import { loadFile } from '@/lib/lost-files.ts';

export type AppForm<Input extends FieldValues, Output = Input> = UseFormReturn<Input, unknown, Output>;

/** A form with these values, for a part of it, which reads neither its context nor what its check makes of the values. */
// oxlint-disable-next-line no-explicit-any -- both are invariant in the library's types: no narrower one takes every form
export type FormOf<Values extends FieldValues> = UseFormReturn<Values, any, any>;
/** Its control. */
// oxlint-disable-next-line no-explicit-any -- as above
export type FormControl<Values extends FieldValues> = Control<Values, any, any>;

/** Loads the schema a form is checked with: the library of schemas is not part of a first load. */
export type SchemaLoader<Input extends FieldValues, Output> = () => Promise<z.core.$ZodType<Output, Input>>;

export interface AppFormOptions<Input extends FieldValues, Output> {
  /**
   * The procedure's own input schema, so that browser and server refuse the same input. Each check calls it, so it may
   * depend on what the form shows.
   */
  schema: SchemaLoader<Input, Output>;
  defaultValues: DefaultValues<Input>;
  /**
   * Checks run on submit and then on change: an error text that appeared when a field is left would move the button under
   * the pointer. A form that is saved as it is typed checks on change from the start.
   */
  checks?: 'onSubmit' | 'onChange';
}

/** A failed submit puts the focus on the first wrong field. */
export function useAppForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  checks = 'onSubmit',
}: AppFormOptions<Input, Output>): AppForm<Input, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: lazyResolver(schema),
    defaultValues,
    mode: checks,
  });
  useState(() => oneAtATime(form));
  useEffect(() => retranslateErrors(form), [form]);
  return form;
}

const TEXTS_CHANGE = ['languageChanged', REFUSALS_LOADED];

/**
 * Repeats the checks when texts change or have come, so that their texts follow it; codes are translated where they are
 * shown.
 */
function retranslateErrors<Input extends FieldValues, Output>(form: AppForm<Input, Output>): () => void {
  const again = () => {
    const wrong = (Object.keys(form.getValues()) as Path<Input>[]).filter((name) => {
      const { error } = form.getFieldState(name);
      // Refusals of the server are translated by `Form`; the check here would remove them.
      return error && error.type !== 'server' && !isCode(error.message);
    });
    if (wrong.length > 0) void form.trigger(wrong);
  };
  for (const event of TEXTS_CHANGE) i18next.on(event, again);
  return () => TEXTS_CHANGE.forEach((event) => i18next.off(event, again));
}

/**
 * The first check loads its code, and the pending state appears a little later: a second click until then belongs to
 * the same submit.
 */
function oneAtATime<Input extends FieldValues, Output>(form: AppForm<Input, Output>): void {
  const { handleSubmit } = form;
  let running: Promise<never> | null = null;
  form.handleSubmit =
    (...how) =>
    (event) => {
      event?.preventDefault();
      return (running ??= handleSubmit(...how)(event).finally(() =>
        setTimeout(() => (running = null)),
      ) as Promise<never>);
    };
}

/** The code of the check is loaded with the first check; typing never waits for it. */
function lazyResolver<Input extends FieldValues, Output>(
  schema: SchemaLoader<Input, Output>,
): Resolver<Input, unknown, Output> {
  const resolve: Resolver<FieldValues, unknown, FieldValues> = async (values, context, options) => {
    const { resolverFor } = await loadFile(() => import('@/components/form/check.ts'));
    const resolver = await resolverFor(() => loadFile(schema));
    return resolver(values, context, options);
  };
  return resolve as unknown as Resolver<Input, unknown, Output>;
}
