import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format.ts';
import type { CampaignDraft } from '../../../server/features/campaigns/schema.ts';
import { dateText, dateValue } from '@/components/form/DateField.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { PayText } from '@/components/money/PayText.tsx';
import { ConditionsSummary, DeliverablesSummary, MilestonesSummary } from '@/components/terms/TermsSummary.tsx';
import { WantedSummary } from '@/features/campaigns/WantedSummary.tsx';
import { useMissingText } from '@/features/campaigns/missing-text.ts';
import { type Step, STEP_NAMES } from '@/features/campaigns/steps.ts';
import { instantOf, wallTimeOf } from '@/lib/time-zone.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Switch } from '@/ui/switch.tsx';

export interface ReviewStepProps {
  draft: CampaignDraft;
  /** Steps with typed values that cannot be stored. */
  unstored: readonly Step[];
  publishAt: Date | null;
  onPublishAt: (at: Date | null) => void;
}

/** The campaign as creators will read it, what is missing with links to it, and when it is published. */
export function ReviewStep({ draft, unstored, publishAt, onPublishAt }: ReviewStepProps) {
  const { t } = useTranslation('campaigns');
  const { t: terms } = useTranslation('terms');
  const editable = draft.state === 'draft' || draft.state === 'scheduled';
  const { min, max, kind } = draft.pay;
  const currency = draft.currency;
  const { milestones = [] } = draft.terms;
  return (
    <div className="grid gap-8">
      <MissingList draft={draft} unstored={unstored} />
      <section aria-labelledby="as-read">
        <p className="flex justify-between gap-4 text-sm text-muted-foreground">
          {terms(`goal.${draft.goal}`)}
          <EditLink draft={draft} step="goal" />
        </p>
        <h2 id="as-read" dir="auto" className="heading-page">
          {draft.title || t('wizard.untitled')}
        </h2>
        {draft.product ? (
          <p dir="auto" className="mt-1 font-medium">
            {draft.product}
          </p>
        ) : null}
        {draft.summary ? (
          <p dir="auto" className="mt-1 whitespace-pre-line">
            {draft.summary}
          </p>
        ) : null}
        <p className="mt-2 flex justify-between gap-4 font-semibold">
          {kind === 'fixed' ? (
            <MoneyText money={min > 0 ? { amount: min, currency } : null} />
          ) : (
            <PayText min={min} max={max} currency={currency} />
          )}
          <EditLink draft={draft} step="pay" />
        </p>
      </section>
      <section aria-labelledby="review-deliverables">
        <div className="mb-2 flex items-baseline justify-between gap-4">
          <h2 id="review-deliverables" className="heading-section">
            {terms('field.deliverables')}
          </h2>
          <EditLink draft={draft} step="deliverables" />
        </div>
        {draft.terms.deliverables?.length ? (
          <DeliverablesSummary deliverables={draft.terms.deliverables} />
        ) : (
          <p className="text-muted-foreground">{t('review.noWork')}</p>
        )}
      </section>
      {milestones.length > 0 ? (
        <section aria-labelledby="review-milestones">
          <div className="flex items-baseline justify-between gap-4">
            <h2 id="review-milestones" className="heading-section">
              {terms('field.milestones')}
            </h2>
            <EditLink draft={draft} step="pay" />
          </div>
          <MilestonesSummary milestones={milestones} currency={currency} shares={kind === 'range'} />
        </section>
      ) : null}
      <section aria-labelledby="review-conditions">
        <div className="flex items-baseline justify-between gap-4">
          <h2 id="review-conditions" className="heading-section">
            {t('open.conditions')}
          </h2>
          <EditLink draft={draft} step="terms" />
        </div>
        <ConditionsSummary terms={draft.terms} openPrice={kind === 'range'} />
      </section>
      <section aria-labelledby="review-creators">
        <div className="mb-2 flex items-baseline justify-between gap-4">
          <h2 id="review-creators" className="heading-section">
            {t('open.wanted')}
          </h2>
          <EditLink draft={draft} step="creators" />
        </div>
        <WantedSummary wanted={draft.wanted} />
      </section>
      {editable ? <PublishWhen publishAt={publishAt} onPublishAt={onPublishAt} /> : null}
    </div>
  );
}

/** A link to the step of a block. */
function EditLink({ draft, step }: { draft: CampaignDraft; step: Step }) {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  return (
    <Link
      to="/post-influencer-campaign"
      search={{ id: draft.id, step }}
      className="text-sm font-normal link"
      aria-label={format.labeled(t('review.edit'), t(`wizard.step.${step}`))}
    >
      {t('review.edit')}
    </Link>
  );
}

function MissingList({ draft, unstored }: Pick<ReviewStepProps, 'draft' | 'unstored'>) {
  const { t } = useTranslation('campaigns');
  const missingText = useMissingText();
  const stepOf = ({ step }: CampaignDraft['missing'][number]): Step => STEP_NAMES[step - 1] ?? 'goal';
  const lines = [
    ...draft.missing.map((missing) => ({
      key: `${missing.step}${missing.field}${missing.code}`,
      step: stepOf(missing),
      text: missingText(missing),
    })),
    ...unstored
      .filter((step) => !draft.missing.some((missing) => stepOf(missing) === step))
      .map((step) => ({ key: step, step, text: t('missing.notStored') })),
  ];
  if (lines.length === 0) {
    return (
      <p role="status" className="flex items-center gap-2 font-medium">
        <Check aria-hidden className="size-4 text-released" />
        {t('review.ready')}
      </p>
    );
  }
  return (
    <section aria-labelledby="missing" className="rounded-lg border border-border-strong bg-card px-5 py-4">
      <h2 id="missing" className="heading-section">
        {t('review.missingTitle')}
      </h2>
      <ul className="mt-1">
        {lines.map(({ key, step, text }) => (
          <li key={key} className="flex flex-wrap justify-between gap-x-4 border-b border-border py-2 last:border-b-0">
            <span>{text}</span>
            <Link to="/post-influencer-campaign" search={{ id: draft.id, step }} className="text-sm link">
              {t(`wizard.step.${step}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PublishWhen({ publishAt, onPublishAt }: Pick<ReviewStepProps, 'publishAt' | 'onPublishAt'>) {
  const { t } = useTranslation('campaigns');
  const tomorrow = () => {
    const today = wallTimeOf(new Date());
    return instantOf({ ...today, day: today.day + 1, hour: 9, minute: 0 });
  };
  return (
    <section className="grid gap-4 border-t border-border pt-5">
      <div className="flex items-center justify-between gap-4">
        <label htmlFor="publish-later" className="text-ui font-medium">
          {t('review.later')}
        </label>
        <Switch
          id="publish-later"
          checked={publishAt !== null}
          onCheckedChange={(on) => onPublishAt(on ? tomorrow() : null)}
        />
      </div>
      {publishAt ? (
        <Field id="publish-at" label={t('review.publishAt')}>
          <Input
            id="publish-at"
            type="datetime-local"
            dir="ltr"
            className="figures sm:max-w-[50%] rtl:text-end"
            value={dateText(publishAt, 'dateTime')}
            min={dateText(new Date(), 'dateTime')}
            onChange={(event) => {
              const at = dateValue(event.currentTarget.value, 'dateTime');
              if (at) onPublishAt(at);
            }}
          />
        </Field>
      ) : null}
    </section>
  );
}
