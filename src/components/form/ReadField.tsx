import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { describedBy, Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface ReadFieldProps<Values extends FieldValues, Value> extends BoundFieldProps<Values> {
  /** Parses the text; null if it is empty, undefined if it is no value. */
  read: (text: string) => Value | null | undefined;
  /** A value as text, for values set by the form. */
  write: (value: unknown) => string;
  /** The form's value while the text cannot be parsed: one that its schema refuses. */
  none: unknown;
  /** The parsed value for the hint, shown if it differs from the text. */
  readBack: (value: Value) => ReactNode;
  /** The error for text that cannot be parsed. */
  problem: string;
  placeholder?: string;
  inputMode: 'text' | 'url';
}

/** A text field that parses free text into one value. The text is kept as typed; the parsed value is shown under the field. */
export function ReadField<Values extends FieldValues, Value>({
  read,
  write,
  none,
  readBack,
  problem,
  placeholder,
  inputMode,
  ...bound
}: ReadFieldProps<Values, Value>) {
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const [text, setText] = useState(() => write(field.value));
  const lastValue = useRef<unknown>(field.value);
  const value = read(text);

  // The form was reset or filled in code: show its value. `lastValue` excludes our own changes, which keep the typed text.
  useEffect(() => {
    if (Object.is(field.value, lastValue.current)) return;
    lastValue.current = field.value;
    setText(write(field.value));
    // oxlint-disable-next-line exhaustive-deps -- a new `write` alone must not replace the text
  }, [field.value]);

  const send = (typed: string) => {
    const next = read(typed);
    lastValue.current = next === undefined ? none : next;
    field.onChange(lastValue.current);
  };
  // Another parser may read the same text as another value, such as a handle on another platform.
  const lastRead = useRef(read);
  useEffect(() => {
    if (lastRead.current === read) return;
    lastRead.current = read;
    if (text.trim() !== '') send(text);
    // oxlint-disable-next-line exhaustive-deps -- only when the parser changes
  }, [read]);

  const shownError = error && value === undefined ? problem : error;
  const parsed = value === null || value === undefined || write(value) === text.trim() ? null : readBack(value);
  const hint = parsed === null ? bound.hint : <bdi dir="ltr">= {parsed}</bdi>;
  return (
    <Field id={id} label={bound.label} hint={hint} error={shownError} mark={mark} className={bound.className}>
      <Input
        {...attributes}
        inputMode={inputMode}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        placeholder={placeholder}
        aria-invalid={shownError ? true : undefined}
        aria-describedby={describedBy(id, { hint, error: shownError })}
        className="rtl:text-end"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          send(event.currentTarget.value);
        }}
      />
    </Field>
  );
}
