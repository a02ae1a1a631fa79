import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeeCapRow } from '../../../server/features/payments/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import type { Column } from '@/components/table/columns.ts';
import { PagedSection } from '@/features/platform/ListSection.tsx';
import { AccountLink } from '@/features/platform/Whom.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { useStaffMay } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const AllowFeesDialog = lazyNamed(() => import('@/features/platform/AllowFeesDialog.tsx'), 'AllowFeesDialog');

/** Brands near or at the monthly cap of fees that their refunds cost the platform. */
export function FeeCaps() {
  const { t } = useTranslation('platform');
  const may = useStaffMay();
  const [allowing, setAllowing] = useState<FeeCapRow | null>(null);
  const columns: Column<FeeCapRow>[] = [
    {
      id: 'brand',
      header: t('account.kinds.brand'),
      cell: (row) => (
        <>
          <AccountLink orgId={row.orgId} name={row.name} />{' '}
          {row.atCap ? <Tag>{t('fees.atCap')}</Tag> : row.cap === null ? <Tag>{t('fees.allowed')}</Tag> : null}
        </>
      ),
    },
    {
      id: 'lost',
      header: t('fees.lost'),
      align: 'end',
      cell: (row) => <MoneyText money={{ amount: row.lost, currency: row.currency }} />,
    },
    {
      id: 'cap',
      header: t('fees.cap'),
      align: 'end',
      cell: (row) =>
        row.cap === null ? (
          <span className="text-muted-foreground">–</span>
        ) : (
          <MoneyText money={{ amount: row.cap, currency: row.currency }} />
        ),
    },
    {
      id: 'act',
      header: <span className="sr-only">{t('act')}</span>,
      align: 'end',
      phone: 'line',
      cell: (row) =>
        row.cap === null || !may('payments.allowFees') ? null : (
          <Button size="small" onClick={() => setAllowing(row)}>
            {t('fees.open')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <PagedSection
        id="fees"
        title={t('fees.title')}
        none={t('fees.none')}
        page={(after) => api.operators.feeCaps.queryOptions(after ? { after } : {})}
        columns={columns}
        rowKey={(row) => `${row.orgId}:${row.currency}`}
      />
      <Suspense fallback={null}>
        {allowing ? <AllowFeesDialog row={allowing} onClose={() => setAllowing(null)} /> : null}
      </Suspense>
    </>
  );
}
