import { Check } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { inDays } from '../../../server/core/working-days.ts';
import type { DealTerms } from '../../../server/features/terms/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { type ReleaseWords, useTermsText } from '@/components/terms/terms-text.ts';
import { useDurationText } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';

/** Each deliverable with its acceptance points. */
export function DeliverablesSummary({ deliverables }: { deliverables: readonly DealTerms['deliverables'][number][] }) {
  const termsText = useTermsText();
  return (
    <ul className="grid gap-4">
      {deliverables.map((deliverable) => (
        <li key={deliverable.id}>
          <p className="font-semibold">{termsText.deliverable(deliverable)}</p>
          {deliverable.notes ? (
            <p dir="auto" className="text-sm whitespace-pre-line text-muted-foreground">
              {deliverable.notes}
            </p>
          ) : null}
          {deliverable.brief.length > 0 ? (
            <ul className="mt-1.5 grid gap-1 text-ui">
              {deliverable.brief.map((point) => (
                <li key={point} className="flex gap-2">
                  <Check aria-hidden className="mt-0.75 size-3.5 text-muted-foreground" />
                  <span dir="auto">{point}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface MilestonesSummaryProps {
  milestones: readonly Pick<DealTerms['milestones'][number], 'title' | 'amount' | 'dueAt'>[];
  currency: Currency;
  /** The price is still open: each part is a share of it, and there is no sum. */
  shares?: boolean;
}

/** The price in parts with their due dates, and the sum. */
export function MilestonesSummary({ milestones, currency, shares = false }: MilestonesSummaryProps) {
  const { t } = useTranslation('terms');
  const format = useFormat();
  const total = milestones.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <dl className="grid cols-1fr-auto text-ui [&>*]:py-1.5">
      {milestones.map((milestone, index) => (
        <Fragment key={index}>
          <dt>
            <span dir="auto">{milestone.title}</span>
            <span className="block text-sm text-muted-foreground">
              {t('summary.due', { date: format.date(new Date(milestone.dueAt)) })}
            </span>
          </dt>
          <dd className="ps-4 text-end font-540">
            {shares ? (
              t('summary.ofPrice', { percent: format.percent(Math.round((milestone.amount / total) * 10_000)) })
            ) : (
              <MoneyText money={{ amount: milestone.amount, currency }} />
            )}
          </dd>
        </Fragment>
      ))}
      {shares ? null : (
        <>
          <dt className="mt-1 border-t border-border-strong pt-2 font-semibold">{t('summary.total')}</dt>
          <dd className="mt-1 border-t border-border-strong pt-2 text-end font-semibold">
            <MoneyText money={{ amount: total, currency }} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** When the money is released, below a price; nothing where all of it is released on approval. */
export function ReleaseLine({ terms, milestone }: { terms: ReleaseWords; milestone?: string | undefined }) {
  const { t } = useTranslation('terms');
  const termsText = useTermsText();
  if (!terms.release && !terms.amounts) return null;
  return (
    <p className="mt-2 text-sm text-muted-foreground">
      <span className="block font-medium text-foreground">
        {t('field.release')}
        {milestone === undefined ? null : (
          <>
            {' · '}
            <bdi>{milestone}</bdi>
          </>
        )}
      </span>
      {termsText.release(terms)}
    </p>
  );
}

interface ConditionsSummaryProps {
  terms: Partial<DealTerms>;
  /** The price is still open: shares are named without amounts. */
  openPrice?: boolean;
}

/** Everything besides work and price, one line each; undecided terms are left out. */
export function ConditionsSummary({ terms, openPrice = false }: ConditionsSummaryProps) {
  const { t } = useTranslation('terms');
  const termsText = useTermsText();
  const duration = useDurationText();
  const { currency, goods, rights, exclusivity, revisions, killFeeBps, disclosureCountry, disclosureText, clocks } =
    terms;
  const format = useFormat();
  const rows: [string, ReactNode][] = [];
  if (goods && currency)
    rows.push([
      t('field.goods'),
      t('summary.goods', {
        description: goods.description,
        value: format.money({ amount: goods.value, currency }),
      }),
    ]);
  if (rights) rows.push([t('field.rights'), termsText.rights(rights)]);
  if (exclusivity) rows.push([t('field.exclusivity'), termsText.exclusivity(exclusivity)]);
  const zone = clocks?.workingDaysIn;
  const counted = (iso: string) => (zone ? inDays(iso) : iso);
  if (revisions !== undefined)
    rows.push([
      t('field.revisions'),
      termsText.rounds(revisions, clocks?.revisionTurn ? counted(clocks.revisionTurn) : undefined),
    ]);
  if (clocks?.review) rows.push([t('clock.review'), termsText.review(counted(clocks.review))]);
  if (zone) rows.push([t('field.workingDays'), t('summary.workingDays', { zone })]);
  if (killFeeBps) rows.push([t('field.killFee'), termsText.killFee(killFeeBps)]);
  if (disclosureCountry)
    rows.push([t('field.disclosure'), termsText.disclosure(disclosureText ?? '', disclosureCountry)]);
  if (clocks && terms.release)
    rows.push([
      t('field.release'),
      termsText.release(openPrice ? { release: terms.release, clocks } : { ...terms, clocks }),
    ]);
  if (clocks?.funding) rows.push([t('clock.funding'), duration(clocks.funding)]);
  if (clocks?.grace && clocks.overdueAfter) rows.push([t('clock.grace'), duration(clocks.grace)]);
  if (clocks?.clearing) rows.push([t('clock.clearing'), duration(clocks.clearing)]);
  return (
    <dl className="grid text-ui sm:grid-cols-[11rem_1fr]">
      {rows.map(([label, value]) => (
        <Fragment key={label}>
          <dt className="pt-2 text-muted-foreground sm:border-b sm:border-border sm:py-2 sm:pe-4">{label}</dt>
          <dd className="border-b border-border pb-2 sm:py-2">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
