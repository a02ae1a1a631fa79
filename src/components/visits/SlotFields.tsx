import { useEffect } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CANCEL_HOURS, CAPACITY } from '../../../server/features/visits/rules.ts';
import { SelectField } from '@/components/form/SelectField.tsx';
import { CityField } from '@/components/form/CityField.tsx';
import { CountryField } from '@/components/form/CountryField.tsx';
import { DateField } from '@/components/form/DateField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import type { FormControl } from '@/components/form/use-app-form.ts';
import { OTHER_PLACE, type OwnPlace, type SlotValues } from '@/components/visits/slot-values.ts';

const USUAL_LENGTH_MS = 3_600_000;

/** When, where and what of a slot. */
export function SlotFields({
  control,
  locations,
}: {
  control: FormControl<SlotValues>;
  locations: readonly OwnPlace[];
}) {
  const { t } = useTranslation('visits');
  const place = useWatch({ control, name: 'place' });
  const startsAt = useWatch({ control, name: 'startsAt' });
  const { field: end } = useController({ control, name: 'endsAt' });
  // A start without a later end sets an hour; a typed end stays.
  useEffect(() => {
    if (startsAt && (!end.value || end.value <= startsAt)) end.onChange(new Date(startsAt.getTime() + USUAL_LENGTH_MS));
    // oxlint-disable-next-line exhaustive-deps -- only the start moves the end
  }, [startsAt]);
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15.5rem,100%),1fr))] gap-5">
        <DateField control={control} name="startsAt" as="dateTime" label={t('form.from')} min={new Date()} />
        <DateField control={control} name="endsAt" as="dateTime" label={t('form.to')} />
        <TextField
          control={control}
          name="capacity"
          type="number"
          label={t('form.capacity')}
          hint={t('form.capacityHint', { max: CAPACITY.max })}
        />
        <SelectField
          control={control}
          name="cancelHours"
          label={t('form.cancel')}
          options={CANCEL_HOURS.map((hours) => ({
            value: String(hours),
            label: t('form.cancelOption', { count: hours }),
          }))}
        />
      </div>
      {locations.length > 0 ? (
        <SelectField
          control={control}
          name="place"
          label={t('form.place')}
          options={[
            ...locations.map((own, index) => ({
              value: String(index),
              label: [own.name, own.address, own.city].filter(Boolean).join(', '),
            })),
            { value: OTHER_PLACE, label: t('form.otherPlace') },
          ]}
        />
      ) : null}
      {place === OTHER_PLACE ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField control={control} name="placeName" label={t('form.placeName')} maxLength={80} />
          <TextField control={control} name="address" label={t('form.address')} maxLength={200} optional />
          <CityField
            control={control}
            name="city"
            countryName="country"
            label={t('form.city')}
            maxLength={80}
            optional
          />
          <CountryField control={control} name="country" label={t('form.country')} optional />
        </div>
      ) : null}
      <TextField
        control={control}
        name="offered"
        label={t('form.offered')}
        hint={t('form.offeredHint')}
        maxLength={300}
        optional
      />
    </>
  );
}
