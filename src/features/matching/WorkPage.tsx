import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CreatorMatches, MatchedCampaign, Raise } from '../../../server/features/matching/schema.ts';
import { RaiseText } from '@/components/matching/RaiseText.tsx';
import { PayText } from '@/components/money/PayText.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { faceOf, OrgAvatar } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { FitBars, Reasons } from '@/features/matching/FitBars.tsx';
import { useFormat } from '@/lib/format.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** Open campaigns for a creator, the best fit first, and what would raise the fit. */
export function WorkPage() {
  const { t } = useTranslation('matching');
  const query = useQuery({
    ...api.matching.forCreator.queryOptions({}),
    placeholderData: keepPreviousData,
    // Each read stores a ranking: it is read again on request.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data } = query;
  return (
    <>
      <PageHeader title={t('title')} status={t('work.status')} />
      {query.isPending ? (
        <PendingSkeleton rows={6} />
      ) : data === undefined ? (
        <ErrorState error={query.error} title={t('work.couldNotRank')} onRetry={() => void query.refetch()} />
      ) : (
        <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_300px]">
          <section aria-labelledby="match-work" aria-busy={query.isFetching} className="min-w-0">
            <h2 id="match-work" className="heading-section">
              {t('work.ranking')}
            </h2>
            <Made data={data} />
            {data.isPublished ? null : (
              <Alert
                className="mt-3"
                title={t('work.unpublished')}
                action={
                  <Button asChild>
                    <Link to="/creator-profile">{t('work.publish')}</Link>
                  </Button>
                }
              >
                {t('work.unpublishedText')}
              </Alert>
            )}
            {data.items.length === 0 ? (
              <EmptyState title={t('work.none')}>{t('work.noneText')}</EmptyState>
            ) : (
              <ol className="mt-3 border-t border-border">
                {data.items.map((match) => (
                  <WorkCard key={match.campaign.id} match={match} />
                ))}
              </ol>
            )}
          </section>
          <aside className="min-w-0">
            <Raises raises={data.raises} />
          </aside>
        </div>
      )}
    </>
  );
}

function Made({ data }: { data: CreatorMatches }) {
  const { t } = useTranslation('matching');
  const { t: categoryOf } = useTranslation('categories');
  const format = useFormat();
  const show = trpc.matching.show.useMutation({
    onSuccess: () => api.matching.forCreator.invalidate(),
    onError: toastError,
  });
  return (
    <p role="status" className="mt-1 text-sm text-muted-foreground">
      {[
        t('compared', { n: format.number(data.considered), time: format.time(data.madeAt) }),
        ...(data.bound > 0 ? [t('gated.exclusivity', { n: format.number(data.bound) })] : []),
        ...(data.refused.campaigns > 0
          ? [
              t('work.refused', {
                n: format.number(data.refused.campaigns),
                list: format.list(data.refused.categories.map((key) => categoryOf(`name.${key}`))),
              }),
            ]
          : []),
        ...(data.hidden > 0 ? [t('work.hidden', { n: format.number(data.hidden) })] : []),
      ].join(' · ')}
      {data.hidden > 0 ? (
        <>
          {' '}
          <button type="button" className="link" onClick={() => show.mutate({ campaignId: null })}>
            {t('work.showAll')}
          </button>
        </>
      ) : null}
    </p>
  );
}

function WorkCard({ match }: { match: MatchedCampaign }) {
  const { t } = useTranslation('matching');
  const { campaign } = match;
  const hide = trpc.matching.hide.useMutation({
    onSuccess: () => api.matching.forCreator.invalidate(),
    onError: toastError,
  });
  return (
    <li className="grid gap-3 border-b border-border py-4">
      <div className="grid cols-auto-main-auto items-start gap-x-3.5">
        <OrgAvatar {...faceOf(campaign.brand)} size="md" />
        <div className="min-w-0">
          <h3 className="text-base font-semibold">
            <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }} className="hover:underline">
              <bdi>{campaign.title}</bdi>
            </Link>
          </h3>
          <p className="text-sm text-muted-foreground">
            <bdi>{campaign.brand.name}</bdi>
            {campaign.city ? (
              <>
                {' · '}
                <bdi>{campaign.city}</bdi>
              </>
            ) : null}
            {' · '}
            <PayText min={campaign.payMin} max={campaign.payMax} currency={campaign.currency} />
          </p>
        </div>
        <p className="text-end">
          <span className="figures block text-xl leading-6 font-semibold">{Math.round(match.fit)}</span>
          <span className="text-sm text-muted-foreground">{t('fit')}</span>
        </p>
      </div>
      <FitBars parts={match.parts} partsInUse={match.partsInUse} />
      <Reasons
        reasonsFor={match.reasonsFor}
        reasonAgainst={match.reasonAgainst}
        target={match.target}
        audience={match.audience}
        side="work"
      />
      {match.unmet.length > 0 ? (
        <p className="text-sm">
          {t('work.unmet')} {match.unmet.map((condition) => t(`work.condition.${condition}`)).join(' · ')}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button asChild variant={match.unmet.length > 0 ? 'outline' : 'ink'}>
          <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
            {t('work.apply')}
          </Link>
        </Button>
        <Button
          variant="quiet"
          pending={hide.isPending}
          aria-label={t('work.hideOne', { title: campaign.title })}
          onClick={() => hide.mutate({ campaignId: campaign.id })}
        >
          {t('work.hide')}
        </Button>
      </div>
    </li>
  );
}

/** What would raise the fit: the rule run again with each change of the profile. */
function Raises({ raises }: { raises: readonly Raise[] }) {
  const { t } = useTranslation('matching');
  return (
    <section aria-labelledby="match-raise">
      <h2 id="match-raise" className="heading-section">
        {t('raise.title')}
      </h2>
      {raises.length === 0 ? (
        <p className="mt-1 text-sm text-muted-foreground">{t('raise.none')}</p>
      ) : (
        <ul className="mt-1.5">
          {raises.map((raise) => (
            <li key={`${raise.kind}${raise.value}`} className="border-b border-border py-2.5 last:border-b-0">
              <RaiseText raise={raise} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
