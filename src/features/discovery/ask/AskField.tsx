import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { describedBy, FieldError } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

const MAX_LENGTH = 400;

export interface AskFieldProps {
  label: string;
  placeholder: string;
  button: ReactNode;
  initial?: string;
  pending: boolean;
  /** Why the last sentence was refused; it stays in the field. */
  error: string | undefined;
  onQuestion: (text: string) => void;
}

/** A sentence and the button that asks it. */
export function AskField({ label, placeholder, button, initial = '', pending, error, onQuestion }: AskFieldProps) {
  const { t } = useTranslation('discovery');
  const format = useFormat();
  const id = useId();
  const [text, setText] = useState(initial);
  const [refused, setRefused] = useState(false);
  const length = text.trim().length;
  const tooLong = length > MAX_LENGTH;
  const shown = tooLong
    ? codeText('discovery.too_long', { limit: MAX_LENGTH })
    : refused && length === 0
      ? codeText('discovery.no_words')
      : error;
  return (
    <form
      role="search"
      aria-label={label}
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(length === 0);
        if (length > 0 && !tooLong && !pending) onQuestion(text.trim());
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="flex gap-2 max-md:flex-col">
        <Input
          id={id}
          dir="auto"
          autoComplete="off"
          enterKeyHint="search"
          className="min-w-0 grow"
          placeholder={placeholder}
          value={text}
          aria-invalid={shown ? true : undefined}
          aria-describedby={describedBy(id, { error: shown })}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setRefused(false);
          }}
        />
        <Button type="submit" variant="ink" pending={pending}>
          {button}
        </Button>
      </div>
      {shown ? <FieldError id={`${id}-error`}>{shown}</FieldError> : null}
      {length > MAX_LENGTH - 50 ? (
        <p className="text-end text-xs text-muted-foreground">
          {t('ask.length', { length: format.number(length), limit: format.number(MAX_LENGTH) })}
        </p>
      ) : null}
    </form>
  );
}
