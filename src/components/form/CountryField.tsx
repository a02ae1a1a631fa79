import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { SelectField } from '@/components/form/SelectField.tsx';
import type { BoundFieldProps } from '@/components/form/fields.tsx';
import { countryOptions } from '@/lib/countries.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';

/** A country by its name in the user's language; the value is the ISO 3166 code. */
export function CountryField<Values extends FieldValues>(bound: BoundFieldProps<Values>) {
  const format = useFormat();
  const locale = currentLocale();
  // Names are sorted once per language.
  // oxlint-disable-next-line exhaustive-deps
  const options = useMemo(() => countryOptions((code) => format.countryName(code), locale), [locale]);
  return <SelectField {...bound} options={options} />;
}
