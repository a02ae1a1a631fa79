import { Link, linkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ContactedCreator } from '../../../server/features/micro-market/schema.ts';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** Creators whom the org sent an offer or wrote to in the last 90 days, and what became of it. */
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
            <Link {...pageOf(row)} className="after:absolute after:inset-0">
              <bdi>{row.creator.name}</bdi>
            </Link>
            <span className="block text-sm font-normal text-muted-foreground">
              {row.title === null ? t('contacted.message') : <bdi>{row.title}</bdi>}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('contacted.state'),
      phone: 'line',
      cell: ({ state }) => (
        <Tag>
          {state === 'written' || state === 'answered'
            ? t(`contacted.states.${state}`)
            : packages(`order.state.${state}`)}
        </Tag>
      ),
    },
    {
      id: 'at',
      header: t('contacted.at'),
      align: 'end',
      cell: (row) => <DateText value={row.at} as="relative" />,
    },
    {
      id: 'contact',
      header: <span className="sr-only">{t('card.contact')}</span>,
      align: 'end',
      cell: (row) => (
        <Button asChild size="small" className="relative">
          <Link
            to="/messages"
            search={{ with: row.creator.orgId }}
            aria-label={`${t('card.contact')}: ${row.creator.name}`}
          >
            {t('card.contact')}
          </Link>
        </Button>
      ),
    },
  ];
  return (
    <QueryTable
      label={t('tab.contacted')}
      page={(after) => api.microMarket.contacted.queryOptions({ ...(after ? { after } : {}) })}
      rowKey={({ creator }) => creator.orgId}
      columns={columns}
      errorTitle={t('contacted.couldNotLoad')}
      emptyState={<EmptyState title={t('contacted.emptyTitle')}>{t('contacted.emptyText')}</EmptyState>}
    />
  );
}

/** The deal, else the offer, else the conversation. */
function pageOf({ contractId, offerId, creator }: ContactedCreator) {
  if (contractId) return linkOptions({ to: '/smart-contracts/$contractId', params: { contractId } });
  if (offerId) return linkOptions({ to: '/collaboration-request/$offerId', params: { offerId } });
  return linkOptions({ to: '/messages', search: { with: creator.orgId } });
}
