import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferDetail } from '../../../server/features/offers/schema.ts';
import { DetailPage } from '@/components/page/Pages.tsx';
import { PairAvatar, faceOf } from '@/components/people/Party.tsx';
import { OpenRequests } from '@/components/representation/OpenRequests.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { ConditionsSummary, DeliverablesSummary, MilestonesSummary } from '@/components/terms/TermsSummary.tsx';
import { TermsDiff } from '@/components/terms/TermsDiff.tsx';
import { Visits } from '@/components/visits/Visits.tsx';
import { ChargeLines } from '@/features/offers/ChargeLines.tsx';
import { OfferNextStep } from '@/features/offers/OfferNextStep.tsx';
import { VersionHistory } from '@/features/offers/VersionHistory.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useLive } from '@/lib/live.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Tag } from '@/ui/tag.tsx';

// The messages are at the end of the page.
const MessageThread = lazyNamed(() => import('@/components/deal/MessageThread.tsx'), 'MessageThread');
const FairPrice = lazyNamed(
  async () => (await Promise.all([import('@/features/offers/FairPrice.tsx'), loadTexts('rates', 'figures')]))[0],
  'FairPrice',
);
const AddedClauses = lazyNamed(
  async () => (await Promise.all([import('@/components/terms/AddedClauses.tsx'), loadTexts('clauses')]))[0],
  'AddedClauses',
);
const CounterForm = lazyNamed(() => import('@/features/offers/CounterForm.tsx'), 'CounterForm');

export interface OfferPageProps {
  offerId: string;
  /** The form for another version is open. */
  countering: boolean;
}

/** One offer: its newest terms, what they change, the deadline, every version, and its messages. */
export function OfferPage({ offerId, countering }: OfferPageProps) {
  const { t } = useTranslation('offers');
  const query = useQuery(api.offers.get.queryOptions({ offerId }));
  useLive([`offer:${offerId}`]);
  return (
    <DetailPage
      query={query}
      errorTitle={t('sheet.couldNotLoad')}
      header={(offer) => ({
        title: <bdi>{offer.title}</bdi>,
        documentTitle: offer.title,
        crumbs: [
          { label: t('list.title'), link: { to: '/collaboration-request' } },
          { label: <bdi>{offer.title}</bdi> },
        ],
        lead: <PairAvatar brand={faceOf(offer.brand)} creator={faceOf(offer.creator)} size="lg" />,
        tag: <Tag>{t(`state.${offer.state}`)}</Tag>,
        status: <OfferStatus offer={offer} />,
      })}
      {...(countering
        ? {}
        : {
            aside: (offer: OfferDetail) => (
              <div className="grid gap-8">
                <ChargeLines
                  reader={offer.asAgency ? 'agency' : offer.mySide}
                  currency={offer.currency}
                  charge={offer.charge}
                />
                {offer.state === 'sent' || offer.state === 'countered' ? (
                  <Suspense fallback={null}>
                    <FairPrice offer={offer} />
                  </Suspense>
                ) : null}
                <VersionHistory versions={offer.versions} />
              </div>
            ),
          })}
    >
      {(offer) => (countering ? <Countering offer={offer} /> : <Sheet offer={offer} />)}
    </DetailPage>
  );
}

/** The form for another version; once opened it stays, with all typed text, even if the offer is answered meanwhile. */
function Countering({ offer }: { offer: OfferDetail }) {
  const [begun, setBegun] = useState(false);
  if (!begun && offer.can.counter === true) setBegun(true);
  return begun ? (
    <Suspense fallback={<PendingSkeleton rows={6} />}>
      <CounterForm offer={offer} />
    </Suspense>
  ) : (
    <Sheet offer={offer} />
  );
}

function OfferStatus({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('offers');
  const campaign = offer.campaignId && offer.campaignTitle;
  return (
    <>
      {t('sheet.title', { creator: offer.creator.name, brand: offer.brand.name })}
      {campaign ? (
        <>
          {' · '}
          <Link
            to={offer.mySide === 'brand' ? '/my-campaigns/$campaignId' : '/campaigns/$campaignId'}
            params={{ campaignId: offer.campaignId ?? '' }}
            className="link"
          >
            <bdi>{offer.campaignTitle}</bdi>
          </Link>
        </>
      ) : null}
      {' · '}
      {t('sheet.version', { n: offer.versions.length, total: offer.versions.length })}
    </>
  );
}

function Sheet({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('offers');
  const navigate = useNavigate({ from: '/collaboration-request/$offerId' });
  const [changed, setChanged] = useState(false);
  const newest = offer.versions.at(-1);
  const before = offer.versions.at(-2);
  if (!newest) return null;
  return (
    <div className="grid gap-8">
      {changed ? (
        <Alert tone="caution" title={t('changed.title')}>
          {t('changed.text', { n: newest.n })}
        </Alert>
      ) : null}
      {offer.mySide === 'creator' ? <OpenRequests subjectId={offer.id} /> : null}
      <OfferNextStep
        offer={offer}
        onCounter={() => void navigate({ search: { counter: true }, resetScroll: false })}
        onTermsChanged={() => setChanged(true)}
      />
      {newest.note ? (
        <blockquote dir="auto" className="border-s-2 border-border-strong ps-4 whitespace-pre-line">
          {newest.note}
          <footer className="mt-1 text-sm text-muted-foreground">
            <bdi>{newest.byName}</bdi>
          </footer>
        </blockquote>
      ) : null}
      <Visits subject={{ kind: 'offer', id: offer.id }} />
      {before ? (
        <Section title={t('history.changesTitle', { n: newest.n })}>
          <TermsDiff changes={offer.changes} before={before.terms} after={newest.terms} />
        </Section>
      ) : null}
      <Section title={t('terms.work')}>
        <DeliverablesSummary deliverables={newest.terms.deliverables} />
      </Section>
      <Section title={t('terms.price')}>
        <MilestonesSummary milestones={newest.terms.milestones} currency={newest.terms.currency} />
      </Section>
      <Section title={t('terms.conditions')}>
        <ConditionsSummary terms={newest.terms} />
      </Section>
      {newest.terms.clauses ? (
        <Section title={t('terms.clauses')}>
          <Suspense fallback={<PendingSkeleton rows={2} />}>
            <AddedClauses clauses={newest.terms.clauses} standard={offer.standardClauses} />
          </Suspense>
        </Section>
      ) : null}
      <p className="rounded-md bg-muted px-4 py-3 text-sm">{t(`outside.${offer.mySide}`)}</p>
      <Suspense fallback={<PendingSkeleton rows={2} />}>
        <MessageThread thread={{ offerId: offer.id }} title={t('thread')} />
      </Suspense>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="heading-section mb-1.5">{title}</h2>
      {children}
    </section>
  );
}
