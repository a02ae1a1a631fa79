import { Link, useRouter } from '@tanstack/react-router';
import { Eye, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type Control, useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format.ts';
import { LOCALES } from '../../../server/core/locale.ts';
import { CURRENCY_CODES } from '../../../server/core/money.ts';
import type { CreatorInput, CreatorProfile } from '../../../server/features/creators/schema.ts';
import { AgeGate, needsAge } from '@/components/gates/AgeGate.tsx';
import { ChipsField } from '@/components/form/ChipsField.tsx';
import { CityField } from '@/components/form/CityField.tsx';
import { CountryField } from '@/components/form/CountryField.tsx';
import { FollowersField } from '@/components/form/FollowersField.tsx';
import { SelectField } from '@/components/form/choice-fields.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { Form } from '@/components/form/Form.tsx';
import { NichesField } from '@/components/form/NichesField.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { PercentField } from '@/components/form/PercentField.tsx';
import { sending } from '@/components/form/sending.ts';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { LinkField } from '@/features/creators/LinkField.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { LANGUAGE_NAMES } from '@/lib/i18n.ts';
import { toast } from '@/lib/toast.ts';
import { api, appError, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';
import { FORMATS, PLATFORMS } from '../../../server/features/terms/rules.ts';

export function ProfileForm({ profile }: { profile: CreatorProfile }) {
  const { t } = useTranslation('creators');
  const format = useFormat();
  const explain = useErrorText();
  const { orgId: _orgId, name: _name, publishedAt, held, ...values } = profile;
  const form = useAppForm({
    schema: () => import('../../../server/features/creators/schema.ts').then((schema) => schema.creatorInput),
    defaultValues: values,
  });
  const router = useRouter();
  const publishing = useRef(false);
  const save = trpc.creators.save.useMutation();
  const publish = trpc.creators.publish.useMutation();
  const { control } = form;
  const submit = async (input: CreatorInput) => {
    publish.reset();
    const settle = sending(form);
    const saved = await save.mutateAsync(input);
    keep(saved);
    settle(input);
    if (saved.handle !== profile.handle) {
      await api.accounts.session.invalidate();
      await router.invalidate();
    }
    if (publishing.current) await goPublic();
    else void toast('success', t('edit.saved'));
  };
  const goPublic = async () => {
    try {
      keep(await publish.mutateAsync());
      void toast('success', t('edit.nowPublic'));
      await api.home.invalidate();
    } catch (error) {
      const field = appError(error)?.data['field'];
      if (field === 'headline' || field === 'country' || field === 'platforms')
        form.setError(field, { type: 'server', message: t('edit.needs') }, { shouldFocus: true });
    }
  };
  const taken = appError(save.error)?.data['problem'] === 'taken';
  const publishError =
    publish.error &&
    !needsAge(publish.error) &&
    !['headline', 'country', 'platforms'].includes(String(appError(publish.error)?.data['field']))
      ? publish.error
      : null;
  return (
    <>
      <PageHeader
        title={t('edit.title')}
        status={t('edit.status')}
        tag={<Tag>{publishedAt ? t('edit.published') : t('edit.draft')}</Tag>}
        actions={
          publishedAt ? (
            <Button asChild>
              <Link to="/creator/$handle" params={{ handle: profile.handle }}>
                <Eye aria-hidden />
                {t('edit.view')}
              </Link>
            </Button>
          ) : undefined
        }
      />
      <Form
        form={form}
        className="mt-6 max-w-form"
        pending={save.isPending || publish.isPending}
        submitError={taken ? null : (save.error ?? publishError)}
        onSubmit={submit}
      >
        {taken ? <Alert tone="problem">{t('edit.handleTaken')}</Alert> : null}
        {form.formState.errors.platforms?.message ? (
          <Alert tone="problem">{format.labeled(t('field.platforms'), t('edit.needs'))}</Alert>
        ) : null}
        {held.length > 0 ? <Alert tone="note">{t('edit.held')}</Alert> : null}
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
        <NichesField control={control} name="niches" label={t('field.niches')} max={5} optional />
        <ChipsField
          control={control}
          name="languages"
          label={t('field.languages')}
          max={8}
          optional
          options={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
        />
        <Platforms control={control} />
        <Rates control={control} />
        {publishError ? <p className="sr-only">{explain(publishError)}</p> : null}
        <div className="flex flex-wrap gap-2 pt-1 max-sm:[&>[data-slot=button]]:w-full">
          {publishedAt ? null : (
            <Button
              type="submit"
              variant="ink"
              pending={(save.isPending || publish.isPending) && publishing.current}
              onClick={() => (publishing.current = true)}
            >
              {t('edit.publish')}
            </Button>
          )}
          <Button
            type="submit"
            variant={publishedAt ? 'ink' : 'outline'}
            pending={save.isPending && !publishing.current}
            onClick={() => (publishing.current = false)}
          >
            {t('edit.save')}
          </Button>
        </div>
      </Form>
      <AgeGate error={publish.error} onClose={() => publish.reset()} onConfirmed={() => void goPublic()} />
    </>
  );
}

function keep(profile: CreatorProfile): void {
  keepAnswer(api.creators.mine.queryOptions().queryKey, profile);
  void api.creators.byHandle.invalidate();
}

// oxlint-disable-next-line no-explicit-any -- context and output of the form are its own business
type ProfileControl = Control<CreatorInput, any, any>;

function Platforms({ control }: { control: ProfileControl }) {
  const { t } = useTranslation('creators');
  const { t: terms } = useTranslation('terms');
  const { fields, append, remove } = useFieldArray({ control, name: 'platforms' });
  return (
    <Rows
      legend={t('field.platforms')}
      hint={t('field.platformsHint')}
      add={t('edit.addPlatform')}
      onAdd={
        fields.length < 6
          ? () => append({ platform: 'instagram', url: '', followers: Number.NaN, engagementBps: Number.NaN })
          : null
      }
    >
      {fields.map((field, index) => (
        <RemovableRow
          key={field.id}
          label={t('edit.removePlatform', { n: index + 1 })}
          onRemove={() => remove(index)}
          last={
            <PercentField
              control={control}
              name={`platforms.${index}.engagementBps`}
              label={t('field.engagement')}
              className="grow"
            />
          }
        >
          <SelectField
            control={control}
            name={`platforms.${index}.platform`}
            label={t('field.platform')}
            options={PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) }))}
          />
          <LinkField control={control} index={index} />
          <FollowersField control={control} name={`platforms.${index}.followers`} label={t('field.followers')} />
        </RemovableRow>
      ))}
    </Rows>
  );
}

function Rates({ control }: { control: ProfileControl }) {
  const { t } = useTranslation('creators');
  const { t: terms } = useTranslation('terms');
  const { fields, append, remove } = useFieldArray({ control, name: 'rates' });
  return (
    <Rows
      legend={t('field.rates')}
      hint={t('field.ratesHint')}
      add={t('edit.addRate')}
      onAdd={
        fields.length < 12
          ? () => append({ platform: 'instagram', format: 'reel', currency: 'EUR', amount: Number.NaN })
          : null
      }
    >
      {fields.map((field, index) => (
        <RemovableRow
          key={field.id}
          label={t('edit.removeRate', { n: index + 1 })}
          onRemove={() => remove(index)}
          last={<RateAmount control={control} index={index} />}
        >
          <SelectField
            control={control}
            name={`rates.${index}.platform`}
            label={t('field.platform')}
            options={PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) }))}
          />
          <SelectField
            control={control}
            name={`rates.${index}.format`}
            label={t('field.format')}
            options={FORMATS.map((value) => ({ value, label: terms(`format.${value}`) }))}
          />
          <SelectField
            control={control}
            name={`rates.${index}.currency`}
            label={t('field.currency')}
            options={CURRENCY_CODES.map((value) => ({ value, label: value }))}
          />
        </RemovableRow>
      ))}
    </Rows>
  );
}

function RateAmount({ control, index }: { control: ProfileControl; index: number }) {
  const { t } = useTranslation('creators');
  const currency = useWatch({ control, name: `rates.${index}.currency` });
  return (
    <MoneyField
      control={control}
      name={`rates.${index}.amount`}
      currency={currency}
      label={t('field.amount')}
      className="grow"
    />
  );
}

/** Rows of one kind; `onAdd` is null at the maximum. */
function Rows({
  legend,
  hint,
  add,
  onAdd,
  children,
}: {
  legend: string;
  hint: string;
  add: string;
  onAdd: (() => void) | null;
  children: ReactNode;
}) {
  return (
    <fieldset className="grid gap-4 border-t border-border pt-5">
      <legend className="heading-section float-start w-full">{legend}</legend>
      <p className="-mt-3 text-sm text-muted-foreground">{hint}</p>
      {children}
      {onAdd ? (
        <div>
          <Button onClick={onAdd}>
            <Plus aria-hidden />
            {add}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

function RemovableRow({
  label,
  onRemove,
  last,
  children,
}: {
  label: string;
  onRemove: () => void;
  last: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-4 border-b border-border pb-4 sm:grid-cols-2">
      {children}
      <div className="flex items-end gap-2">
        {last}
        <Button variant="quiet" size="icon" aria-label={label} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
    </div>
  );
}
