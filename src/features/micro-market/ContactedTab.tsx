import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ContactedCreator } from '../../../server/features/micro-market/schema.ts';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { api } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

/** Creators whom the org sent an offer in the last 90 days, and what became of the newest one. */
export function ContactedTab() {
  const { t } = useTranslation('micro-market');
  const { t: packages } = useTranslation('packages');
  const columns: Column<ContactedCreator>[] = [
    {
      id: 'creator',
      header: t('contacted.creator'),
      cell: (row) => (
        <span className="flex items-center gap-2.5">
          <CreatorAvatar {...faceOf(row.creator)} />
          <span className="min-w-0">
            {row.contractId ? (
              <Link
                to="/smart-contracts/$contractId"
                params={{ contractId: row.contractId }}
                className="after:absolute after:inset-0"
              >
                <bdi>{row.creator.name}</bdi>
              </Link>
            ) : (
              <Link
                to="/collaboration-request/$offerId"
                params={{ offerId: row.offerId }}
                className="after:absolute after:inset-0"
              >
                <bdi>{row.creator.name}</bdi>
              </Link>
            )}
            <span className="block text-sm font-normal text-muted-foreground">
              <bdi>{row.title}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('contacted.state'),
      phone: 'line',
      cell: (row) => <Tag>{packages(`order.state.${row.state}`)}</Tag>,
    },
    {
      id: 'at',
      header: t('contacted.at'),
      align: 'end',
      cell: (row) => <DateText value={row.at} as="relative" />,
    },
  ];
  return (
    <QueryTable
      label={t('tab.contacted')}
      page={(after) => api.microMarket.contacted.queryOptions({ ...(after ? { after } : {}) })}
      rowKey={({ offerId }) => offerId}
      columns={columns}
      errorTitle={t('contacted.couldNotLoad')}
      emptyState={<EmptyState title={t('contacted.emptyTitle')}>{t('contacted.emptyText')}</EmptyState>}
    />
  );
}
