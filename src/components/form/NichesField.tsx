import { Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { Field } from '@/ui/field.tsx';

/** With its names a file of its own, loaded when the field is shown. */
const NichesPicker = lazyNamed(() => import('@/components/form/NichesPicker.tsx'), 'NichesPicker');

export interface NichesFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  max: number;
}

/** Several of the niches; the form value is a list of keys. */
export function NichesField<Values extends FieldValues>({ max, ...bound }: NichesFieldProps<Values>) {
  const { id, field, error, mark, attributes } = useBoundField(bound);
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={mark} className={bound.className}>
      <Suspense fallback={<PendingSkeleton rows={1} />}>
        <NichesPicker
          max={max}
          value={Array.isArray(field.value) ? (field.value as string[]) : []}
          onValue={field.onChange}
          attributes={attributes}
        />
      </Suspense>
    </Field>
  );
}
