import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CURRENCY_CODES } from '../../../server/core/money.ts';
import type { AdState } from '../../../server/features/ads/rules.ts';
import type { AdInput, AdKind, AdValues } from '../../../server/features/ads/schema.ts';
import { FORMATS, PLATFORMS } from '../../../server/features/terms/rules.ts';
import { SelectField } from '@/components/form/SelectField.tsx';
import { SwitchField } from '@/components/form/SwitchField.tsx';
import { CityField } from '@/components/form/CityField.tsx';
import { CountryField } from '@/components/form/CountryField.tsx';
import { DateField } from '@/components/form/DateField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { NichesField } from '@/components/form/NichesField.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { type FormControl, useAppForm } from '@/components/form/use-app-form.ts';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { AdPreview } from '@/features/ads/AdPreview.tsx';
import { PhotoField } from '@/features/ads/PhotoField.tsx';
import { type SaveState, useAutosave } from '@/features/ads/use-autosave.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';

export interface StoredAd {
  id: string;
  version: number;
  state: AdState;
}

type AdControl = FormControl<AdValues>;

export interface AdFormProps {
  kind: AdKind;
  stored: StoredAd | null;
  values: AdInput;
  /** Above the fields. */
  notice?: ReactNode;
}

/** One page with the ad beside it as others will read it. What is typed in a draft is saved by itself, however incomplete. */
export function AdForm({ kind, stored: opened, values, notice }: AdFormProps) {
  const { t } = useTranslation('ads');
  const { t: terms } = useTranslation('terms');
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [requestKey] = useState(randomId);
  const isDraft = opened === null || opened.state === 'draft' || opened.state === 'rejected';
  const posting = useRef(true);
  const form = useAppForm({
    schema: () =>
      import('@/features/ads/checks.ts').then((checks) => (posting.current ? checks.postedAd : checks.draftAd)),
    defaultValues: values,
  });
  const create = trpc.ads.create.useMutation(withRequestKey(`${requestKey}-draft`));
  const save = trpc.ads.saveDraft.useMutation();
  const post = trpc.ads.post.useMutation(withRequestKey(requestKey));
  const edit = trpc.ads.edit.useMutation();
  const { control } = form;
  const autosave = useAutosave(form, opened, isDraft);
  const submit = async (ad: AdInput) => {
    for (const call of [create, save, post, edit]) call.reset();
    const stored = await autosave.stop();
    if (!posting.current) {
      await (stored ? save.mutateAsync({ adId: stored.id, version: stored.version, ad }) : create.mutateAsync({ ad }));
      void toast('success', t('form.draftSaved'));
      await api.ads.invalidate();
      if (isMounted()) await navigate({ to: '/my-ads', search: { tab: 'draft' } });
      return;
    }
    const posted = isDraft
      ? await post.mutateAsync({ adId: stored?.id ?? null, version: stored?.version ?? 1, ad })
      : await edit.mutateAsync({ adId: stored?.id ?? '', version: stored?.version ?? 1, ad });
    const held = posted.state === 'in_review' || posted.hasHeldText;
    void toast('success', t(held ? 'form.inReview' : isDraft ? 'form.posted' : 'form.saved'));
    await api.ads.invalidate();
    if (isMounted()) await navigate({ to: '/my-ads/$adId', params: { adId: posted.id } });
  };
  const pending = create.isPending || save.isPending || post.isPending || edit.isPending;
  return (
    <>
      <PageHeader
        title={t(opened === null ? 'form.titleNew' : isDraft ? 'form.titleDraft' : 'form.titleEdit')}
        status={t(`form.lead.${kind}`)}
        crumbs={[{ label: t('mine.title'), link: { to: '/my-ads' } }]}
      />
      <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,336px)] lg:gap-12">
        <Form
          form={form}
          draft={`ad.${opened?.id ?? 'new'}`}
          pending={pending}
          submitError={create.error ?? save.error ?? post.error ?? edit.error}
          onSubmit={(ad) =>
            submit(ad).catch((error: unknown) => {
              autosave.resume();
              throw error;
            })
          }
        >
          {opened?.state === 'rejected' ? <Alert tone="note">{t('mine.rejected')}</Alert> : null}
          {notice}
          <TextField
            control={control}
            name="title"
            label={t('form.title')}
            hint={t(`form.titleHint.${kind}`)}
            maxLength={65}
          />
          <TextareaField
            control={control}
            name="body"
            label={t('form.body')}
            hint={t('form.bodyHint')}
            rows={5}
            maxLength={2000}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField
              control={control}
              name="platform"
              label={t('form.platform')}
              options={PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) }))}
            />
            <SelectField
              control={control}
              name="format"
              label={t('form.format')}
              options={FORMATS.map((value) => ({ value, label: terms(`format.${value}`) }))}
            />
          </div>
          <NichesField control={control} name="niches" label={t('form.niches')} max={3} optional />
          <Where control={control} />
          <Pay control={control} />
          <div className="grid gap-5 sm:grid-cols-2">
            <DateField
              control={control}
              name="dueAt"
              label={t('form.due')}
              hint={t('form.dueHint')}
              min={new Date()}
              optional
            />
            <Days control={control} />
          </div>
          <Photo control={control} hasKit={kind === 'wanted'} />
          <div className="flex flex-wrap gap-2 pt-1 max-sm:[&>[data-slot=button]]:w-full">
            <Button
              type="submit"
              variant="ink"
              pending={(post.isPending || edit.isPending) && posting.current}
              onClick={() => (posting.current = true)}
            >
              {isDraft ? t('form.post') : t('form.save')}
            </Button>
            {isDraft ? (
              <Button
                type="submit"
                pending={(create.isPending || save.isPending) && !posting.current}
                onClick={() => (posting.current = false)}
              >
                {t('form.saveDraft')}
              </Button>
            ) : null}
            {isDraft ? <SavedNote state={autosave.state} /> : null}
          </div>
        </Form>
        <aside aria-label={t('form.preview')} className="min-w-0">
          <h2 className="heading-section mb-3">{t('form.preview')}</h2>
          <div className="lg:sticky lg:top-20">
            <Preview control={control} kind={kind} />
          </div>
        </aside>
      </div>
    </>
  );
}

function SavedNote({ state }: { state: SaveState }) {
  const { t } = useTranslation('ads');
  const format = useFormat();
  useErrorText();
  return (
    <p role="status" className="self-center text-sm text-muted-foreground">
      {state.kind === 'saved'
        ? t('form.autosaved', { at: format.time(state.at) })
        : state.kind === 'failed'
          ? t('form.notAutosaved')
          : state.kind === 'conflict'
            ? codeText('state.changed')
            : null}
    </p>
  );
}

function Preview({ control, kind }: { control: AdControl; kind: AdKind }) {
  return <AdPreview ad={useWatch({ control }) as AdInput} kind={kind} />;
}

function Where({ control }: { control: AdControl }) {
  const { t } = useTranslation('ads');
  const remote = useWatch({ control, name: 'remote' });
  return (
    <>
      <SwitchField control={control} name="remote" label={t('form.remote')} hint={t('form.remoteHint')} />
      {remote ? null : (
        <div className="grid gap-5 sm:grid-cols-2">
          <CityField
            control={control}
            name="city"
            countryName="country"
            label={t('form.city')}
            hint={t('form.cityHint')}
            maxLength={80}
          />
          <CountryField control={control} name="country" label={t('form.country')} />
        </div>
      )}
    </>
  );
}

function Pay({ control }: { control: AdControl }) {
  const { t } = useTranslation('ads');
  const currency = useWatch({ control, name: 'currency' });
  return (
    <fieldset className="grid gap-4 border-t border-border pt-5">
      <legend className="heading-section float-start w-full">{t('form.pay')}</legend>
      <p className="-mt-2 text-sm text-muted-foreground">{t('form.payHint')}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          control={control}
          name="currency"
          label={t('form.currency')}
          options={CURRENCY_CODES.map((value) => ({ value, label: value }))}
        />
        <MoneyField control={control} name="payMin" currency={currency} label={t('form.payMin')} optional />
        <MoneyField control={control} name="payMax" currency={currency} label={t('form.payMax')} optional />
      </div>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField
          control={control}
          name="goods"
          label={t('form.goods')}
          hint={t('form.goodsHint')}
          maxLength={200}
          optional
        />
        <MoneyField control={control} name="goodsValue" currency={currency} label={t('form.goodsValue')} optional />
      </div>
    </fieldset>
  );
}

const DAYS = ['7', '14', '30'] as const;

function Days({ control }: { control: AdControl }) {
  const { t } = useTranslation('ads');
  const { field } = useController({ control, name: 'days' });
  return (
    <div className="grid content-start gap-1.5">
      <p className="text-sm leading-4.5 font-medium">{t('form.days')}</p>
      <Segmented
        label={t('form.days')}
        value={String(field.value) as (typeof DAYS)[number]}
        onValueChange={(days) => field.onChange(Number(days))}
        options={DAYS.map((value) => ({ value, label: t('form.daysOption', { count: Number(value) }) }))}
      />
    </div>
  );
}

function Photo({ control, hasKit }: { control: AdControl; hasKit: boolean }) {
  const { field } = useController({ control, name: 'photoId' });
  return <PhotoField photoId={field.value} onPhoto={field.onChange} hasKit={hasKit} />;
}
