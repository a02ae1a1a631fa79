import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { afterPress } from '@/components/form/after-press.ts';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { describedBy, Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface ReadFieldProps<Values extends FieldValues, Value> extends BoundFieldProps<Values> {
  /** What was typed as a value; null while it is empty, undefined when it is none. */
  read: (text: string) => Value | null | undefined;
  /** A value as text, for what comes from outside. */
  write: (value: unknown) => string;
  /** What the form holds meanwhile: nothing that its schema takes. */
  none: unknown;
  /** How it was read, where that is not what was typed. */
  readBack: (value: Value) => ReactNode;
  /** Said of what could not be read. */
  problem: string;
  placeholder?: string;
  inputMode: 'text' | 'url';
}

/** Text as people write it in, one value out. What was typed stays as typed, and how it was read stands under the field. */
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
  const [left, setLeft] = useState(false);
  const lastValue = useRef<unknown>(field.value);
  const value = read(text);

  // The form was reset or filled from outside: show its value. Our own changes are remembered and keep what was typed.
  useEffect(() => {
    if (Object.is(field.value, lastValue.current)) return;
    lastValue.current = field.value;
    setText(write(field.value));
    // oxlint-disable-next-line exhaustive-deps -- how it is written is no reason to write it again
  }, [field.value]);

  const send = (typed: string) => {
    const next = read(typed);
    lastValue.current = next === undefined ? none : next;
    field.onChange(lastValue.current);
  };
  // The same text is another value for another reader: a handle on another platform.
  const usedReader = useRef(read);
  useEffect(() => {
    if (usedReader.current === read) return;
    usedReader.current = read;
    if (text.trim() !== '') send(text);
    // oxlint-disable-next-line exhaustive-deps -- only with another reader
  }, [read]);

  const shownError = (left || error) && value === undefined ? problem : error;
  const said = value === null || value === undefined || write(value) === text.trim() ? null : readBack(value);
  const hint = said === null ? bound.hint : <bdi dir="ltr">= {said}</bdi>;
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
        onFocus={() => setLeft(false)}
        onBlur={afterPress(() => {
          setLeft(true);
          field.onBlur();
        })}
      />
    </Field>
  );
}
