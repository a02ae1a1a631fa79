import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { type FieldPath, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { chargeOfParts, creatorShareOf } from '../../../server/features/terms/rules.ts';
import type { DealTerms, Side } from '../../../server/features/terms/schema.ts';
import { termsChanges } from '../../../server/features/offers/rules.ts';
import { TextField } from '@/components/form/fields.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { type AppForm, useAppForm } from '@/components/form/use-app-form.ts';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DeliverablesEditor } from '@/components/terms/DeliverablesEditor.tsx';
import { ConditionsSummary, DeliverablesSummary, MilestonesSummary } from '@/components/terms/TermsSummary.tsx';
import { type ClockRanges, milestoneSum, releaseForm, termsControl } from '@/components/terms/terms-values.ts';
import { TermsBlock } from '@/features/offers/TermsBlock.tsx';
import type { OfferOutput } from '@/features/offers/checks.ts';
import { offerValues, type OfferValues, typedTerms } from '@/features/offers/offer-values.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, appError } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

// Sections further down are loaded while the first fields are read.
const MilestonesEditor = lazyNamed(() => import('@/components/terms/MilestonesEditor.tsx'), 'MilestonesEditor');
const ConditionsFields = lazyNamed(() => import('@/components/terms/ConditionsFields.tsx'), 'ConditionsFields');
const ReleaseFields = lazyNamed(() => import('@/components/terms/ReleaseFields.tsx'), 'ReleaseFields');
const withClauses = <M,>(file: Promise<M>) => Promise.all([file, loadTexts('clauses')]).then(([module]) => module);
const ClausesEditor = lazyNamed(() => withClauses(import('@/features/offers/ClausesEditor.tsx')), 'ClausesEditor');
const AddedClauses = lazyNamed(() => withClauses(import('@/components/terms/AddedClauses.tsx')), 'AddedClauses');
const SaveTemplate = lazyNamed(
  async () => (await Promise.all([import('@/features/offers/SaveTemplate.tsx'), loadTexts('templates')]))[0],
  'SaveTemplate',
);
const ChargeLines = lazyNamed(() => import('@/features/offers/ChargeLines.tsx'), 'ChargeLines');
const TermsDiff = lazyNamed(() => import('@/components/terms/TermsDiff.tsx'), 'TermsDiff');

interface Represented {
  commissionBps: number;
  asAgency: boolean;
}

export interface OfferFormProps {
  side: Side;
  title: string;
  /** The form's first values; a counter-offer is also compared with them. */
  terms: DealTerms;
  ranges: ClockRanges;
  counter: boolean;
  /** The terms of a brief are shown as a summary and changed part by part. */
  summarized?: boolean;
  submitLabel: string;
  onSubmit: (output: OfferOutput) => Promise<unknown>;
  onCancel?: () => void;
  pending: boolean;
  error: unknown;
  /** Our wording of the clauses that were changed before, by their keys. */
  standardClauses: Readonly<Record<string, string>>;
  /** The creator's agency, and whether it is the reader. */
  represented?: Represented;
  /** Above the fields: a newer version arrived. */
  notice?: ReactNode;
}

/** All terms of a deal in one form: a new offer, or another version of one. */
export function OfferForm({
  side,
  title,
  terms,
  ranges,
  counter,
  summarized = counter,
  submitLabel,
  onSubmit,
  onCancel,
  pending,
  error,
  standardClauses,
  notice,
  represented,
}: OfferFormProps) {
  const { t } = useTranslation('offers');
  const { t: common } = useTranslation();
  const formId = useFormId();
  const form = useAppForm<OfferValues, OfferOutput>({
    schema: () => import('@/features/offers/checks.ts').then((checks) => checks.offerForm),
    defaultValues: offerValues(counter ? title || '---' : title, terms),
  });
  const owned = useRefusedField(form, error);
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,640px)_minmax(0,336px)] lg:gap-12">
      <Form
        form={form}
        id={formId}
        draft="offer"
        className="gap-8!"
        pending={pending}
        submitError={owned ? null : error}
        onSubmit={onSubmit}
      >
        {notice}
        {counter ? null : <TextField control={form.control} name="title" label={t('form.title')} maxLength={80} />}
        <Blocks
          form={form}
          ranges={ranges}
          standardClauses={standardClauses}
          opened={summarized ? (counter ? ['price'] : []) : BLOCKS}
        />
        <TextareaField
          control={form.control}
          name="note"
          label={t('form.note')}
          hint={t('form.noteHint')}
          rows={3}
          maxLength={1000}
          optional
        />
        {counter ? (
          <div className="lg:hidden">
            <Suspense fallback={null}>
              <LiveChanges control={form.control} before={terms} />
            </Suspense>
          </div>
        ) : null}
        <div className="sticky bottom-[var(--bottom-bar,0px)] z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-border bg-background px-4 py-3 max-sm:[&>[data-slot=button]]:w-full md:static md:mx-0 md:border-t-0 md:px-0">
          <NewTotal control={form.control} before={counter ? terms : null} />
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
          <LiveCharge control={form.control} side={side} represented={represented} />
          {counter || side !== 'brand' ? null : <SaveTemplate control={form.control} />}
          {counter ? (
            <div className="max-lg:hidden">
              <LiveChanges control={form.control} before={terms} />
            </div>
          ) : null}
        </Suspense>
      </aside>
    </div>
  );
}

/** Shows the server's refusal at the field that it names; whether the form has that field. */
function useRefusedField(form: OfferFormOf, error: unknown): boolean {
  const explain = useErrorText();
  // The server names fields inside the terms; here they are at the top level of the form.
  const field = String(appError(error)?.data['field'] ?? '').replace(/^terms\./u, '');
  const owned =
    field !== '' &&
    form.getFieldState(field as FieldPath<OfferValues>) !== undefined &&
    field.split('.')[0] !== undefined &&
    Object.hasOwn(form.getValues(), field.split('.')[0] ?? '');
  useEffect(() => {
    if (error && owned)
      form.setError(
        field as FieldPath<OfferValues>,
        { type: 'server', message: explain(error) },
        { shouldFocus: true },
      );
  }, [error, owned, field, form, explain]);
  return owned;
}

interface BlocksProps {
  form: OfferFormOf;
  ranges: ClockRanges;
  standardClauses: Readonly<Record<string, string>>;
  /** Those that are open at first; the others are summed up. */
  opened: readonly Block[];
}

/** The terms part by part. A part that is summed up opens to be changed, or where a field of it is refused. */
function Blocks({ form, ranges, standardClauses, opened: first }: BlocksProps) {
  const { t } = useTranslation('offers');
  const control = termsControl(form.control);
  const [opened, setOpened] = useState<ReadonlySet<Block>>(() => new Set(first));
  const { errors } = form.formState;
  const partOf = (block: Block) => ({
    // A refused field must be visible, also in a section that is closed.
    open: opened.has(block) || FIELDS_OF[block].some((name) => errors[name] !== undefined),
    onOpen: () => setOpened((before) => new Set([...before, block])),
  });
  return (
    <>
      <TermsBlock
        title={t('form.work')}
        changeLabel={t('form.changeWork')}
        {...partOf('work')}
        summary={
          <Summary control={form.control}>{(now) => <DeliverablesSummary deliverables={now.deliverables} />}</Summary>
        }
      >
        <DeliverablesEditor control={control} />
      </TermsBlock>
      <TermsBlock
        title={t('form.price')}
        hint={t('form.priceHint')}
        changeLabel={t('form.changePrice')}
        {...partOf('price')}
        summary={
          <Summary control={form.control}>
            {(now) => <MilestonesSummary milestones={now.milestones} currency={now.currency} />}
          </Summary>
        }
      >
        <Suspense fallback={<PendingSkeleton rows={3} />}>
          <MilestonesEditor control={control} total={null} />
        </Suspense>
      </TermsBlock>
      <TermsBlock
        title={t('form.conditions')}
        changeLabel={t('form.changeConditions')}
        {...partOf('conditions')}
        summary={<Summary control={form.control}>{(now) => <ConditionsSummary terms={now} />}</Summary>}
      >
        <Suspense fallback={<PendingSkeleton rows={4} />}>
          <ConditionsFields control={control} ranges={ranges} />
          <ReleaseFields form={releaseForm(form)} ranges={ranges} />
        </Suspense>
      </TermsBlock>
      <TermsBlock
        title={t('form.clauses')}
        changeLabel={t('form.changeClauses')}
        {...partOf('clauses')}
        summary={
          <Summary control={form.control}>
            {(now) =>
              now.clauses ? (
                <Suspense fallback={null}>
                  <AddedClauses clauses={now.clauses} standard={standardClauses} />
                </Suspense>
              ) : (
                <p className="text-sm text-muted-foreground">{t('form.noClauses')}</p>
              )
            }
          </Summary>
        }
      >
        <Suspense fallback={<PendingSkeleton rows={2} />}>
          <ClausesEditor control={form.control} standard={standardClauses} />
        </Suspense>
      </TermsBlock>
    </>
  );
}

type Block = 'work' | 'price' | 'conditions' | 'clauses';
const BLOCKS = ['work', 'price', 'conditions', 'clauses'] as const satisfies readonly Block[];
const FIELDS_OF: Record<Block, readonly (keyof OfferValues)[]> = {
  work: ['deliverables'],
  price: ['currency', 'milestones'],
  conditions: [
    'rights',
    'exclusivity',
    'revisions',
    'killFeeBps',
    'disclosureCountry',
    'disclosureText',
    'clocks',
    'releaseTrigger',
    'release',
  ],
  clauses: ['clauses'],
};

type OfferFormOf = AppForm<OfferValues, OfferOutput>;
type OfferControl = OfferFormOf['control'];

/** The cost of the amounts typed so far, by the rules that charge it. */
function LiveCharge({
  control,
  side,
  represented,
}: {
  control: OfferControl;
  side: Side;
  represented: Represented | undefined;
}) {
  const milestones = useWatch({ control, name: 'milestones' });
  const currency = useWatch({ control, name: 'currency' });
  const price = milestoneSum(milestones);
  const rates = useQuery({
    ...api.campaigns.cost.queryOptions({ currency, price: 10_000, slots: 1 }),
    enabled: side === 'brand',
  });
  if (price === null || price === 0 || milestones.some(({ amount }) => !amount)) return null;
  const amounts = milestones.map(({ amount }) => amount ?? 0);
  const commissionBps = represented?.commissionBps ?? 0;
  const shares = { commissionBps, creatorShare: creatorShareOf(amounts, commissionBps, currency) };
  if (side === 'creator')
    return (
      <ChargeLines
        reader={represented?.asAgency ? 'agency' : side}
        currency={currency}
        charge={{ price, fee: 0, tax: 0, total: price, feeBps: 0, feeTerms: null, taxBps: 0, ...shares }}
      />
    );
  if (!rates.data) return null;
  const { feeBps, feeTerms, taxBps } = rates.data;
  const charge = chargeOfParts(amounts, { feeBps: feeTerms ?? feeBps, taxBps, currency });
  return <ChargeLines reader={side} currency={currency} charge={{ ...charge, feeBps, feeTerms, taxBps, ...shares }} />;
}

/** The terms in the form; null while an amount or a date is missing. */
function Summary({ control, children }: { control: OfferControl; children: (now: DealTerms) => ReactNode }) {
  const now = typedTerms(useWatch({ control }) as OfferValues);
  return now ? children(now) : null;
}

/**
 * Beside the button, so that it is visible on a phone: the price now, the old price, and the number of other changes.
 */
function NewTotal({ control, before }: { control: OfferControl; before: DealTerms | null }) {
  const { t } = useTranslation('offers');
  const format = useFormat();
  const after = typedTerms(useWatch({ control }) as OfferValues);
  if (!after) return null;
  const { currency } = after;
  const total = milestoneSum(after.milestones) ?? 0;
  const old = before ? (milestoneSum(before.milestones) ?? 0) : total;
  const changes = before ? termsChanges(before, after).length : 0;
  return (
    <p role="status" className="figures me-auto text-sm max-sm:w-full">
      <span className="font-semibold">{t('form.newTotal', { amount: format.money({ amount: total, currency }) })}</span>
      {old === total ? null : (
        <span className="text-muted-foreground">
          {' '}
          · {t('form.totalBefore', { amount: format.money({ amount: old, currency: before?.currency ?? currency }) })}
        </span>
      )}
      {before ? <span className="text-muted-foreground"> · {t('form.changed', { count: changes })}</span> : null}
    </p>
  );
}

/** What this version would change, updated while it is written. */
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
