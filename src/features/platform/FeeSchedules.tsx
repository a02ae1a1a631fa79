import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeeScheduleDto } from '../../../server/features/fee-schedules/schema.ts';
import { feeSums } from '../../../server/features/ledger/charges/rules.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFeeWords } from '@/lib/fee-words.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const ProposeFee = lazyNamed(() => import('@/features/platform/ProposeFee.tsx'), 'ProposeFee');

/** The service fees of brands by date; a new one is shown on past payments, and two staff members agree to it. */
export function FeeSchedules() {
  const { t } = useTranslation('books');
  const format = useFormat();
  const feeWords = useFeeWords();
  const [open, setOpen] = useState(false);
  const [proposed, setProposed] = useState(false);
  const query = useQuery(api.feeSchedules.list.queryOptions());
  const columns: Column<FeeScheduleDto>[] = [
    {
      id: 'fee',
      header: t('fees.fee'),
      cell: (row) => feeWords({ feeBps: row.bps, feeTerms: feeSums(row), currency: row.currency ?? 'EUR' }),
    },
    {
      id: 'for',
      header: t('fees.for'),
      phone: 'fact',
      cell: (row) => (
        <span className="font-normal">
          {row.country ? format.countryName(row.country) : t('fees.allCountries')} ·{' '}
          {row.currency ? format.currencyName(row.currency) : t('fees.allCurrencies')}
        </span>
      ),
    },
    { id: 'from', header: t('fees.from'), phone: 'fact', cell: (row) => <DateText value={row.validFrom} as="day" /> },
    {
      id: 'state',
      header: t('fees.state'),
      phone: 'corner',
      cell: (row) => <Tag>{t(`fees.states.${row.state}`)}</Tag>,
    },
  ];
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="heading-section">{t('fees.title')}</h2>
        {query.data?.mayAct && !open ? (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('fees.propose')}
          </Button>
        ) : null}
      </div>
      <p className="mt-1 max-w-60ch text-sm text-muted-foreground">{t('fees.text')}</p>
      {proposed ? (
        <Alert tone="done" className="mt-3">
          {t('fees.proposed')}
        </Alert>
      ) : null}
      {open ? (
        <Suspense fallback={<PendingSkeleton as="panel" rows={4} className="mt-3" />}>
          <ProposeFee
            onDone={(sent) => {
              setOpen(false);
              setProposed(sent);
            }}
          />
        </Suspense>
      ) : null}
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={2} className="mt-3" />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable label={t('fees.title')} rows={query.data.schedules} columns={columns} rowKey={({ id }) => id} />
      )}
    </div>
  );
}
