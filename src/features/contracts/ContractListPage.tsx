import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ContractListItem } from '../../../server/features/contracts/schema.ts';
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
import { CONTRACT_FILTERS, type ContractFilter } from '@/features/contracts/contract-filters.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** Every contract of this account; those to sign show a deadline. */
export function ContractListPage({ filter, orgId }: { filter: ContractFilter; orgId: string }) {
  const { t } = useTranslation('contracts');
  const columns = useColumns(orgId);
  return (
    <ListPage
      title={t('list.title')}
      status={t('list.status')}
      actions={
        <Button asChild variant="quiet">
          <Link to="/p/verify">{t('page.verify')}</Link>
        </Button>
      }
      tabs={{
        label: t('list.tabs'),
        current: filter,
        items: CONTRACT_FILTERS.map((id) => ({
          id,
          label: t(`list.filter.${id}`),
          link: { to: '/smart-contracts', search: id === 'all' ? {} : { state: id } },
        })),
      }}
    >
      <QueryTable
        label={t('list.title')}
        page={(after) => api.contracts.list.queryOptions({ state: filter, ...(after ? { after } : {}) })}
        rowKey={({ id }) => id}
        columns={columns}
        errorTitle={t('list.couldNotLoad')}
        moneySafe
        emptyState={<EmptyState title={t('list.emptyTitle')}>{t('list.emptyText')}</EmptyState>}
      />
    </ListPage>
  );
}

function useColumns(orgId: string): Column<ContractListItem>[] {
  const { t } = useTranslation('contracts');
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
      cell: ({ signedAt, deadlineAt, state }) =>
        signedAt ? (
          <DateText value={signedAt} as="day" />
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
