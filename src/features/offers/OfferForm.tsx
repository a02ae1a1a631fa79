import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { type FieldPath, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { chargeOfParts } from '../../../server/features/contracts/rules.ts';
import type { DealTerms, Side } from '../../../server/features/contracts/schema.ts';
import { termsChanges } from '../../../server/features/offers/rules.ts';
import { TextareaField, TextField } from '@/components/form/fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DeliverablesEditor } from '@/components/terms/DeliverablesEditor.tsx';
import { type ClockRanges, milestoneSum, termsControl } from '@/components/terms/terms-values.ts';
import { type OfferOutput, offerSchema, offerValues, type OfferValues, typedTerms } from '@/features/offers/offer-values.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { api, appError } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

// What stands further down arrives while the first fields are read.
const MilestonesEditor = lazy(() => import('@/components/terms/MilestonesEditor.tsx').then((module) => ({ default: module.MilestonesEditor })));
const ConditionsFields = lazy(() => import('@/components/terms/ConditionsFields.tsx').then((module) => ({ default: module.ConditionsFields })));
const ChargeLines = lazy(() => import('@/features/offers/ChargeLines.tsx').then((module) => ({ default: module.ChargeLines })));
const TermsDiff = lazy(() => import('@/components/terms/TermsDiff.tsx').then((module) => ({ default: module.TermsDiff })));

export interface OfferFormProps {
  side: Side;
  title: string;
  /** What the form starts from; in a counter-offer also what it is compared with. */
  terms: DealTerms;
  ranges: ClockRanges;
  counter: boolean;
  submitLabel: string;
  onSubmit: (output: OfferOutput) => Promise<unknown>;
  onCancel?: () => void;
  pending: boolean;
  error: unknown;
  /** Above the fields: that a newer version arrived. */
  notice?: ReactNode;
}

/** All terms of a deal in one form: a new offer, or another version of one. */
export function OfferForm({ side, title, terms, ranges, counter, submitLabel, onSubmit, onCancel, pending, error, notice }: OfferFormProps) {
  const { t } = useTranslation('offers');
  const { t: common } = useTranslation();
  const formId = useFormId();
  const explain = useErrorText();
  const form = useAppForm<OfferValues, OfferOutput>({ schema: offerSchema as never, defaultValues: offerValues(counter ? title || '---' : title, terms) as never });
  const control = termsControl(form.control);
  // The server names fields inside the terms; here they stand at the top of the form.
  const field = String(appError(error)?.data['field'] ?? '').replace(/^terms\./u, '');
  const owned = field !== '' && form.getFieldState(field as FieldPath<OfferValues>) !== undefined && field.split('.')[0] !== undefined && Object.hasOwn(form.getValues(), field.split('.')[0] ?? '');
  useEffect(() => {
    if (error && owned) form.setError(field as FieldPath<OfferValues>, { type: 'server', message: explain(error) }, { shouldFocus: true });
  }, [error, owned, field, form, explain]);
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,640px)_minmax(0,336px)] lg:gap-12">
      <Form form={form} id={formId} draft="offer" className="gap-8" pending={pending} submitError={owned ? null : error} onSubmit={onSubmit}>
        {notice}
        {counter ? null : <TextField control={form.control} name="title" label={t('form.title')} maxLength={80} />}
        <section className="grid gap-4">
          <h2 className="heading-section">{t('form.work')}</h2>
          <DeliverablesEditor control={control} />
        </section>
        <section className="grid gap-4">
          <div>
            <h2 className="heading-section">{t('form.price')}</h2>
            <p className="text-sm text-muted-foreground">{t('form.priceHint')}</p>
          </div>
          <Suspense fallback={<PendingSkeleton rows={3} />}>
            <MilestonesEditor control={control} total={null} />
          </Suspense>
        </section>
        <section className="grid gap-4">
          <h2 className="heading-section">{t('form.conditions')}</h2>
          <Suspense fallback={<PendingSkeleton rows={4} />}>
            <ConditionsFields control={control} ranges={ranges} />
          </Suspense>
        </section>
        <TextareaField control={form.control} name="note" label={t('form.note')} hint={t('form.noteHint')} rows={3} maxLength={1000} optional />
        <div className="flex flex-wrap gap-2 pt-1 max-sm:[&>[data-slot=button]]:w-full">
          <Button type="submit" variant="ink" pending={pending}>
            {submitLabel}
          </Button>
          {onCancel ? (
            <Button variant="quiet" onClick={onCancel}>
              {common('action.cancel')}
            </Button>
          ) : null}
        </div>
      </Form>
      <aside className="grid min-w-0 content-start gap-7 lg:sticky lg:top-6">
        <Suspense fallback={null}>
          <LiveCharge control={form.control} side={side} />
          {counter ? <LiveChanges control={form.control} before={terms} /> : null}
        </Suspense>
      </aside>
    </div>
  );
}

type OfferControl = ReturnType<typeof useAppForm<OfferValues, OfferOutput>>['control'];

/** What it costs with the amounts typed so far, by the rules that will charge it. */
function LiveCharge({ control, side }: { control: OfferControl; side: Side }) {
  const milestones = useWatch({ control, name: 'milestones' });
  const currency = useWatch({ control, name: 'currency' });
  const price = milestoneSum(milestones);
  const rates = useQuery({ ...api.campaigns.cost.queryOptions({ currency, price: 10_000, slots: 1 }), enabled: side === 'brand' });
  if (price === null || price === 0 || milestones.some(({ amount }) => !amount)) return null;
  if (side === 'creator') return <ChargeLines side={side} currency={currency} charge={{ price, fee: 0, tax: 0, total: price, feeBps: 0, taxBps: 0 }} />;
  if (!rates.data) return null;
  const { feeBps, taxBps } = rates.data;
  const charge = chargeOfParts(
    milestones.map(({ amount }) => amount ?? 0),
    { feeBps, taxBps, currency },
  );
  return <ChargeLines side={side} currency={currency} charge={{ ...charge, feeBps, taxBps }} />;
}

/** What this version would change, while it is being written. */
function LiveChanges({ control, before }: { control: OfferControl; before: DealTerms }) {
  const { t } = useTranslation('offers');
  const values = useWatch({ control }) as OfferValues;
  const after = typedTerms(values);
  if (!after) return null;
  return (
    <section aria-live="polite">
      <h2 className="heading-section">{t('form.titleCounter')}</h2>
      <TermsDiff changes={termsChanges(before, after)} before={before} after={after} stacked />
    </section>
  );
}
