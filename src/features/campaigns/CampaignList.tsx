import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_BULK } from '../../../server/features/campaigns/rules.ts';
import type { CampaignListItem } from '../../../server/features/campaigns/schema.ts';
import { ActLink } from '@/components/gates/ActLink.tsx';
import { EscrowBar } from '@/components/money/EscrowBar.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { BulkCampaigns } from '@/features/campaigns/BulkCampaigns.tsx';
import { CampaignsFileButton } from '@/features/campaigns/CampaignsFileButton.tsx';
import { campaignParts, money } from '@/features/campaigns/campaign-money.ts';
import { type CampaignFilter, CAMPAIGN_FILTERS } from '@/features/campaigns/my-campaigns-search.ts';
import { countValues } from '@/lib/count.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Tag } from '@/ui/tag.tsx';

/** The brand's campaigns with the state of their money; those with unread applications first. */
export function CampaignList({ filter }: { filter: CampaignFilter }) {
  const { t } = useTranslation('campaigns');
  const query = useQuery(api.campaigns.counts.queryOptions());
  // Of the list on the screen alone: no act reaches rows that cannot be seen.
  const [choice, setChoice] = useState<{ filter: CampaignFilter; rows: readonly CampaignListItem[] }>();
  const chosen = choice?.filter === filter ? choice.rows : [];
  const setChosen = (rows: readonly CampaignListItem[]) => setChoice({ filter, rows });
  const mayAct = usePermitted('campaign.publish') === true;
  const columns = useColumns(
    mayAct
      ? {
          chosen,
          onChoose: (campaign, on) =>
            setChosen([...chosen.filter(({ id }) => id !== campaign.id), ...(on ? [campaign] : [])]),
        }
      : null,
  );
  const counts = query.data;
  const fresh = counts?.newApplications ?? 0;
  const create = (
    <ActLink to="/post-influencer-campaign" action="campaign.edit" variant="ink">
      <Plus aria-hidden />
      {t('mine.new')}
    </ActLink>
  );
  return (
    <ListPage
      title={t('mine.title')}
      status={fresh > 0 ? t('mine.status', countValues(fresh)) : undefined}
      actions={
        <>
          {counts && counts.all > 0 ? <CampaignsFileButton filter={filter} /> : null}
          {create}
        </>
      }
      {...(counts && counts.all > 0
        ? {
            tabs: {
              label: t('mine.filterLabel'),
              current: filter,
              items: CAMPAIGN_FILTERS.map((id) => ({
                id,
                label: t(`mine.filter.${id}`),
                link: { to: '/my-campaigns', search: id === 'all' ? {} : { show: id } },
                ...(id === 'all' ? {} : { count: counts[id] }),
              })),
            },
          }
        : {})}
    >
      <QueryTable
        label={t('mine.title')}
        selected={({ id }) => chosen.some((one) => one.id === id)}
        page={(after) => api.campaigns.list.queryOptions({ show: filter, ...(after ? { after } : {}) })}
        rowKey={({ id }) => id}
        columns={columns}
        errorTitle={t('browse.couldNotLoad')}
        moneySafe
        emptyState={
          filter === 'all' || counts?.all === 0 ? (
            <EmptyState title={t('mine.emptyTitle')} action={create}>
              {t('mine.emptyText')}
            </EmptyState>
          ) : (
            <EmptyState title={t('mine.nothingHere')} />
          )
        }
      />
      <BulkCampaigns chosen={chosen} onChosen={setChosen} />
    </ListPage>
  );
}

interface Choice {
  chosen: readonly CampaignListItem[];
  onChoose: (campaign: CampaignListItem, on: boolean) => void;
}

/** `choice` null: the role may only read. */
function useColumns(choice: Choice | null): Column<CampaignListItem>[] {
  const { t } = useTranslation('campaigns');
  return [
    {
      id: 'campaign',
      header: t('mine.column.campaign'),
      cell: (campaign) => (
        <span className="flex items-start gap-2.5">
          {choice ? (
            // Above the link that covers the row.
            <span className="relative z-10 mt-0.5">
              <Checkbox
                aria-label={t('bulk.choose', { title: campaign.title || t('wizard.untitled') })}
                checked={choice.chosen.some(({ id }) => id === campaign.id)}
                disabled={choice.chosen.length >= MAX_BULK && !choice.chosen.some(({ id }) => id === campaign.id)}
                onCheckedChange={(on) => choice.onChoose(campaign, on === true)}
              />
            </span>
          ) : null}
          <span className="min-w-0">
            <CampaignLink campaign={campaign} />
            <span className="block text-sm font-normal text-muted-foreground">
              {t('mine.row', {
                applications: t('mine.applications', countValues(campaign.applications)),
                taken: campaign.slotsTaken,
                slots: campaign.slots,
              })}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('mine.column.state'),
      cell: ({ state }) => <Tag>{t(`state.${state}`)}</Tag>,
      phone: 'corner',
    },
    {
      id: 'budget',
      header: t('mine.column.budget'),
      cell: (campaign) => (
        <EscrowBar parts={campaignParts(campaign)} currency={campaign.currency} size="sm" className="min-w-40" />
      ),
      phone: 'line',
      className: 'md:w-[26%]',
    },
    {
      id: 'held',
      header: t('mine.column.held'),
      align: 'end',
      cell: ({ balances, currency }) => <MoneyText money={money(balances.held, currency)} quietZero />,
    },
    {
      id: 'left',
      header: t('mine.column.left'),
      align: 'end',
      cell: ({ state, left, currency }) => (
        <MoneyText money={state === 'draft' && left === 0 ? null : money(left, currency)} quietZero />
      ),
    },
  ];
}

function CampaignLink({ campaign }: { campaign: CampaignListItem }) {
  const { t } = useTranslation('campaigns');
  const name = <bdi>{campaign.title || t('wizard.untitled')}</bdi>;
  const styles = 'after:absolute after:inset-0';
  return campaign.state === 'draft' ? (
    <Link to="/post-influencer-campaign" search={{ id: campaign.id }} className={styles}>
      {name}
    </Link>
  ) : (
    <Link to="/my-campaigns/$campaignId" params={{ campaignId: campaign.id }} className={styles}>
      {name}
    </Link>
  );
}
