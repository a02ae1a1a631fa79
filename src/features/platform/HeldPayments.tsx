import { useTranslation } from 'react-i18next';
import type { HeldPayment } from '../../../server/features/operators/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { PagedSection } from '@/features/platform/ListSection.tsx';
import { heldFile } from '@/features/platform/money-files.ts';
import { MoneyFileButton } from '@/features/platform/MoneyFileButton.tsx';
import { DealLink } from '@/features/platform/Whom.tsx';
import { api, queryClient } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

async function everyHeld(): Promise<HeldPayment[]> {
  const { everyPage } = await import('../../../server/core/pagination.ts');
  return everyPage((place) => queryClient.fetchQuery({ ...api.operators.held.queryOptions(place), staleTime: 0 }));
}

/** Payments that are not released while a hold lasts, with its reasons. */
export function HeldPayments() {
  const { t } = useTranslation('books');
  const columns: Column<HeldPayment>[] = [
    {
      id: 'what',
      header: t('holds.what'),
      cell: (row) => (
        <>
          <DealLink contractId={row.contractId} title={row.dealTitle} /> · <bdi>{row.milestoneTitle}</bdi>
          <span className="block text-sm font-normal text-muted-foreground">
            {t('holds.between', { brand: row.brandName, creator: row.creatorName })}
          </span>
        </>
      ),
    },
    {
      id: 'why',
      header: t('holds.why'),
      cell: ({ holds }) => (
        <span className="inline-flex flex-wrap gap-1">
          {holds.map((hold) => (
            <Tag key={hold}>{t(`holds.reasons.${hold}`)}</Tag>
          ))}
        </span>
      ),
    },
    { id: 'since', header: t('holds.since'), cell: ({ since }) => <DateText value={since} as="relative" /> },
    {
      id: 'amount',
      header: t('holds.amount'),
      align: 'end',
      phone: 'corner',
      cell: ({ amount, currency }) => <MoneyText money={{ amount, currency }} />,
    },
  ];
  return (
    <PagedSection
      id="holds"
      title={t('holds.title')}
      none={t('holds.none')}
      page={(after) => api.operators.held.queryOptions({ after })}
      columns={columns}
      rowKey={({ id }) => id}
      tool={<MoneyFileButton of={t('holds.title')} name="on-hold" make={async () => heldFile(await everyHeld())} />}
    />
  );
}
