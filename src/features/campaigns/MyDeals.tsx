import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyApplicationItem } from '../../../server/features/campaigns/schema.ts';
import type { DealListItem, MilestoneState } from '../../../server/features/escrow/schema.ts';
import type { OfferListItem } from '../../../server/features/offers/schema.ts';
import type { ToPostItem } from '../../../server/features/publications/schema.ts';
import { shownState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { actionOfStep, OurTurnTag } from '@/components/gates/OurTurnTag.tsx';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { TurnTag } from '@/components/money/TurnTag.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { OrgAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { money } from '@/features/campaigns/campaign-money.ts';
import { DEAL_TABS, type DealTab, firstTab } from '@/features/campaigns/my-campaigns-search.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Tag } from '@/ui/tag.tsx';

/** A creator's work from application to payment. */
export function MyDeals({ tab: chosen, sort }: { tab: DealTab | undefined; sort: DealSort }) {
  const { t } = useTranslation('campaigns');
  const { data: counts, isError } = useQuery(api.home.work.queryOptions());
  // Without the counts the list itself shows what failed.
  const tab = chosen ?? (counts ? firstTab(counts) : isError ? 'active' : undefined);
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
          link: { to: '/my-campaigns', search: { tab: id } },
          ...(counts?.[id] ? { count: counts[id] } : {}),
          hot: (id === 'offers' && (counts?.waiting ?? 0) > 0) || id === 'toPost',
        })),
      }}
    >
      {tab === undefined ? (
        <PendingSkeleton rows={4} />
      ) : tab === 'applied' ? (
        <Applications />
      ) : tab === 'offers' ? (
        <Offers />
      ) : tab === 'toPost' ? (
        <ToPost />
      ) : (
        <Deals box={tab} sort={sort} />
      )}
    </ListPage>
  );
}

/** What a row is about, above the name of its brand. */
function OfBrand({ brand, children }: { brand: MyApplicationItem['campaign']['brand']; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2.5">
      <OrgAvatar {...faceOf(brand)} />
      <span className="min-w-0">
        {children}
        <span className="block text-sm font-normal text-muted-foreground">
          <bdi>{brand.name}</bdi>
        </span>
      </span>
    </span>
  );
}

function Applications() {
  const { t } = useTranslation('campaigns');
  const columns: Column<MyApplicationItem>[] = [
    {
      id: 'campaign',
      header: t('mine.column.campaign'),
      cell: ({ campaign }) => (
        <OfBrand brand={campaign.brand}>
          <Link
            to="/campaigns/$campaignId"
            params={{ campaignId: campaign.id }}
            className="after:absolute after:inset-0"
          >
            <bdi>{campaign.title}</bdi>
          </Link>
        </OfBrand>
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
  return (
    <QueryTable
      label={t('deals.applied')}
      page={(after) => api.campaigns.myApplications.queryOptions({ box: 'applied', ...(after ? { after } : {}) })}
      rowKey={({ id }) => id}
      columns={columns}
      moneySafe
      emptyState={<EmptyState title={t('deals.emptyApplied')}>{t('deals.emptyAppliedText')}</EmptyState>}
    />
  );
}

function Offers() {
  const { t } = useTranslation('campaigns');
  const columns: Column<OfferListItem>[] = [
    {
      id: 'offer',
      header: t('deals.column.deal'),
      cell: ({ id, title, brand }) => (
        <OfBrand brand={brand}>
          <Link to="/collaboration-request/$offerId" params={{ offerId: id }} className="after:absolute after:inset-0">
            <bdi>{title}</bdi>
          </Link>
        </OfBrand>
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
  return (
    <QueryTable
      label={t('deals.offers')}
      page={(after) => api.offers.list.queryOptions({ box: 'open', ...(after ? { after } : {}) })}
      rowKey={({ id }) => id}
      columns={columns}
      moneySafe
      emptyState={<EmptyState title={t('deals.emptyOffers')}>{t('deals.emptyText')}</EmptyState>}
    />
  );
}

/** Approved work that is to be published, with the link of its post to be added or the post to be corrected. */
function ToPost() {
  const { t } = useTranslation('campaigns');
  const { t: posts } = useTranslation('publications');
  const columns: Column<ToPostItem>[] = [
    {
      id: 'deal',
      header: t('deals.column.deal'),
      cell: ({ milestoneId, milestoneTitle, title, brand }) => (
        <span className="flex items-center gap-2.5">
          <OrgAvatar {...faceOf(brand)} />
          <span className="min-w-0">
            <Link to="/content-approval/$milestoneId" params={{ milestoneId }} className="after:absolute after:inset-0">
              <bdi>{milestoneTitle}</bdi>
            </Link>
            <span className="block text-sm font-normal text-muted-foreground">
              <bdi>{title}</bdi> · <bdi>{brand.name}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'next',
      header: t('deals.column.next'),
      phone: 'line',
      cell: ({ state, outcome }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <Tag>{t(state === null ? 'deals.post.add' : 'deals.post.fix')}</Tag>
          {outcome ? <span className="text-sm text-muted-foreground">{posts(`outcome.${outcome}`)}</span> : null}
        </span>
      ),
    },
    {
      id: 'when',
      header: t('deals.column.approved'),
      cell: ({ approvedAt }) => <DateText value={approvedAt} as="relative" />,
    },
    {
      id: 'price',
      header: t('deals.column.price'),
      align: 'end',
      cell: ({ amount, currency }) => <MoneyText money={money(amount, currency)} />,
    },
  ];
  return (
    <QueryTable
      label={t('deals.toPost')}
      page={(after) => api.publications.toPost.queryOptions(after ? { after } : {})}
      rowKey={({ milestoneId }) => milestoneId}
      columns={columns}
      moneySafe
      emptyState={<EmptyState title={t('deals.emptyToPost')}>{t('deals.emptyToPostText')}</EmptyState>}
    />
  );
}

type DealSort = (typeof DEAL_SORTS)[number];
/** Those of `listDealsInput`, whose schema is not loaded here. */
const DEAL_SORTS = ['next', 'newest'] as const;

const NEXT = [
  'sign',
  'signAddendum',
  'fund',
  'pay',
  'submit',
  'fixChanges',
  'submitLate',
  'review',
  'answerCancel',
] as const;

/** States in which the pay is sent without another act. */
const LEAVING: readonly MilestoneState[] = ['approved', 'auto_approved', 'clearing', 'releasing', 'settling'];

/** The next step of a deal; where there is none, the state of its milestone says what it waits for. */
function nextOf({ nextAction, milestone, stage }: DealListItem) {
  const own = NEXT.find((name) => name === nextAction);
  if (own) return own;
  if (stage === 'done') return 'over';
  if (stage === 'contract') return 'waitSign';
  return milestone && LEAVING.includes(milestone.state) ? 'wait' : null;
}

const EMPTY = {
  active: ['deals.emptyActive', 'deals.emptyText'],
  paid: ['deals.emptyPaid', 'deals.emptyText'],
  past: ['deals.emptyPast', 'deals.emptyPastText'],
} as const;

function Deals({ box, sort }: { box: keyof typeof EMPTY; sort: DealSort }) {
  const { t } = useTranslation('campaigns');
  const navigate = useNavigate({ from: '/my-campaigns/' });
  const columns: Column<DealListItem>[] = [
    {
      id: 'deal',
      header: t('deals.column.deal'),
      cell: ({ contractId, title, brand }) => (
        <OfBrand brand={brand}>
          <Link to="/smart-contracts/$contractId" params={{ contractId }} className="after:absolute after:inset-0">
            <bdi>{title}</bdi>
          </Link>
        </OfBrand>
      ),
    },
    {
      id: 'next',
      header: t('deals.column.next'),
      phone: 'line',
      cell: (deal) => {
        const { turn, toSign, nextAction, milestone } = deal;
        const next = nextOf(deal);
        return (
          <span className="flex flex-wrap items-center gap-1.5">
            {(turn ?? toSign) === 'creator' ? <OurTurnTag action={actionOfStep(nextAction)} /> : null}
            {milestone && milestone.state !== 'proposed' ? <MilestoneStateTag state={shownState(milestone)} /> : null}
            {next ? <span className="text-sm text-muted-foreground">{t(`deals.next.${next}`)}</span> : null}
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
      id: 'live',
      header: t('deals.column.live'),
      cell: ({ live }) => (live ? <Tag>{t(`live.${live}`)}</Tag> : '–'),
    },
    {
      id: 'held',
      header: t('deals.column.held'),
      align: 'end',
      cell: ({ creatorShare, balances, currency }) => (
        <MoneyText money={money((creatorShare ?? balances).held, currency)} quietZero />
      ),
    },
    {
      id: 'paid',
      header: t('deals.column.paid'),
      align: 'end',
      cell: ({ creatorShare, balances, currency }) => (
        <MoneyText money={money((creatorShare ?? balances).released, currency)} quietZero />
      ),
    },
  ];
  const [emptyTitle, emptyText] = EMPTY[box];
  return (
    <>
      <Segmented
        label={t('deals.sort.label')}
        value={sort}
        options={DEAL_SORTS.map((value) => ({ value, label: t(`deals.sort.${value}`) }))}
        onValueChange={(value) =>
          void navigate({
            search: ({ sort: _sort, ...rest }) => ({
              ...rest,
              ...(value === 'newest' ? { sort: 'newest' as const } : {}),
            }),
            replace: true,
          })
        }
        className="mb-3"
      />
      <QueryTable
        label={t(`deals.${box}`)}
        page={(after) => api.escrow.list.queryOptions({ box, sort, ...(after ? { after } : {}) })}
        rowKey={({ contractId }) => contractId}
        columns={columns}
        moneySafe
        emptyState={<EmptyState title={t(emptyTitle)}>{t(emptyText)}</EmptyState>}
      />
    </>
  );
}
