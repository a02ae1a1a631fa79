import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdReplyDto, MyAdItem } from '../../../server/features/ads/schema.ts';
import { ActLink } from '@/components/gates/ActLink.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { AdActions } from '@/features/ads/AdActions.tsx';
import { AdPay } from '@/features/ads/ad-parts.tsx';
import { AD_TAB_NAMES, type AdTabName } from '@/features/ads/tabs.ts';
import { countValues } from '@/lib/count.ts';
import { useFormat } from '@/lib/format.ts';
import type { Persona } from '@/lib/screens.ts';
import { api } from '@/lib/trpc.ts';
import { Count, Tag } from '@/ui/tag.tsx';

/** The org's ads by where they stand, and the replies it has sent to others. */
export function MyAdsPage({ tab, persona }: { tab: AdTabName; persona: Persona }) {
  const { t } = useTranslation('ads');
  const counts = useQuery(api.ads.counts.queryOptions()).data;
  const fresh = counts?.newReplies ?? 0;
  const create = (
    <ActLink to="/post-ad" action="ad.edit" variant="ink">
      <Plus aria-hidden />
      {t('mine.new')}
    </ActLink>
  );
  return (
    <ListPage
      title={t('mine.title')}
      status={fresh > 0 ? t('mine.status', countValues(fresh)) : t('mine.lead')}
      actions={create}
      tabs={{
        label: t('mine.tabs'),
        current: tab,
        items: AD_TAB_NAMES.map((id) => ({
          id,
          label: t(`mine.tab.${id}`),
          link: { to: '/my-ads', search: id === 'live' ? {} : { tab: id } },
          ...(id === 'replies' || !counts ? {} : { count: counts[id] }),
        })),
      }}
    >
      {tab === 'replies' ? <SentReplies /> : <Ads tab={tab} persona={persona} create={create} />}
    </ListPage>
  );
}

function Ads({ tab, persona, create }: { tab: Exclude<AdTabName, 'replies'>; persona: Persona; create: ReactNode }) {
  const { t } = useTranslation('ads');
  const columns = useAdColumns(persona);
  return (
    <QueryTable
      label={t(`mine.tab.${tab}`)}
      page={(after) => api.ads.mine.queryOptions({ tab, ...(after ? { after } : {}) })}
      rowKey={({ id }) => id}
      columns={columns}
      errorTitle={t('mine.couldNotLoad')}
      emptyState={
        tab === 'live' ? (
          <EmptyState title={t('mine.emptyTitle')} action={create}>
            {t(`mine.emptyText.${persona === 'brand' ? 'wanted' : 'available'}`)}
          </EmptyState>
        ) : (
          <EmptyState title={t('mine.nothingHere')} />
        )
      }
    />
  );
}

function useAdColumns(persona: Persona): Column<MyAdItem>[] {
  const { t } = useTranslation('ads');
  const format = useFormat();
  return [
    {
      id: 'ad',
      header: t('mine.column.ad'),
      cell: (ad) => (
        <>
          <AdLink ad={ad} />
          <span className="block text-sm font-normal text-muted-foreground">
            <AdPay ad={ad} />
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: t('mine.column.state'),
      cell: ({ state, hasHeldText }) => <Tag>{t(hasHeldText ? 'state.edit_in_review' : `state.${state}`)}</Tag>,
      phone: 'line',
    },
    {
      id: 'ends',
      header: t('mine.column.ends'),
      cell: ({ endsAt }) => (endsAt ? format.date(endsAt) : '–'),
      phone: 'fact',
    },
    {
      id: 'views',
      header: t('mine.column.views'),
      align: 'end',
      cell: ({ views }) => <span className="figures">{format.number(views)}</span>,
      phone: 'fact',
    },
    {
      id: 'saves',
      header: t('mine.column.saves'),
      align: 'end',
      cell: ({ saves }) => <span className="figures">{format.number(saves)}</span>,
      phone: 'hidden',
    },
    {
      id: 'replies',
      header: t('mine.column.replies'),
      align: 'end',
      cell: ({ replies, newReplies }) => (
        <span className="figures inline-flex items-center gap-1.5">
          {format.number(replies)}
          {newReplies > 0 ? <Count hot>{t('mine.newReplies', { count: newReplies })}</Count> : null}
        </span>
      ),
      phone: 'fact',
    },
    {
      id: 'hires',
      header: t('mine.column.hires'),
      align: 'end',
      cell: ({ hires }) => <span className="figures">{format.number(hires)}</span>,
      phone: 'hidden',
    },
    {
      id: 'spend',
      header: t(persona === 'brand' ? 'mine.column.spend' : 'mine.column.booked'),
      align: 'end',
      cell: ({ spend, currency }) =>
        (spend.length > 0 ? spend : [{ amount: 0, currency }]).map((money) => (
          <span key={money.currency} className="block">
            <MoneyText money={money} quietZero />
          </span>
        )),
      phone: 'fact',
    },
    {
      id: 'act',
      header: <span className="sr-only">{t('mine.column.act')}</span>,
      align: 'end',
      cell: (ad) => (
        <span className="relative z-1">
          <AdActions ad={ad} />
        </span>
      ),
      phone: 'corner',
    },
  ];
}

function AdLink({ ad }: { ad: MyAdItem }) {
  const { t } = useTranslation('ads');
  const name = <bdi>{ad.title || t('mine.untitled')}</bdi>;
  return ad.state === 'draft' ? (
    <Link to="/post-ad" search={{ id: ad.id }} className="after:absolute after:inset-0">
      {name}
    </Link>
  ) : (
    <Link to="/my-ads/$adId" params={{ adId: ad.id }} className="after:absolute after:inset-0">
      {name}
    </Link>
  );
}

function SentReplies() {
  const { t } = useTranslation('ads');
  const format = useFormat();
  const columns: Column<AdReplyDto>[] = [
    {
      id: 'ad',
      header: t('mine.column.ad'),
      cell: ({ ad, other }) => (
        <>
          <Link to="/browse-ads/$adId" params={{ adId: ad.id }} className="after:absolute after:inset-0">
            <bdi>{ad.title || t('state.removed')}</bdi>
          </Link>
          <span className="block text-sm font-normal text-muted-foreground">
            <bdi>{other.name}</bdi>
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: t('mine.column.state'),
      cell: ({ state }) => <Tag>{t(`reply.state.${state}`)}</Tag>,
      phone: 'corner',
    },
    {
      id: 'price',
      header: t('reply.price'),
      align: 'end',
      cell: ({ price, currency }) => <MoneyText money={price === null ? null : { amount: price, currency }} />,
      phone: 'fact',
    },
    {
      id: 'sent',
      header: t('reply.sent'),
      align: 'end',
      cell: ({ createdAt }) => format.date(createdAt),
      phone: 'fact',
    },
  ];
  return (
    <QueryTable
      label={t('mine.tab.replies')}
      page={(after) => api.ads.sent.queryOptions(after ? { after } : {})}
      rowKey={({ id }) => id}
      columns={columns}
      errorTitle={t('mine.couldNotLoad')}
      emptyState={
        <EmptyState title={t('reply.noneSent')}>
          <Link to="/browse-ads" className="link">
            {t('reply.findAds')}
          </Link>
        </EmptyState>
      }
    />
  );
}
