import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ActLink } from '@/components/gates/ActLink.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { CampaignMatches } from '@/features/matching/CampaignMatches.tsx';
import type { MatchSearch } from '@/features/matching/match-search.ts';
import { api } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';

const LISTED = 50;
const ENDED = ['completed', 'closed', 'cancelled'];

/** A brand picks one of its briefs and sees the creators who fit it. */
export function MatchPage({ search }: { search: MatchSearch }) {
  const { t } = useTranslation('matching');
  const { t: home } = useTranslation('home');
  const navigate = useNavigate();
  const query = useQuery(api.campaigns.list.queryOptions({ show: 'all', limit: LISTED }));
  const campaigns = (query.data?.items ?? []).filter(
    ({ id, state }) => id === search.campaign || !ENDED.includes(state),
  );
  const chosen = search.campaign ?? (campaigns.find(({ state }) => state === 'live') ?? campaigns[0])?.id;
  return (
    <>
      <PageHeader title={t('title')} status={t('status')} />
      {query.isPending ? (
        <PendingSkeleton rows={6} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : chosen === undefined ? (
        <EmptyState
          title={t('noCampaign.title')}
          action={
            <ActLink to="/post-influencer-campaign" action="campaign.edit" reasonShown>
              {home('newCampaign')}
            </ActLink>
          }
        >
          {t('noCampaign.text')}
        </EmptyState>
      ) : (
        <>
          <Field id="match-campaign" label={t('campaign')} className="mt-5 max-w-md">
            <Select
              id="match-campaign"
              value={chosen}
              onValueChange={(campaign) => void navigate({ to: '/match', search: { campaign } })}
              options={campaigns.map(({ id, title, state }) => ({
                value: id,
                label: `${title || home('campaigns.untitled')} · ${home(`campaignState.${state}`)}`,
              }))}
            />
          </Field>
          <CampaignMatches key={chosen} campaignId={chosen} search={search} />
        </>
      )}
    </>
  );
}
