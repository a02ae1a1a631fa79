import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { amountProblem } from '../../../server/core/money.ts';
import type { CampaignDraft } from '../../../server/features/campaigns/schema.ts';
import { LeaveGuard } from '@/components/form/LeaveGuard.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { WizardPage } from '@/components/page/Pages.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useTermsText } from '@/components/terms/terms-text.ts';
import { CostSummary } from '@/features/campaigns/CostSummary.tsx';
import { blankValues, draftValues, patchSchema, type DraftValues } from '@/features/campaigns/draft-values.ts';
import { DeleteDraft } from '@/features/campaigns/DeleteDraft.tsx';
import { GoalStep } from '@/features/campaigns/GoalStep.tsx';
import { useMissingText } from '@/features/campaigns/missing-text.ts';
import { type Step, STEP_NAMES } from '@/features/campaigns/steps.ts';
import { type SaveState, useDraft } from '@/features/campaigns/use-draft.ts';
import { useConnection } from '@/lib/connection.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';
import { toast } from '@/lib/toast.ts';
import { countValues } from '@/lib/count.ts';
import { api, appError, queryClient, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const steps = () => import('@/features/campaigns/wizard-steps.tsx');
const DeliverablesStep = lazyNamed(steps, 'DeliverablesStep');
const CreatorsStep = lazyNamed(steps, 'CreatorsStep');
const PayStep = lazyNamed(steps, 'PayStep');
const TermsStep = lazyNamed(steps, 'TermsStep');
const ReviewStep = lazyNamed(() => import('@/features/campaigns/ReviewStep.tsx'), 'ReviewStep');
const BillingForm = lazyNamed(() => import('@/components/billing/BillingForm.tsx'), 'BillingForm');

export interface CampaignWizardProps {
  draft: CampaignDraft | null;
  step: Step;
}

/**
 * One form per draft: another draft id in the address starts a new form, the id of the draft that this form created
 * does not.
 */
export function CampaignWizard({ draft, step }: CampaignWizardProps) {
  const id = draft?.id ?? null;
  const created = useRef<string | null>(null);
  const [form, setForm] = useState({ id, serial: 0 });
  if (form.id !== id) setForm({ id, serial: id !== null && id === created.current ? form.serial : form.serial + 1 });
  return (
    <Wizard
      key={form.serial}
      draft={draft}
      step={step}
      onCreated={(made) => {
        created.current = made;
      }}
    />
  );
}

/** Six steps, each saved while it is typed; the whole cost stays visible, nothing is charged here. */
function Wizard({ draft: initial, step, onCreated }: CampaignWizardProps & { onCreated: (id: string) => void }) {
  const { t } = useTranslation('campaigns');
  const navigate = useNavigate();
  // A draft may hold incomplete values, so the form's values are wider than what the schema accepts.
  const form = useAppForm<DraftValues, DraftValues>({
    schema: patchSchema as never,
    checks: 'onChange',
    defaultValues: initial ? draftValues(initial) : blankValues(),
  }) as UseFormReturn<DraftValues>;
  const at = STEP_NAMES.indexOf(step);
  const isMounted = useIsMounted();
  const saver = useDraft(form, initial, at + 1, (id) => {
    onCreated(id);
    // The address changes first when the page is left; the form stays until the next page is loaded.
    if (isMounted() && window.location.pathname === '/post-influencer-campaign')
      void navigate({ to: '/post-influencer-campaign', search: (before) => ({ ...before, id, step }), replace: true });
  });
  const { draft } = saver;
  const [publishAt, setPublishAt] = useState<Date | null>(null);
  const publish = trpc.campaigns.publish.useMutation();
  const locked = draft?.currencyFrozen === true;
  const isNew = !draft || draft.state === 'draft' || draft.state === 'scheduled';
  useMissingOnFields(form, draft, at + 1);
  useStepDefaults(form, draft, step);
  // Loaded while the first step is being filled in.
  useEffect(() => void steps(), []);

  const shown = useRef(step);
  shown.current = step;
  const [moving, setMoving] = useState(false);
  const go = async (to: Step) => {
    setMoving(true);
    const saved = await saver.flush(STEP_NAMES.indexOf(to) + 1);
    setMoving(false);
    if (!isMounted() || shown.current !== step) return;
    const id = (saved ?? draft)?.id;
    // Unsaved without a connection: the values stay in the form, so the next step may be opened.
    await navigate({ to: '/post-influencer-campaign', search: { ...(id ? { id } : {}), step: to } });
    window.scrollTo({ top: 0 });
  };

  const finish = async () => {
    setMoving(true);
    const saved = await saver.flush(STEP_NAMES.length);
    setMoving(false);
    if (!saved || !isMounted() || shown.current !== step) return;
    if (!isNew) {
      await navigate({ to: '/my-campaigns/$campaignId', params: { campaignId: saved.id } });
      return;
    }
    try {
      const answer = await publish.mutateAsync({ campaignId: saved.id, version: saved.version, publishAt });
      await api.campaigns.invalidate();
      void toast('success', publishAt ? t('review.scheduled') : t('review.published'));
      if (isMounted()) await navigate({ to: '/my-campaigns/$campaignId', params: { campaignId: answer.id } });
    } catch (error) {
      if (['campaign.incomplete', 'state.changed'].includes(appError(error)?.code ?? '')) await saver.reload();
    }
  };

  // Otherwise saved automatically, also when the page is left.
  const connection = useConnection();
  const cut = connection === 'lost' || saver.state.kind === 'failed';

  const previous = STEP_NAMES[at - 1];
  const following = STEP_NAMES[at + 1];
  const complete = draft !== null && draft.missing.length === 0 && saver.unstored.length === 0;
  return (
    <WizardPage
      title={isNew ? t('wizard.titleNew') : t('wizard.titleEdit')}
      actions={
        draft?.state === 'draft' ? (
          <DeleteDraft
            campaignId={draft.id}
            title={draft.title}
            onDeleted={() => {
              saver.forget();
              if (isMounted()) void navigate({ to: '/my-campaigns', search: {} });
            }}
          />
        ) : undefined
      }
      status={<OtherDrafts currentId={draft?.id ?? null} show={!initial && !draft} />}
      stepsLabel={t('wizard.steps')}
      steps={STEP_NAMES.map((id, index) => ({
        id,
        label: t(`wizard.step.${id}`),
        done:
          draft !== null &&
          index < draft.step - 1 &&
          !draft.missing.some((missing) => missing.step === index + 1) &&
          !saver.unstored.includes(id),
        ...(draft && index < Math.max(draft.step, at + 1)
          ? { link: { to: '/post-influencer-campaign', search: { id: draft.id, step: id } } }
          : {}),
      }))}
      current={step}
      saved={<SavedNote state={saver.state} whole={saver.unstored.length === 0} onReload={() => void saver.reload()} />}
      summary={
        <CostSummary
          cost={draft?.cost ?? null}
          because={priceKnown(draft) ? 'billing' : 'price'}
          atMost={draft?.pay.kind === 'range'}
        />
      }
      submitError={publish.error}
      pending={moving || publish.isPending}
      {...(previous
        ? {
            back: { label: t('wizard.back', { step: t(`wizard.step.${previous}`) }), onClick: () => void go(previous) },
          }
        : {})}
      next={
        following
          ? { label: t('wizard.next', { step: t(`wizard.step.${following}`) }), onClick: () => void go(following) }
          : {
              label: isNew ? (publishAt ? t('review.schedule') : t('review.publish')) : t('review.save'),
              onClick: () => void finish(),
              ...(complete ? {} : { refusal: t('review.refusal') }),
            }
      }
    >
      <LeaveGuard armed={cut} blocked={() => cut && saver.unsent()} />
      {locked && step !== 'goal' && step !== 'review' ? <Alert className="mb-5">{t('wizard.locked')}</Alert> : null}
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        {step === 'goal' ? <GoalStep control={form.control} locked={locked} /> : null}
        <Suspense fallback={<PendingSkeleton rows={4} />}>
          {step === 'deliverables' ? <DeliverablesStep control={form.control} locked={locked} /> : null}
          {step === 'creators' ? <CreatorsStep control={form.control} locked={locked} /> : null}
          {step === 'pay' ? <PayStep control={form.control} locked={locked} currencyFrozen={locked} /> : null}
          {step === 'terms' ? <TermsStep form={form} locked={locked} ranges={draft?.clockRanges ?? {}} /> : null}
          {step === 'review' && draft ? (
            <ReviewStep draft={draft} unstored={saver.unstored} publishAt={publishAt} onPublishAt={setPublishAt} />
          ) : null}
        </Suspense>
      </form>
      {(step === 'pay' || step === 'review') && draft?.missing.some(({ code }) => code === 'billing.incomplete') ? (
        <Billing country={draft.country} onSaved={() => void saver.reload()} />
      ) : null}
    </WizardPage>
  );
}

function priceKnown(draft: CampaignDraft | null): boolean {
  if (!draft) return false;
  return amountProblem(draft.pay.kind === 'fixed' ? draft.pay.min : draft.pay.max, draft.currency) === null;
}

/** What the brand's profile lets creators say and what not, as requirements of a brief; none where it cannot be read. */
async function brandClaims(
  allowed: (claim: string) => string,
  forbidden: (claim: string) => string,
): Promise<string[]> {
  const brand = await queryClient.fetchQuery(api.brands.mine.queryOptions()).catch(() => null);
  return brand ? [...brand.claimsAllowed.map(allowed), ...brand.claimsForbidden.map(forbidden)] : [];
}

/**
 * Defaults of a step that is opened for the first time come from earlier steps: the city, and the name of the only
 * deliverable.
 */
function useStepDefaults(form: UseFormReturn<DraftValues>, draft: CampaignDraft | null, step: Step): void {
  const termsText = useTermsText();
  const { t } = useTranslation('campaigns');
  const reached = draft?.step ?? 1;
  useEffect(() => {
    const { city, wanted, deliverables, milestones } = form.getValues();
    const fresh = STEP_NAMES.indexOf(step) + 1 >= reached;
    if (!fresh) return;
    if (step === 'creators' && city?.trim() && !wanted.city.trim())
      form.setValue('wanted.city', city.trim(), { shouldDirty: true });
    if (step === 'deliverables' && deliverables[0]?.brief.length === 0)
      void brandClaims(
        (claim) => t('claim.allowed', { claim }),
        (claim) => t('claim.forbidden', { claim }),
      ).then((brief) => {
        const [first] = form.getValues('deliverables');
        if (brief.length > 0 && first?.brief.length === 0)
          form.setValue('deliverables.0.brief', brief, { shouldDirty: true });
      });
    const [only, ...more] = milestones;
    if (step === 'pay' && only && more.length === 0 && !only.title.trim() && deliverables.length > 0) {
      form.setValue('milestones.0.title', deliverables.map(termsText.deliverable).join(' + ').slice(0, 80), {
        shouldDirty: true,
      });
    }
    // Once per step; the texts are in the draft's own language.
    // oxlint-disable-next-line exhaustive-deps
  }, [step, form]);
}

/** After a step was left, the server's missing fields are marked in it. */
function useMissingOnFields(form: UseFormReturn<DraftValues>, draft: CampaignDraft | null, step: number): void {
  const missingText = useMissingText();
  useEffect(() => {
    if (!draft || draft.step <= step) return;
    for (const missing of draft.missing) {
      if (
        missing.step !== step ||
        missing.field === 'billing' ||
        missing.field === 'deliverables' ||
        missing.field === 'milestones'
      )
        continue;
      form.setError(missing.field as keyof DraftValues, { type: 'server', message: missingText(missing) });
    }
    // The texts belong to the draft; a change of language renders the page anyway.
    // oxlint-disable-next-line exhaustive-deps
  }, [draft, step, form]);
}

function Billing({ country, onSaved }: { country: string | null; onSaved: () => void }) {
  const { t } = useTranslation('billing');
  return (
    <section aria-labelledby="billing" className="mt-8 rounded-lg border border-border-strong bg-card px-5 py-4">
      <h2 id="billing" className="heading-section">
        {t('title')}
      </h2>
      <p className="mb-4 text-sm text-muted-foreground">{t('text')}</p>
      <Suspense fallback={<PendingSkeleton rows={4} />}>
        <BillingForm country={country} onSaved={onSaved} />
      </Suspense>
    </section>
  );
}

function SavedNote({ state, whole, onReload }: { state: SaveState; whole: boolean; onReload: () => void }) {
  const { t } = useTranslation('campaigns');
  const explain = useErrorText();
  const format = useFormat();
  if (state.kind === 'conflict') {
    return (
      <Alert
        tone="caution"
        title={t('wizard.conflictTitle')}
        action={
          <Button size="small" onClick={onReload}>
            {t('wizard.conflictLoad')}
          </Button>
        }
      >
        {t('wizard.conflictText')}
      </Alert>
    );
  }
  if (state.kind === 'failed')
    return (
      <span className="text-destructive">{appError(state.error) ? explain(state.error) : t('wizard.notStored')}</span>
    );
  if (state.kind === 'saving') return t('wizard.saving');
  if (!whole) return t('wizard.savedExcept');
  return state.kind === 'saved' ? t('wizard.saved', { time: format.time(state.at) }) : t('wizard.notSaved');
}

/** Before a new draft: the unfinished ones. */
function OtherDrafts({ currentId, show }: { currentId: string | null; show: boolean }) {
  const { t } = useTranslation('campaigns');
  const newest = useQuery({ ...api.campaigns.list.queryOptions({ show: 'drafts', limit: 4 }), enabled: show });
  const counts = useQuery({ ...api.campaigns.counts.queryOptions(), enabled: show });
  const drafts = show ? (newest.data?.items ?? []).filter(({ id }) => id !== currentId) : [];
  const others =
    (counts.data?.drafts ?? drafts.length) - (newest.data && drafts.length < newest.data.items.length ? 1 : 0);
  if (drafts.length === 0) return null;
  return (
    <p>
      {t('wizard.resume', countValues(others))}{' '}
      {drafts.slice(0, 3).map((draft) => (
        <Link
          key={draft.id}
          to="/post-influencer-campaign"
          search={{ id: draft.id }}
          className="me-3 text-foreground link"
        >
          <bdi>{draft.title || t('wizard.untitled')}</bdi>
        </Link>
      ))}
    </p>
  );
}
