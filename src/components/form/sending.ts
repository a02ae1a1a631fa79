import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * For forms that stay after a save. Call it when the values are sent, and its result with the stored values: these
 * become the form's values, and what was typed in between stays, unsaved.
 */
export function sending<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): (stored: Values) => void {
  const sent = structuredClone(form.getValues());
  return (stored) => {
    // `getValues` returns an object that the form goes on changing below its first level.
    const now = structuredClone(form.getValues());
    const typed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name]));
    form.reset(stored as DefaultValues<Values>);
    // Setting a list by name would not update its rows on the screen.
    if (typed.length > 0) form.reset({ ...stored, ...Object.fromEntries(typed) }, { keepDefaultValues: true });
  };
}

/** The text to keep in a field whose text was sent: everything typed since. */
export function unsent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
