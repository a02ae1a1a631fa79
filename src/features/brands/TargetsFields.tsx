import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MAX_TARGET_PLACES } from '../../../server/features/brands/rules.ts';
import { CityField } from '@/components/form/CityField.tsx';
import { CountryField } from '@/components/form/CountryField.tsx';
import { FollowersField } from '@/components/form/FollowersField.tsx';
import { NichesField } from '@/components/form/NichesField.tsx';
import type { FormControl } from '@/components/form/use-app-form.ts';
import type { BrandFormInput } from '@/features/brands/checks.ts';
import { Button } from '@/ui/button.tsx';

/** Which creators the brand looks for: a new campaign begins with it. */
export function TargetsFields({ control }: { control: FormControl<BrandFormInput> }) {
  const { t } = useTranslation('brands');
  const { fields, append, remove } = useFieldArray({ control, name: 'targets.places' });
  return (
    <fieldset id="targets" className="grid scroll-mt-20 gap-4">
      <legend className="heading-item mb-1">{t('field.targets')}</legend>
      <p className="text-sm text-muted-foreground">{t('field.targetsHint')}</p>
      <NichesField control={control} name="targets.niches" label={t('field.targetNiches')} max={5} optional />
      {fields.map((field, index) => (
        <div key={field.id} className="grid gap-4 sm:grid-cols-2">
          <CityField
            control={control}
            name={`targets.places.${index}.city`}
            countryName={`targets.places.${index}.country`}
            label={t('field.targetCity')}
            maxLength={80}
          />
          <div className="flex items-end gap-2">
            <CountryField
              control={control}
              name={`targets.places.${index}.country`}
              label={t('field.country')}
              className="grow"
              optional
            />
            <Button
              variant="quiet"
              size="icon"
              aria-label={t('edit.removePlace', { n: index + 1 })}
              onClick={() => remove(index)}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
        </div>
      ))}
      {fields.length < MAX_TARGET_PLACES ? (
        <div>
          <Button onClick={() => append({ city: '', country: null })}>
            <Plus aria-hidden />
            {t('edit.addPlace')}
          </Button>
        </div>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <FollowersField control={control} name="targets.followersMin" label={t('field.followersMin')} optional />
        <FollowersField control={control} name="targets.followersMax" label={t('field.followersMax')} optional />
      </div>
    </fieldset>
  );
}
