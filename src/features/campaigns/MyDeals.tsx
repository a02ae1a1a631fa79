import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stillApplied } from '../../../server/features/campaigns/rules.ts';
import type { MyApplicationItem } from '../../../server/features/campaigns/schema.ts';
import { dealBucket } from '../../../server/features/escrow/milestone/rules.ts';
import type { DealListItem } from '../../../server/features/escrow/schema.ts';
import type { OfferListItem } from '../../../server/features/offers/schema.ts';
import { actionOfStep, OurTurnTag } from '@/components/gates/OurTurnTag.tsx';
import { MILESTONE_MONEY } from '@/components/money/milestone-states.ts';
import { MoneyStateTag } from '@/components/money/MoneyStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { TurnTag } from '@/components/money/TurnTag.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { OrgAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable, ListBound } from '@/components/table/DataTable.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { money } from '@/features/campaigns/campaign-money.ts';
import { DEAL_TABS, type DealTab, firstTab } from '@/features/campaigns/my-campaigns-search.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** A creator's work from application to payment. */
export function MyDeals({ tab: chosen }: { tab: DealTab | undefined }) {
  const { t } = useTranslation('campaigns');
  const applications = useQuery(api.campaigns.myApplications.queryOptions());
  const offers = useQuery(api.offers.list.queryOptions({ box: 'open' }));
  const deals = useQuery(api.escrow.list.queryOptions({}));
  const on = (bucket: ReturnType<typeof dealBucket>) => deals.data?.filter((deal) => dealBucket(deal) === bucket);
  const [active, paid, past] = [on('active'), on('paid'), on('past')];
  const applied = applications.data?.filter(({ state }) => state !== 'accepted');
  const counts: Record<DealTab, number | undefined> = {
    applied: applied?.filter(({ state }) => stillApplied(state)).length,
    offers: offers.data?.length,
    active: active?.length,
    paid: paid?.length,
    past: past?.length,
  };
  const known = !applications.isPending && !offers.isPending && !deals.isPending;
  const tab = chosen ?? (known ? firstTab(counts) : undefined);
  const hot = offers.data?.some(({ turn, mySide }) => turn === mySide) ?? false;
  return (
    <ListPage
      title={t('deals.title')}
      actions={
        <Button asChild variant="ink">
          <Link to="/campaigns">{t('deals.browse')}</Link>
        </Button>
      }
      tabs={{
        label: t('deals.tabs'),
        current: tab ?? '',
        items: DEAL_TABS.map((id) => ({
          id,
          label: t(`deals.${id}`),
          to: '/my-campaigns',
          search: { tab: id },
          ...(counts[id] ? { count: counts[id] } : {}),
          hot: id === 'offers' && hot,
        })),
      }}
    >
      {tab === undefined ? (
        <PendingSkeleton rows={4} />
      ) : tab === 'applied' ? (
        <Rows
          query={applications}
          rows={applied}
          title={t('deals.emptyApplied')}
          text={t('deals.emptyAppliedText')}
          table={(rows) => <Applications rows={rows} />}
        />
      ) : tab === 'offers' ? (
        <Rows
          query={offers}
          rows={offers.data}
          title={t('deals.emptyOffers')}
          text={t('deals.emptyText')}
          table={(rows) => <Offers rows={rows} />}
        />
      ) : tab === 'active' ? (
        <Rows
          query={deals}
          rows={active}
          title={t('deals.emptyActive')}
          text={t('deals.emptyText')}
          table={(rows) => <Deals rows={rows} />}
        />
      ) : tab === 'paid' ? (
        <Rows
          query={deals}
          rows={paid}
          title={t('deals.emptyPaid')}
          text={t('deals.emptyText')}
          table={(rows) => <Deals rows={rows} />}
        />
      ) : (
        <Rows
          query={deals}
          rows={past}
          title={t('deals.emptyPast')}
          text={t('deals.emptyPastText')}
          table={(rows) => <Deals rows={rows} />}
        />
      )}
      <ListBound rows={tab === 'applied' ? applications.data : tab === 'offers' ? offers.data : deals.data} />
    </ListPage>
  );
}

interface RowsProps<Row> {
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  rows: readonly Row[] | undefined;
  title: string;
  text: string;
  table: (rows: readonly Row[]) => ReactNode;
}

function Rows<Row>({ query, rows, title, text, table }: RowsProps<Row>) {
  if (query.isPending) return <PendingSkeleton rows={4} />;
  if (rows === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} moneySafe />;
  return rows.length === 0 ? <EmptyState title={title}>{text}</EmptyState> : table(rows);
}

function Applications({ rows }: { rows: readonly MyApplicationItem[] }) {
  const { t } = useTranslation('campaigns');
  const columns: Column<MyApplicationItem>[] = [
    {
      id: 'campaign',
      header: t('mine.column.campaign'),
      cell: ({ campaign }) => (
        <span className="flex items-center gap-2.5">
          <OrgAvatar {...faceOf(campaign.brand)} />
          <span className="min-w-0">
            <Link
              to="/campaigns/$campaignId"
              params={{ campaignId: campaign.id }}
              className="after:absolute after:inset-0"
            >
              <bdi>{campaign.title}</bdi>
            </Link>
            <span className="block text-sm font-normal text-muted-foreground">
              <bdi>{campaign.brand.name}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('mine.column.state'),
      phone: 'corner',
      cell: ({ state, campaign }) => (
        <Tag>
          {t(
            campaign.state === 'cancelled' && state === 'declined'
              ? 'application.campaign_cancelled'
              : `application.${state}`,
          )}
        </Tag>
      ),
    },
    {
      id: 'when',
      header: t('board.column.when'),
      cell: ({ createdAt }) => <DateText value={createdAt} as="relative" />,
    },
    {
      id: 'price',
      header: t('deals.column.price'),
      align: 'end',
      cell: ({ price, currency }) => <MoneyText money={money(price, currency)} />,
    },
  ];
  return <DataTable label={t('deals.applied')} rows={rows} rowKey={({ id }) => id} columns={columns} />;
}

function Offers({ rows }: { rows: readonly OfferListItem[] }) {
  const { t } = useTranslation('campaigns');
  const columns: Column<OfferListItem>[] = [
    {
      id: 'offer',
      header: t('deals.column.deal'),
      cell: ({ id, title, brand }) => (
        <span className="flex items-center gap-2.5">
          <OrgAvatar {...faceOf(brand)} />
          <span className="min-w-0">
            <Link
              to="/collaboration-request/$offerId"
              params={{ offerId: id }}
              className="after:absolute after:inset-0"
            >
              <bdi>{title}</bdi>
            </Link>
            <span className="block text-sm font-normal text-muted-foreground">
              <bdi>{brand.name}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'turn',
      header: t('deals.column.next'),
      phone: 'line',
      cell: ({ turn, mySide, brand }) =>
        turn === mySide ? (
          <OurTurnTag action="offer.negotiate" />
        ) : (
          <TurnTag turn={{ who: 'them', name: brand.name }} />
        ),
    },
    { id: 'when', header: t('board.column.when'), cell: ({ deadlineAt }) => <Countdown deadline={deadlineAt} /> },
    {
      id: 'price',
      header: t('deals.column.price'),
      align: 'end',
      cell: ({ total, currency }) => <MoneyText money={money(total, currency)} />,
    },
  ];
  return <DataTable label={t('deals.offers')} rows={rows} rowKey={({ id }) => id} columns={columns} />;
}

const NEXT = ['sign', 'fund', 'pay', 'submit', 'fixChanges', 'submitLate', 'review'] as const;

function Deals({ rows }: { rows: readonly DealListItem[] }) {
  const { t } = useTranslation('campaigns');
  const columns: Column<DealListItem>[] = [
    {
      id: 'deal',
      header: t('deals.column.deal'),
      cell: ({ contractId, title, brand }) => (
        <span className="flex items-center gap-2.5">
          <OrgAvatar {...faceOf(brand)} />
          <span className="min-w-0">
            <Link to="/smart-contracts/$contractId" params={{ contractId }} className="after:absolute after:inset-0">
              <bdi>{title}</bdi>
            </Link>
            <span className="block text-sm font-normal text-muted-foreground">
              <bdi>{brand.name}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'next',
      header: t('deals.column.next'),
      phone: 'line',
      cell: ({ turn, nextAction, milestone, stage }) => {
        const next = NEXT.find((name) => name === nextAction);
        return (
          <span className="flex flex-wrap items-center gap-1.5">
            {turn === 'creator' ? <OurTurnTag action={actionOfStep(nextAction)} /> : null}
            {milestone && milestone.state !== 'proposed' ? (
              <MoneyStateTag state={MILESTONE_MONEY[milestone.state].state} />
            ) : null}
            <span className="text-sm text-muted-foreground">
              {t(`deals.next.${next ?? (stage === 'done' ? 'over' : 'wait')}`)}
            </span>
          </span>
        );
      },
    },
    {
      id: 'when',
      header: t('board.column.when'),
      cell: ({ deadlineAt }) => (deadlineAt ? <Countdown deadline={deadlineAt} /> : '–'),
    },
    {
      id: 'held',
      header: t('deals.column.held'),
      align: 'end',
      cell: ({ balances, currency }) => <MoneyText money={money(balances.held, currency)} quietZero />,
    },
    {
      id: 'paid',
      header: t('deals.column.paid'),
      align: 'end',
      cell: ({ balances, currency }) => <MoneyText money={money(balances.released, currency)} quietZero />,
    },
  ];
  return <DataTable label={t('deals.active')} rows={rows} rowKey={({ contractId }) => contractId} columns={columns} />;
}
