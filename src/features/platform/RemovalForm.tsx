import { useId, useState } from 'react';
import { useErrorText } from '@/lib/error-text.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface RemovalFormProps {
  /** Its input's limits. */
  length: { min: number; max: number };
  labels: { reason: string; hint: string; remove: string };
  pending: boolean;
  error: unknown;
  onRemove: (reason: string) => void;
}

/** Staff remove what was reported, with a reason for its author. */
export function RemovalForm({ length, labels, pending, error, onRemove }: RemovalFormProps) {
  const explain = useErrorText();
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <form
      className="mt-3 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim().length >= length.min) onRemove(reason.trim());
      }}
    >
      {error ? <Alert tone="problem">{explain(error)}</Alert> : null}
      <Field id={id} label={labels.reason} hint={labels.hint}>
        <Input
          id={id}
          required
          minLength={length.min}
          maxLength={length.max}
          dir="auto"
          aria-describedby={`${id}-hint`}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="destructive" className="justify-self-start" pending={pending}>
        {labels.remove}
      </Button>
    </form>
  );
}
