import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MAX_DESCRIPTION, SLUG_LENGTH } from '../../../server/features/brands/rules.ts';
import type { BrandInput, BrandProfile } from '../../../server/features/brands/schema.ts';
import { ChipsField } from '@/components/form/ChipsField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { FormPage } from '@/components/form/FormPage.tsx';
import { BrandCompleteness } from '@/components/people/BrandCompleteness.tsx';
import { NichesField } from '@/components/form/NichesField.tsx';
import { sending } from '@/components/form/sending.ts';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import type { BrandFormInput } from '@/features/brands/checks.ts';
import { ColorChecks } from '@/features/brands/ColorChecks.tsx';
import { Locations } from '@/features/brands/Locations.tsx';
import { PictureKit } from '@/features/brands/PictureKit.tsx';
import { SiteReader } from '@/features/brands/SiteReader.tsx';
import { TargetsFields } from '@/features/brands/TargetsFields.tsx';
import { TextNotes } from '@/features/brands/TextNotes.tsx';
import { VerificationPanel } from '@/features/brands/VerificationPanel.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const GENDERS = ['female', 'male', 'nonbinary'] as const;
const age = (years: number | null): string => (years === null ? '' : String(years));

const valuesOf = (profile: BrandProfile): BrandFormInput => ({
  slug: profile.slug,
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
  targets: profile.targets,
  links: profile.links.join('\n'),
});

export function BrandForm({ profile, orgId }: { profile: BrandProfile; orgId: string }) {
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
      aside={
        <div className="grid gap-8">
          <BrandCompleteness completeness={profile.completeness} shown={4} />
          <PictureKit profile={profile} orgId={orgId} mayEdit={can === true} />
          <VerificationPanel verification={profile.verification} mayEdit={can === true} />
        </div>
      }
      onSubmit={async (input) => {
        const values = form.getValues();
        const settle = sending(form);
        const saved = await save.mutateAsync(input);
        keepAnswer(api.brands.mine.queryOptions().queryKey, saved);
        void api.brands.page.invalidate();
        void api.home.invalidate();
        void api.matching.invalidate();
        settle(values);
        void toast('success', t(saved.held.length > 0 ? 'edit.savedHeld' : 'edit.saved'));
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
      <TextNotes profile={profile} field="description" />
      <TextField
        control={control}
        name="website"
        label={t('field.website')}
        hint={t('field.websiteHint')}
        type="url"
        ltr
        optional
      />
      {can === true ? <SiteReader form={form} profile={profile} /> : null}
      <TextField
        control={control}
        name="slug"
        label={t('field.slug')}
        hint={t('field.slugHint')}
        maxLength={SLUG_LENGTH.max}
        ltr
      />
      <TextareaField
        control={control}
        name="links"
        label={t('field.links')}
        hint={t('field.linksHint')}
        rows={3}
        optional
      />
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
      <TargetsFields control={control} />
      <TextField control={control} name="colors" label={t('field.colors')} hint={t('field.colorsHint')} ltr optional />
      <ColorChecks control={control} />
      <h2 id="claims" className="heading-item -mb-3 scroll-mt-20">
        {t('edit.claims')}
      </h2>
      <p className="text-sm text-muted-foreground">{t('edit.claimsHint')}</p>
      <TextareaField
        control={control}
        name="claimsAllowed"
        label={t('field.claimsAllowed')}
        hint={t('field.claimsHint')}
        rows={3}
        optional
      />
      <TextNotes profile={profile} field="claimsAllowed" />
      <TextareaField
        control={control}
        name="claimsForbidden"
        label={t('field.claimsForbidden')}
        hint={t('field.claimsHint')}
        rows={3}
        optional
      />
      <TextNotes profile={profile} field="claimsForbidden" />
    </FormPage>
  );
}
