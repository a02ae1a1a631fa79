import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OpenCampaignItem } from '../../../server/features/campaigns/schema.ts';
import { ListPage } from '@/components/page/Pages.tsx';
import { OrgAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { BrandFacts } from '@/components/people/BrandFacts.tsx';
import type { BrowseSearch } from '@/features/campaigns/browse-search.ts';
import { BrowseFilters } from '@/features/campaigns/BrowseFilters.tsx';
import { PayText } from '@/components/money/PayText.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { SaveButton } from '@/features/campaigns/SaveButton.tsx';
import { useFormat } from '@/lib/format.ts';
import type { Persona } from '@/lib/screens.ts';
import { api } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

/** The open market of briefs. Brands see it as creators do, without the button to apply. */
export function BrowsePage({ search, persona }: { search: BrowseSearch; persona: Persona }) {
  const { t } = useTranslation('campaigns');
  const { query, rows } = usePages((after) =>
    api.campaigns.browse.queryOptions({ ...search, ...(after ? { after } : {}) }),
  );
  const { sort: _sort, ...filters } = search;
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const result =
    query.isSuccess && rows.length > 0
      ? query.hasNextPage
        ? t('browse.more', { count: rows.length })
        : t('browse.count', { count: rows.length })
      : undefined;
  return (
    <ListPage
      title={t('browse.title')}
      status={t(
        persona === 'brand'
          ? 'browse.statusBrand'
          : persona === 'agency'
            ? 'browse.statusAgency'
            : 'browse.statusCreator',
      )}
      filters={<BrowseFilters search={search} result={result} />}
    >
      {query.isPending ? (
        <PendingSkeleton rows={6} />
      ) : query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} title={t('browse.couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState title={filtered ? t('browse.emptyTitle') : t('browse.noneTitle')}>
          {filtered ? t('browse.emptyText') : t('browse.noneText')}
        </EmptyState>
      ) : (
        <ul className="border-t border-border">
          {rows.map((campaign) => (
            <CampaignRow key={campaign.id} campaign={campaign} mayApply={persona === 'creator'} />
          ))}
        </ul>
      )}
      <MoreButton query={query} className="mt-4" />
    </ListPage>
  );
}

function CampaignRow({ campaign, mayApply }: { campaign: OpenCampaignItem; mayApply: boolean }) {
  const { t } = useTranslation('campaigns');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const kinds = [
    ...campaign.platforms.map((platform) => terms(`platform.${platform as 'ugc'}`)),
    ...campaign.niches.map((niche) => nameOf(`name.${niche}`)),
  ];
  const limits = [
    t('card.places', { count: campaign.slotsLeft }),
    campaign.applicationDeadline ? t('card.closes', { date: format.date(campaign.applicationDeadline) }) : null,
  ];
  return (
    <li className="relative grid cols-auto-main-auto gap-x-3.5 gap-y-1 border-b border-border py-4 hover:bg-accent md:grid-cols-[auto_minmax(0,1fr)_13rem_auto] md:items-start">
      <OrgAvatar {...faceOf(campaign.brand)} size="md" />
      <div className="min-w-0">
        <h2 className="text-base font-semibold">
          <Link
            to="/campaigns/$campaignId"
            params={{ campaignId: campaign.id }}
            className="after:absolute after:inset-0"
          >
            <bdi>{campaign.title}</bdi>
          </Link>
        </h2>
        <p className="text-sm">
          <bdi>{campaign.brand.name}</bdi> · <bdi>{campaign.city ?? t('card.anywhere')}</bdi>
        </p>
        <p className="mt-0.5 text-sm text-muted-foreground">{kinds.join(' · ')}</p>
        <p className="mt-0.5 text-sm text-muted-foreground">
          <BrandFacts facts={campaign.facts} />
        </p>
      </div>
      <div className="max-md:col-start-2 max-md:row-start-2 md:text-end">
        <p className="text-base font-semibold">
          <PayText min={campaign.payMin} max={campaign.payMax} currency={campaign.currency} />
        </p>
        <p className="text-sm text-muted-foreground">{limits.filter(Boolean).join(' · ')}</p>
        {campaign.myApplication ? (
          <p className="mt-1">
            <Tag>{t(`application.${campaign.myApplication}`)}</Tag>
          </p>
        ) : null}
      </div>
      {mayApply ? (
        <div className="max-md:col-start-3 max-md:row-start-1">
          <SaveButton campaignId={campaign.id} saved={campaign.saved} compact />
        </div>
      ) : (
        <span />
      )}
    </li>
  );
}
