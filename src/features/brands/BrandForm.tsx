import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MAX_DESCRIPTION } from '../../../server/features/brands/rules.ts';
import type { BrandInput, BrandProfile } from '../../../server/features/brands/schema.ts';
import { ChipsField } from '@/components/form/ChipsField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { FormPage } from '@/components/form/FormPage.tsx';
import { NichesField } from '@/components/form/NichesField.tsx';
import { sending } from '@/components/form/sending.ts';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import type { BrandFormInput } from '@/features/brands/checks.ts';
import { Locations } from '@/features/brands/Locations.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const GENDERS = ['female', 'male', 'nonbinary'] as const;
const age = (years: number | null): string => (years === null ? '' : String(years));

const valuesOf = (profile: BrandProfile): BrandFormInput => ({
  description: profile.description,
  website: profile.website ?? '',
  niches: profile.niches,
  colors: profile.colors.join(', '),
  ageMin: age(profile.audience.ageMin),
  ageMax: age(profile.audience.ageMax),
  genders: profile.audience.genders,
  claimsAllowed: profile.claimsAllowed.join('\n'),
  claimsForbidden: profile.claimsForbidden.join('\n'),
  locations: profile.locations,
});

export function BrandForm({ profile }: { profile: BrandProfile }) {
  const { t } = useTranslation('brands');
  const can = usePermitted('profile.edit');
  useErrorText();
  const form = useAppForm<BrandFormInput, BrandInput>({
    schema: () => import('@/features/brands/checks.ts').then((checks) => checks.brandForm),
    defaultValues: valuesOf(profile),
  });
  const save = trpc.brands.save.useMutation();
  const { control } = form;
  return (
    <FormPage
      header={{
        title: t('edit.title'),
        status: t('edit.status'),
        actions: (
          <Button asChild>
            <Link to="/brand/$slug" params={{ slug: profile.slug }}>
              <Eye aria-hidden />
              {t('edit.view')}
            </Link>
          </Button>
        ),
      }}
      form={form}
      pending={save.isPending}
      submitError={save.error}
      submitLabel={t('edit.save')}
      {...(can === true ? {} : { refusal: codeText(can) })}
      onSubmit={async (input) => {
        const values = form.getValues();
        const settle = sending(form);
        const saved = await save.mutateAsync(input);
        keepAnswer(api.brands.mine.queryOptions().queryKey, saved);
        void api.brands.page.invalidate();
        settle(values);
        void toast('success', t('edit.saved'));
      }}
    >
      <TextareaField
        control={control}
        name="description"
        label={t('field.description')}
        hint={t('field.descriptionHint')}
        rows={5}
        maxLength={MAX_DESCRIPTION}
        optional
      />
      <TextField control={control} name="website" label={t('field.website')} type="url" optional />
      <NichesField control={control} name="niches" label={t('field.niches')} max={5} optional />
      <Locations control={control} />
      <fieldset className="grid gap-4">
        <legend className="heading-item mb-2">{t('field.audience')}</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="ageMin" label={t('field.ageMin')} inputMode="numeric" optional />
          <TextField control={control} name="ageMax" label={t('field.ageMax')} inputMode="numeric" optional />
        </div>
        <ChipsField
          control={control}
          name="genders"
          label={t('field.genders')}
          optional
          options={GENDERS.map((value) => ({ value, label: t(`gender.${value}`) }))}
        />
      </fieldset>
      <TextField control={control} name="colors" label={t('field.colors')} hint={t('field.colorsHint')} ltr optional />
      <TextareaField
        control={control}
        name="claimsAllowed"
        label={t('field.claimsAllowed')}
        hint={t('field.claimsHint')}
        rows={3}
        optional
      />
      <TextareaField
        control={control}
        name="claimsForbidden"
        label={t('field.claimsForbidden')}
        hint={t('field.claimsHint')}
        rows={3}
        optional
      />
    </FormPage>
  );
}
