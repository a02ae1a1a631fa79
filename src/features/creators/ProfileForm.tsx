import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format.ts';
import { LOCALES } from '../../../server/core/locale.ts';
import type { CreatorInput, CreatorProfile } from '../../../server/features/creators/schema.ts';
import { AgeGate } from '@/components/gates/AgeGate.tsx';
import { Completeness } from '@/components/creators/Completeness.tsx';
import { ChipsField } from '@/components/form/ChipsField.tsx';
import { CityField } from '@/components/form/CityField.tsx';
import { CountryField } from '@/components/form/CountryField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { Form } from '@/components/form/Form.tsx';
import { LeaveGuard } from '@/components/form/LeaveGuard.tsx';
import { NichesField } from '@/components/form/NichesField.tsx';
import { type FormControl, type FormOf, useAppForm } from '@/components/form/use-app-form.ts';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { WhenNear } from '@/components/page/WhenNear.tsx';
import { Platforms, Rates } from '@/features/creators/ProfileRows.tsx';
import { SavedLine } from '@/features/creators/SavedLine.tsx';
import { type ProfileActs, useProfileActs } from '@/features/creators/use-profile-acts.ts';
import { draftValues, formValues, useProfileDraft } from '@/features/creators/use-profile-draft.ts';
import { AvailabilityFields, FormatFields, RefusedFields, ServiceFields } from '@/features/creators/WorkFields.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { orgChoice } from '@/lib/org-choice.ts';
import { useConnection } from '@/lib/connection.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { LANGUAGE_NAMES } from '@/lib/i18n.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const ImportClaims = lazyNamed(() => import('@/components/imports/ImportClaims.tsx'), 'ImportClaims');
const PortfolioSection = lazyNamed(() => import('@/components/portfolio/PortfolioSection.tsx'), 'PortfolioSection');
const BlockedOrgs = lazyNamed(() => import('@/features/creators/BlockedOrgs.tsx'), 'BlockedOrgs');

export function ProfileForm({ profile }: { profile: CreatorProfile }) {
  const { t } = useTranslation('creators');
  const { publishedAt } = profile;
  // Blocks and claims stay the creator's own; an agency does not see them.
  const isOwn = orgChoice().actingFor === null;
  const form = useAppForm({
    schema: () => import('../../../server/features/creators/schema.ts').then((schema) => schema.creatorInput),
    defaultValues: formValues(profile),
  });
  const [begun] = useState(() => draftValues(profile));
  useEffect(() => form.reset(begun, { keepDefaultValues: true }), [form, begun]);
  const saver = useProfileDraft(form, profile);
  const acts = useProfileActs(form, profile, saver);
  // Otherwise saved as a draft, also when the page is left.
  const connection = useConnection();
  const cut = connection === 'lost' || saver.state.kind === 'failed' || saver.state.kind === 'conflict';
  return (
    <>
      <PageHeader
        title={t('edit.title')}
        status={t('edit.status')}
        tag={<Tag>{publishedAt ? t('edit.published') : t('edit.draft')}</Tag>}
        actions={
          <Button asChild>
            <Link to="/creator/$handle" params={{ handle: profile.handle }} search={{ preview: true }}>
              <Eye aria-hidden />
              {t('edit.view')}
            </Link>
          </Button>
        }
      />
      <div className="mt-6 grid grid-cols-1 items-start gap-7 lg:cols-main-336 lg:gap-10">
        <div className="min-w-0">
          <Form
            form={form}
            className="max-w-form"
            pending={acts.isSaving}
            submitError={acts.error}
            onSubmit={acts.submit}
            guard={false}
            draft="profile"
          >
            <Refusals form={form} acts={acts} held={profile.held.length > 0} />
            <ProfileFields control={form.control} />
            <PublishRefusal error={acts.publishError} />
            <Buttons acts={acts} isPublic={publishedAt !== null} isChanged={saver.state.kind === 'saved'} />
            {/* Below the buttons: its text grows with each save, and they would move away under the pointer. */}
            <SavedLine saver={saver} published={publishedAt !== null} />
          </Form>
          <div className="mt-8 grid max-w-form gap-8">
            <WhenNear>
              <Suspense fallback={<PendingSkeleton rows={2} />}>
                {isOwn ? <ImportClaims /> : null}
                <PortfolioSection />
                {isOwn ? <BlockedOrgs /> : null}
              </Suspense>
            </WhenNear>
          </div>
        </div>
        <aside className="min-w-0 max-lg:order-first">
          <Completeness />
        </aside>
      </div>
      <LeaveGuard armed={cut} blocked={() => cut && saver.unsent()} />
      <AgeGate
        error={acts.publish.error}
        onClose={() => acts.publish.reset()}
        onConfirmed={() => void acts.goPublic()}
      />
    </>
  );
}

/** What of the whole form was refused or is held back, above its fields. */
function Refusals({ form, acts, held }: { form: FormOf<CreatorInput>; acts: ProfileActs; held: boolean }) {
  const { t } = useTranslation('creators');
  const format = useFormat();
  return (
    <>
      {acts.isHandleTaken ? <Alert tone="problem">{t('edit.handleTaken')}</Alert> : null}
      {form.formState.errors.platforms?.message ? (
        <Alert tone="problem">{format.labeled(t('field.platforms'), t('edit.needs'))}</Alert>
      ) : null}
      {held ? <Alert tone="note">{t('edit.held')}</Alert> : null}
    </>
  );
}

function ProfileFields({ control }: { control: FormControl<CreatorInput> }) {
  const { t } = useTranslation('creators');
  return (
    <>
      <TextField
        control={control}
        name="handle"
        label={t('field.handle')}
        hint={t('field.handleHint')}
        maxLength={30}
        ltr
      />
      <TextField
        control={control}
        name="headline"
        label={t('field.headline')}
        hint={t('field.headlineHint')}
        maxLength={120}
      />
      <TextareaField control={control} name="bio" label={t('field.bio')} rows={4} maxLength={1500} optional />
      <div className="grid gap-5 sm:grid-cols-2">
        <CityField
          control={control}
          name="city"
          countryName="country"
          label={t('field.city')}
          maxLength={80}
          optional
        />
        <CountryField control={control} name="country" label={t('field.country')} />
      </div>
      <ServiceFields control={control} />
      <AvailabilityFields control={control} />
      <NichesField control={control} name="niches" label={t('field.niches')} max={5} optional />
      <ChipsField
        control={control}
        name="languages"
        label={t('field.languages')}
        max={8}
        optional
        options={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
      />
      <FormatFields control={control} />
      <Platforms control={control} />
      <Rates control={control} />
      <RefusedFields control={control} />
    </>
  );
}

function PublishRefusal({ error }: { error: unknown }) {
  const explain = useErrorText();
  return error ? <p className="sr-only">{explain(error)}</p> : null;
}

function Buttons({ acts, isPublic, isChanged }: { acts: ProfileActs; isPublic: boolean; isChanged: boolean }) {
  const { t } = useTranslation('creators');
  return (
    <div className="flex flex-wrap gap-2 pt-1 max-sm:[&>[data-slot=button]]:w-full">
      {isPublic ? null : (
        <Button
          type="submit"
          variant="ink"
          pending={acts.isSaving && acts.publishes}
          onClick={() => acts.choose('publish')}
        >
          {t('edit.publish')}
        </Button>
      )}
      <Button
        type="submit"
        variant={isPublic ? 'ink' : 'outline'}
        pending={acts.save.isPending && !acts.publishes}
        onClick={() => acts.choose('save')}
      >
        {t('edit.save')}
      </Button>
      {isPublic ? (
        <Button variant="quiet" pending={acts.unpublish.isPending} onClick={() => void acts.hide().catch(() => {})}>
          {t('edit.unpublish')}
        </Button>
      ) : null}
      {/* Last: it comes and goes with the draft, and nothing may take the place of another button. */}
      {isChanged ? (
        <Button pending={acts.drop.isPending} onClick={() => void acts.discard().catch(() => {})}>
          {t('edit.discard')}
        </Button>
      ) : null}
    </div>
  );
}
