import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractListItem } from '../../../server/features/contracts/schema.ts';
import { OurTurnTag } from '@/components/gates/OurTurnTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { TurnTag } from '@/components/money/TurnTag.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { PartyAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import {
  CONTRACT_FILTERS,
  CONTRACT_TABS,
  type ContractFilter,
  type ContractTab,
} from '@/features/contracts/contract-filters.ts';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const TemplatesTab = lazyNamed(
  async () =>
    (await Promise.all([import('@/features/contracts/TemplatesTab.tsx'), loadTexts('templates', 'terms')]))[0],
  'TemplatesTab',
);
const ClausesTab = lazyNamed(
  async () => (await Promise.all([import('@/features/contracts/ClausesTab.tsx'), loadTexts('clauses', 'terms')]))[0],
  'ClausesTab',
);

/** Every contract of this account; those to sign show a deadline. */
export function ContractListPage({
  filter,
  tab,
  isBrand,
  orgId,
}: {
  filter: ContractFilter;
  tab: ContractTab | undefined;
  isBrand: boolean;
  orgId: string;
}) {
  const { t } = useTranslation('contracts');
  const columns = useColumns(orgId);
  const more = CONTRACT_TABS.filter((id) => isBrand || id !== 'templates');
  return (
    <ListPage
      title={t('list.title')}
      status={t('list.status')}
      actions={
        <Button asChild variant="quiet" className="max-sm:-ms-2.5">
          <Link to="/p/verify">{t('page.verify')}</Link>
        </Button>
      }
      tabs={{
        label: t('list.tabs'),
        current: tab ?? filter,
        items: [
          ...CONTRACT_FILTERS.map((id) => ({
            id,
            label: t(`list.filter.${id}`),
            link: { to: '/smart-contracts', search: id === 'all' ? {} : { state: id } } as const,
          })),
          ...more.map((id) => ({
            id,
            label: t(`list.tab.${id}`),
            link: { to: '/smart-contracts', search: { tab: id } } as const,
          })),
        ],
      }}
    >
      {tab ? (
        <Suspense fallback={<PendingSkeleton rows={5} />}>
          {tab === 'templates' ? <TemplatesTab /> : <ClausesTab />}
        </Suspense>
      ) : (
        <QueryTable
          label={t('list.title')}
          page={(after) => api.contracts.list.queryOptions({ state: filter, ...(after ? { after } : {}) })}
          rowKey={({ id }) => id}
          columns={columns}
          errorTitle={t('list.couldNotLoad')}
          moneySafe
          emptyState={
            <EmptyState
              title={t(`list.empty.${filter}Title`)}
              {...(filter === 'all'
                ? {
                    action: (
                      <Button asChild>
                        {isBrand ? (
                          <Link to="/smart-contracts" search={{ tab: 'templates' }}>
                            {t('list.emptyAction')}
                          </Link>
                        ) : (
                          <Link to="/collaboration-request">{t('list.emptyOffers')}</Link>
                        )}
                      </Button>
                    ),
                  }
                : {})}
            >
              {t(`list.empty.${filter}Text`)}
            </EmptyState>
          }
        />
      )}
    </ListPage>
  );
}

function useColumns(orgId: string): Column<ContractListItem>[] {
  const { t } = useTranslation('contracts');
  const format = useFormat();
  const sides = ({ brand, creator }: ContractListItem) => {
    if (brand.orgId === orgId) return { mine: 'brand' as const, other: creator };
    // An agency is neither side: it sees both and cannot act here.
    return creator.orgId === orgId ? { mine: 'creator' as const, other: brand } : { mine: null, other: brand };
  };
  return [
    {
      id: 'contract',
      header: t('list.column.contract'),
      cell: (contract) => {
        const { mine, other } = sides(contract);
        return (
          <span className="flex items-center gap-2.5">
            <PartyAvatar kind={other.kind} {...faceOf(other)} />
            <span className="min-w-0">
              <Link
                to="/smart-contracts/$contractId"
                params={{ contractId: contract.id }}
                className="after:absolute after:inset-0"
              >
                <bdi>{contract.title}</bdi>
              </Link>
              <span className="block text-sm font-normal text-muted-foreground">
                <bdi>{other.name}</bdi>
                {mine === null ? (
                  <>
                    {' '}
                    · <bdi>{contract.creator.name}</bdi>
                  </>
                ) : null}
              </span>
            </span>
          </span>
        );
      },
    },
    {
      id: 'state',
      header: t('list.column.state'),
      phone: 'line',
      cell: (contract) => {
        const { mine } = sides(contract);
        return (
          <span className="flex flex-wrap gap-1.5">
            {contract.turn ? (
              contract.turn === mine ? (
                <OurTurnTag action="contract.sign" />
              ) : (
                <TurnTag turn={{ who: 'them', name: contract[contract.turn].name }} />
              )
            ) : null}
            <Tag>{t(`state.${contract.state}`)}</Tag>
          </span>
        );
      },
    },
    {
      id: 'when',
      header: t('list.column.when'),
      cell: ({ signedAt, lapsedAt, deadlineAt, state }) =>
        lapsedAt ? (
          t(state === 'declined' ? 'list.declinedOn' : 'list.expiredOn', { date: format.date(lapsedAt) })
        ) : signedAt ? (
          t('list.signedOn', { date: format.date(signedAt) })
        ) : deadlineAt && (state === 'sent' || state === 'partially_signed') ? (
          <>
            <span className="text-muted-foreground">{t('list.expires')}</span> <Countdown deadline={deadlineAt} />
          </>
        ) : (
          '–'
        ),
    },
    {
      id: 'price',
      header: t('list.column.price'),
      align: 'end',
      cell: ({ total, currency }) => <MoneyText money={{ amount: total, currency }} />,
    },
  ];
}
