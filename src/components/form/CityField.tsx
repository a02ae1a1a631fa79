import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { shown, useBoundField, writtenDirection, type BoundFieldProps } from '@/components/form/fields.tsx';
import { PlaceInput } from '@/components/form/PlaceInput.tsx';
import { Field } from '@/ui/field.tsx';

interface CityFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  /** The form's field of the country: its places come first, and a chosen place sets it. */
  countryName: FieldPath<Values>;
  maxLength: number;
}

/** A city as text, with places to choose from while typing. What is no place may be kept as it is typed. */
export function CityField<Values extends FieldValues>({ countryName, maxLength, ...bound }: CityFieldProps<Values>) {
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const { field: countryField } = useController({ control: bound.control, name: countryName });
  const country = shown(countryField.value) || null;
  const text = shown(field.value);
  const { onBlur: _onBlur, ...control } = attributes;
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={mark} className={bound.className}>
      <PlaceInput
        {...control}
        id={id}
        maxLength={maxLength}
        dir={writtenDirection(text)}
        text={text}
        country={country}
        onText={field.onChange}
        onBlur={field.onBlur}
        onChoose={(place) => {
          field.onChange(place.name);
          if (place.country !== country) countryField.onChange(place.country);
        }}
      />
    </Field>
  );
}
