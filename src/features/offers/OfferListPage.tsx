import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Columns3 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferListItem } from '../../../server/features/offers/schema.ts';
import { OurTurnTag } from '@/components/gates/OurTurnTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { TurnTag } from '@/components/money/TurnTag.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { PartyAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import type { Persona } from '@/lib/screens.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';
import { OFFER_BOXES } from '../../../server/features/offers/rules.ts';

const CompareOffers = lazyNamed(
  async () => (await Promise.all([import('@/features/offers/CompareOffers.tsx'), loadTexts('terms')]))[0],
  'CompareOffers',
);

type Box = (typeof OFFER_BOXES)[number];

/** Every priced offer of this account, those that need an answer first. */
export function OfferListPage({ box, persona }: { box: Box; persona: Persona }) {
  const { t } = useTranslation('offers');
  const { data: counts } = useQuery(api.offers.counts.queryOptions());
  const yours = counts?.waiting ?? 0;
  const columns = useColumns(box === 'closed');
  const [comparing, setComparing] = useState(false);
  return (
    <ListPage
      title={t('list.title')}
      status={t('list.status')}
      actions={
        (counts?.open ?? 0) >= 2 ? (
          <Button onClick={() => setComparing(true)}>
            <Columns3 aria-hidden />
            {t('compare.button')}
          </Button>
        ) : null
      }
      tabs={{
        label: t('list.tabs'),
        current: box,
        items: OFFER_BOXES.map((id) => ({
          id,
          label: t(`list.box.${id}`),
          link: { to: '/collaboration-request', search: id === 'open' ? {} : { box: id } },
          ...(id === 'in' && yours > 0 ? { count: yours, hot: true } : {}),
        })),
      }}
    >
      <QueryTable
        label={t('list.title')}
        page={(after) => api.offers.list.queryOptions({ box, ...(after ? { after } : {}) })}
        rowKey={({ id }) => id}
        columns={columns}
        errorTitle={t('list.couldNotLoad')}
        emptyState={
          <EmptyState
            title={t('list.emptyTitle')}
            action={
              persona === 'agency' ? undefined : (
                <Button asChild>
                  <Link to={persona === 'creator' ? '/campaigns' : '/my-campaigns'}>
                    {t(`list.emptyAction.${persona === 'creator' ? 'creator' : 'brand'}`)}
                  </Link>
                </Button>
              )
            }
          >
            {t(
              persona === 'creator'
                ? 'list.emptyCreator'
                : persona === 'agency'
                  ? 'list.emptyAgency'
                  : 'list.emptyBrand',
            )}
          </EmptyState>
        }
      />
      {comparing ? (
        <Suspense fallback={null}>
          <CompareOffers onClose={() => setComparing(false)} />
        </Suspense>
      ) : null}
    </ListPage>
  );
}

function useColumns(closed: boolean): Column<OfferListItem>[] {
  const { t } = useTranslation('offers');
  const other = (offer: OfferListItem) => (offer.mySide === 'brand' ? offer.creator : offer.brand);
  return [
    {
      id: 'offer',
      header: t('list.column.offer'),
      cell: (offer) => {
        const party = other(offer);
        return (
          <span className="flex items-center gap-2.5">
            <PartyAvatar kind={party.kind} {...faceOf(party)} />
            <span className="min-w-0">
              <Link
                to="/collaboration-request/$offerId"
                params={{ offerId: offer.id }}
                className="after:absolute after:inset-0"
              >
                <bdi>{offer.title}</bdi>
              </Link>
              <span className="block text-sm font-normal text-muted-foreground">
                <bdi>{party.name}</bdi>
              </span>
            </span>
          </span>
        );
      },
    },
    {
      id: 'turn',
      header: closed ? t('list.column.updated') : t('list.column.turn'),
      phone: 'line',
      cell: (offer) =>
        offer.state === 'sent' || offer.state === 'countered' ? (
          offer.turn === offer.mySide ? (
            <OurTurnTag action="offer.negotiate" />
          ) : (
            <TurnTag turn={{ who: 'them', name: other(offer).name }} />
          )
        ) : (
          <Tag>{t(`state.${offer.state}`)}</Tag>
        ),
    },
    closed
      ? {
          id: 'updated',
          header: t('list.column.updated'),
          cell: (offer) => <DateText value={offer.updatedAt} as="relative" />,
        }
      : { id: 'left', header: t('list.column.left'), cell: (offer) => <Countdown deadline={offer.deadlineAt} /> },
    {
      id: 'price',
      header: t('list.column.price'),
      align: 'end',
      cell: (offer) => <MoneyText money={{ amount: offer.total, currency: offer.currency }} />,
    },
  ];
}
