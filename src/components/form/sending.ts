import type { DefaultValues, FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';

/**
 * For forms that stay after a save. Call it as the values leave, and what it returns with the stored values: they are the
 * form's own from then on, and what was typed in between stays, unsaved.
 */
export function sending<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>): (stored: Values) => void {
  const sent = structuredClone(form.getValues());
  return (stored) => {
    // What the form hands out goes on changing below its first level.
    const now = structuredClone(form.getValues());
    form.reset(stored as DefaultValues<Values>);
    for (const name of Object.keys(now) as FieldPath<Values>[]) {
      if (JSON.stringify(now[name]) !== JSON.stringify(sent[name])) form.setValue(name, now[name] as PathValue<Values, FieldPath<Values>>, { shouldDirty: true });
    }
  };
}

/** What stays in a field whose text was sent as it stood then: all that was written on since. */
export function unsent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
