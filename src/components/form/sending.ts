import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * For forms that stay after a save. Call it as the values leave, and what it returns with the stored values: they are the
 * form's own from then on, and what was typed in between stays, unsaved.
 */
export function sending<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): (stored: Values) => void {
  const sent = structuredClone(form.getValues());
  return (stored) => {
    // What the form hands out goes on changing below its first level.
    const now = structuredClone(form.getValues());
    const typed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name]));
    form.reset(stored as DefaultValues<Values>);
    // A value set by its name would leave the rows of a list as they were on the screen.
    if (typed.length > 0) form.reset({ ...stored, ...Object.fromEntries(typed) }, { keepDefaultValues: true });
  };
}

/** What stays in a field whose text was sent as it stood then: all that was written on since. */
export function unsent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
