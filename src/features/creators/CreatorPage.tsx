import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicCreator } from '../../../server/features/creators/schema.ts';
import { RepresentCreator } from '@/components/creators/RepresentCreator.tsx';
import { RefusedNotice } from '@/components/creators/RefusedNotice.tsx';
import { SaveCreator } from '@/components/creators/SaveCreator.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { SimilarCreators } from '@/components/matching/SimilarCreators.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { WhenNear } from '@/components/page/WhenNear.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { CreatorAvatar, Handle, faceOf } from '@/components/people/Party.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { WorkFacts } from '@/features/creators/WorkFacts.tsx';
import { AccountList } from '@/features/creators/AccountList.tsx';
import { History } from '@/features/creators/History.tsx';
import { RatingList } from '@/components/ratings/RatingList.tsx';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { LANGUAGE_NAMES, loadTexts } from '@/lib/i18n.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const Evidence = lazyNamed(
  async () => (await Promise.all([import('@/features/creators/Evidence.tsx'), loadTexts('evidence')]))[0],
  'Evidence',
);
const Gallery = lazyNamed(() => import('@/components/portfolio/Gallery.tsx'), 'Gallery');

/** The public profile of a creator; unverified figures are marked. */
export function CreatorPage({
  handle,
  preview,
  viewerOrg,
  mayOffer,
  mayRepresent,
}: {
  handle: string;
  /** The creator's own page with what is typed and not saved yet, as a brand would see it. */
  preview: boolean;
  viewerOrg: string | null;
  mayOffer: boolean;
  /** The reader is an agency that acts for itself. */
  mayRepresent: boolean;
}) {
  const { t } = useTranslation('creators');
  const query = useQuery({
    ...api.creators.byHandle.queryOptions(preview ? { handle, preview } : { handle }),
    ...(preview ? { staleTime: 0 } : {}),
  });
  useErrorText();
  return (
    <DetailPage
      query={query}
      errorTitle={t('page.couldNotLoad')}
      header={({ party, profile, completedDeals, inviteable }) => ({
        title: <bdi>{party.name}</bdi>,
        documentTitle: party.name,
        lead: <CreatorAvatar {...faceOf(party)} size="xl" />,
        status: (
          <>
            <Handle handle={party.slug} />
            {profile.city ? (
              <>
                {' · '}
                <bdi>{profile.city}</bdi>
              </>
            ) : null}
            {' · '}
            {completedDeals > 0 ? t('page.completed', { count: completedDeals }) : t('page.noDeals')}
          </>
        ),
        actions: mayOffer ? (
          inviteable === true || inviteable === 'offer.country_unpaid' ? (
            <>
              <Button asChild variant="quiet">
                <Link to="/messages" search={{ with: party.orgId }}>
                  {t('page.message')}
                </Link>
              </Button>
              <SaveCreator orgId={party.orgId} name={party.name} />
              {inviteable === true ? (
                <Button asChild variant="ink">
                  <Link to="/collaboration-request/new" search={{ creator: party.orgId }}>
                    {t('page.offer')}
                  </Link>
                </Button>
              ) : (
                <RefusableButton variant="ink" can={inviteable}>
                  {t('page.offer')}
                </RefusableButton>
              )}
            </>
          ) : (
            <>
              <p className="text-sm text-muted-foreground">
                {codeText(isErrorCode(inviteable) ? inviteable : 'state.wrong')}
              </p>
              <Button variant="ink" aria-disabled>
                {t('page.offer')}
              </Button>
            </>
          )
        ) : mayRepresent ? (
          <>
            <Button asChild variant="quiet">
              <Link to="/messages" search={{ with: party.orgId }}>
                {t('page.message')}
              </Link>
            </Button>
            <SaveCreator orgId={party.orgId} name={party.name} />
            <RepresentCreator handle={party.slug} name={party.name} variant="ink" />
          </>
        ) : undefined,
      })}
      aside={(creator) => <Rates creator={creator} />}
      asideLabel={t('page.rates')}
    >
      {(creator) => (
        <div className="grid gap-8">
          {creator.party.orgId === viewerOrg ? (
            <Alert
              action={
                <Button asChild size="small">
                  <Link to="/creator-profile">{t('page.edit')}</Link>
                </Button>
              }
            >
              {t(preview ? 'page.preview' : 'page.yours')}
            </Alert>
          ) : null}
          {creator.conflicts.length > 0 ? (
            <RefusedNotice name={creator.party.name} categories={creator.conflicts} />
          ) : null}
          <About creator={creator} />
          <WorkFacts creator={creator} />
          <Suspense fallback={null}>
            <Gallery handle={handle} />
          </Suspense>
          <AccountList accounts={creator.accounts} />
          {creator.accounts.length > 0 ? <History handle={handle} creator={creator} /> : null}
          <WhenNear>
            <Suspense fallback={<PendingSkeleton as="panel" rows={4} />}>
              <Evidence handle={handle} creator={creator} mayReport={creator.party.orgId !== viewerOrg} />
            </Suspense>
          </WhenNear>
          <RatingList orgId={creator.party.orgId} />
          {mayOffer || mayRepresent ? <SimilarCreators handles={[creator.party.slug]} /> : null}
        </div>
      )}
    </DetailPage>
  );
}

function About({ creator: { profile } }: { creator: PublicCreator }) {
  const { t } = useTranslation('creators');
  const { t: nameOf } = useTranslation('niches');
  const niches = profile.niches.map((niche) => nameOf(`name.${niche}`));
  const languages = profile.languages.map((language) =>
    language in LANGUAGE_NAMES ? LANGUAGE_NAMES[language as keyof typeof LANGUAGE_NAMES] : language,
  );
  return (
    <section>
      <h2 className="heading-section">{t('page.about')}</h2>
      {profile.headline ? (
        <p dir="auto" className="mt-1 text-base font-medium">
          {profile.headline}
        </p>
      ) : null}
      {profile.bio ? (
        <p dir="auto" className="mt-1 max-w-70ch whitespace-pre-line">
          {profile.bio}
        </p>
      ) : null}
      <p className="mt-2 text-sm text-muted-foreground">{[...niches, ...languages].join(' · ')}</p>
    </section>
  );
}

function Rates({ creator: { profile } }: { creator: PublicCreator }) {
  const { t } = useTranslation('creators');
  const { t: terms } = useTranslation('terms');
  return (
    <section>
      <h2 className="heading-section">{t('page.rates')}</h2>
      {profile.rates.length === 0 ? (
        <p className="mt-1 text-sm text-muted-foreground">
          {t(profile.details.hidesRates ? 'page.onRequest' : 'page.noRates')}
        </p>
      ) : (
        <dl className="grid cols-1fr-auto text-ui [&>*]:border-b [&>*]:border-border [&>*]:py-2">
          {profile.rates.map((rate, index) => (
            <div key={index} className="contents [&>*]:border-b [&>*]:border-border [&>*]:py-2">
              <dt>
                {terms(`format.${rate.format}`)}, {terms(`platform.${rate.platform}`)}
              </dt>
              <dd className="text-end font-semibold">
                <MoneyText money={{ amount: rate.amount, currency: rate.currency }} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
