import { useId } from 'react';
import { Field } from '@/ui/field.tsx';
import { Select, type SelectOption } from '@/ui/select.tsx';

export interface ChoiceProps {
  label: string;
  value: string;
  options: readonly SelectOption[];
  onValue: (value: string) => void;
}

/** A labelled select that acts at once: not the field of a form that is checked and sent. */
export function Choice({ label, value, options, onValue }: ChoiceProps) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <Select id={id} value={value} options={options} onValueChange={onValue} />
    </Field>
  );
}
