import { Plus } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MAX_LOCATIONS } from '../../../server/features/brands/rules.ts';
import { CityField } from '@/components/form/CityField.tsx';
import { CountryField } from '@/components/form/CountryField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Row } from '@/components/form/Rows.tsx';
import type { FormControl } from '@/components/form/use-app-form.ts';
import type { BrandFormInput } from '@/features/brands/checks.ts';
import { Button } from '@/ui/button.tsx';

/** Shops and offices of the brand; a city that is known is placed on the map. */
export function Locations({ control }: { control: FormControl<BrandFormInput> }) {
  const { t } = useTranslation('brands');
  const { fields, append, remove } = useFieldArray({ control, name: 'locations' });
  return (
    <fieldset id="locations" className="grid scroll-mt-20 gap-4">
      <legend className="heading-item mb-1">{t('field.locations')}</legend>
      <p className="text-sm text-muted-foreground">{t('field.locationsHint')}</p>
      {fields.map((field, index) => (
        <Row
          key={field.id}
          columns={2}
          label={t('edit.removeLocation', { n: index + 1 })}
          onRemove={() => remove(index)}
          last={
            <CountryField
              control={control}
              name={`locations.${index}.country`}
              label={t('field.country')}
              className="grow"
              optional
            />
          }
        >
          <TextField
            control={control}
            name={`locations.${index}.name`}
            label={t('field.locationName')}
            maxLength={80}
          />
          <TextField
            control={control}
            name={`locations.${index}.address`}
            label={t('field.address')}
            maxLength={200}
            optional
          />
          <CityField
            control={control}
            name={`locations.${index}.city`}
            countryName={`locations.${index}.country`}
            label={t('field.city')}
            maxLength={80}
            optional
          />
        </Row>
      ))}
      {fields.length < MAX_LOCATIONS ? (
        <div>
          <Button onClick={() => append({ name: '', address: '', city: null, country: null })}>
            <Plus aria-hidden />
            {t('edit.addLocation')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
