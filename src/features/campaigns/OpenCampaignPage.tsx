import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenCampaignDetail } from '../../../server/features/campaigns/schema.ts';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { OrgAvatar, faceOf } from '@/components/people/Party.tsx';
import { ConditionsSummary, DeliverablesSummary, MilestonesSummary } from '@/components/terms/TermsSummary.tsx';
import { APPLY_ID, ApplyLink } from '@/features/campaigns/ApplyLink.tsx';
import { BrandFacts } from '@/components/people/BrandFacts.tsx';
import { PayText } from '@/components/money/PayText.tsx';
import { SaveButton } from '@/features/campaigns/SaveButton.tsx';
import { WantedSummary } from '@/features/campaigns/WantedSummary.tsx';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useLive } from '@/lib/live.ts';
import type { Persona } from '@/lib/screens.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Tag } from '@/ui/tag.tsx';

const ApplyPanel = lazyNamed(() => import('@/features/campaigns/ApplyPanel.tsx'), 'ApplyPanel');

const PitchPanel = lazyNamed(
  async () =>
    (await Promise.all([import('@/components/representation/PitchPanel.tsx'), loadTexts('agencies', 'errors')]))[0],
  'PitchPanel',
);

/** One open brief with everything a creator needs to decide, and the form to apply beside it. */
export function OpenCampaignPage({ campaignId, persona }: { campaignId: string; persona: Persona }) {
  const { t } = useTranslation('campaigns');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const query = useQuery(api.campaigns.open.queryOptions({ campaignId }));
  useLive(persona === 'creator' ? [`campaign:${campaignId}`] : null);
  const creator = persona === 'creator';
  return (
    <DetailPage
      query={query}
      errorTitle={t('open.couldNotLoad')}
      header={(campaign) => ({
        title: <bdi>{campaign.title}</bdi>,
        documentTitle: campaign.title,
        crumbs: [{ label: t('browse.title'), link: { to: '/campaigns' } }, { label: <bdi>{campaign.brand.name}</bdi> }],
        lead: <OrgAvatar {...faceOf(campaign.brand)} size="lg" />,
        tag: campaign.state === 'live' ? undefined : <Tag>{t(`state.${campaign.state}`)}</Tag>,
        status: (
          <>
            <bdi>{campaign.brand.name}</bdi> · {terms(`goal.${campaign.goal as 'sales'}`)} ·{' '}
            <PayText min={campaign.payMin} max={campaign.payMax} currency={campaign.currency} /> ·{' '}
            <BrandFacts facts={campaign.facts} />
          </>
        ),
        actions: creator ? (
          <>
            <SaveButton campaignId={campaign.id} saved={campaign.saved} />
            <ApplyLink campaign={campaign} className="max-lg:hidden" />
          </>
        ) : undefined,
      })}
      aside={(campaign) => (
        <div className="grid gap-6">
          <dl className="grid cols-1fr-auto text-ui [&>*]:py-1.5">
            <dt>{terms('field.total')}</dt>
            <dd className="text-end font-semibold">
              <PayText min={campaign.payMin} max={campaign.payMax} currency={campaign.currency} />
            </dd>
            <dt className="border-t border-border text-muted-foreground">
              {t('card.places', { count: campaign.slotsLeft })}
            </dt>
            <dd className="border-t border-border text-end text-muted-foreground">
              {campaign.applicationDeadline
                ? t('card.closes', { date: format.date(campaign.applicationDeadline) })
                : null}
            </dd>
          </dl>
          {creator ? (
            <Apply campaign={campaign} />
          ) : persona === 'agency' ? (
            <section className="rounded-lg border border-border-strong bg-card px-5 py-4.5">
              <h2 className="heading-section">{t('open.pitch')}</h2>
              <Suspense fallback={<PendingSkeleton rows={3} />}>
                <PitchPanel campaign={campaign} />
              </Suspense>
            </section>
          ) : (
            <Alert>{t('open.preview')}</Alert>
          )}
        </div>
      )}
      asideLabel={t('apply.title')}
    >
      {(campaign) => (
        <>
          <Brief campaign={campaign} />
          {creator ? (
            <ApplyLink
              campaign={campaign}
              className="sticky bottom-[calc(var(--bottom-bar,0px)+12px)] z-10 mt-6 w-full shadow-lg lg:hidden"
            />
          ) : null}
        </>
      )}
    </DetailPage>
  );
}

/** The application, or the form under a heading that is there at once: the link above the brief leads to it. */
function Apply({ campaign }: { campaign: OpenCampaignDetail }) {
  const { t } = useTranslation('campaigns');
  const panel = (
    <Suspense fallback={<PendingSkeleton rows={3} />}>
      <ApplyPanel campaign={campaign} />
    </Suspense>
  );
  if (campaign.application) return panel;
  return (
    <section aria-labelledby={APPLY_ID} className="rounded-lg border border-border-strong bg-card px-5 py-4.5">
      <h2 id={APPLY_ID} tabIndex={-1} className="heading-section scroll-mt-20 outline-none">
        {t('apply.title')}
      </h2>
      {panel}
    </section>
  );
}

function Brief({ campaign }: { campaign: OpenCampaignDetail }) {
  const { t } = useTranslation('campaigns');
  const { t: terms } = useTranslation('terms');
  const { deliverables = [], milestones = [] } = campaign.terms;
  return (
    <div className="grid gap-8">
      {campaign.coverUrl ? (
        <img
          src={campaign.coverUrl}
          alt={t('open.cover', { brand: campaign.brand.name })}
          className="aspect-[3/1] w-full rounded-lg border border-border object-cover"
        />
      ) : null}
      {campaign.product || campaign.summary ? (
        <Section title={t('open.brief')}>
          {campaign.product ? (
            <p dir="auto" className="font-medium">
              {campaign.product}
            </p>
          ) : null}
          <p dir="auto" className="max-w-70ch whitespace-pre-line">
            {campaign.summary}
          </p>
        </Section>
      ) : null}
      <Section title={t('open.deliverables')}>
        <DeliverablesSummary deliverables={deliverables} />
      </Section>
      {milestones.length > 0 ? (
        <Section title={terms('field.milestones')}>
          <MilestonesSummary
            milestones={milestones}
            currency={campaign.currency}
            shares={campaign.payMin !== campaign.payMax}
          />
        </Section>
      ) : null}
      <Section title={t('open.conditions')}>
        <ConditionsSummary terms={campaign.terms} openPrice={campaign.payMin !== campaign.payMax} />
      </Section>
      <Section title={t('open.wanted')}>
        <WantedSummary wanted={campaign.wanted} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="heading-section mb-2">{title}</h2>
      {children}
    </section>
  );
}
