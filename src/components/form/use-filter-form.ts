import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';

/** The choice that filters nothing. */
export const ANY = 'any';
/** What a select field chose, undefined for {@link ANY}. */
export const chosen = (value: string | undefined): string | undefined => (value && value !== ANY ? value : undefined);

const PAUSE_MS = 350;

export interface FilterFormOptions<Values extends FieldValues> {
  /** What the address holds when the sheet opens. */
  values: Values;
  empty: Values;
  /** Counts how often all filters were cleared; the fields are emptied then. */
  cleared: number;
  /** Called when typing pauses or the sheet closes. */
  onChange: (values: Values) => void;
}

/** The form of a filter sheet. It only writes the address: changes of the address do not come back into an open sheet. */
export function useFilterForm<Values extends FieldValues>({
  values,
  empty,
  cleared,
  onChange,
}: FilterFormOptions<Values>): UseFormReturn<Values> {
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values> });
  const latest = useRef(onChange);
  latest.current = onChange;
  const none = useRef(empty);
  none.current = empty;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let write: (() => void) | null = null;
    const subscription = form.watch((typed) => {
      clearTimeout(timer);
      write = () => {
        write = null;
        latest.current(typed as Values);
      };
      timer = setTimeout(write, PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      subscription.unsubscribe();
      write?.();
    };
  }, [form]);
  const emptied = useRef(cleared);
  useEffect(() => {
    if (emptied.current === cleared) return;
    emptied.current = cleared;
    form.reset(none.current);
  }, [form, cleared]);
  return form;
}
