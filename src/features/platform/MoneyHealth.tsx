import { Check, CircleQuestionMark, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CurrencyHealth } from '../../../server/features/platform/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { differs } from '@/features/platform/queue-rules.ts';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';

/** Our books beside the provider's, per currency: equal to the minor unit, in suspense at most what a ruling keeps. */
export function MoneyHealth({ health }: { health: readonly CurrencyHealth[] }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const columns: Column<CurrencyHealth>[] = [
    { id: 'currency', header: t('health.currency'), cell: ({ currency }) => <bdi dir="ltr">{currency}</bdi> },
    {
      id: 'ledger',
      header: t('health.ledger'),
      align: 'end',
      cell: (row) => <MoneyText money={{ amount: row.ledgerBalance, currency: row.currency }} />,
    },
    {
      id: 'provider',
      header: t('health.provider'),
      align: 'end',
      cell: (row) => (
        <MoneyText
          money={row.providerBalance === null ? null : { amount: row.providerBalance, currency: row.currency }}
        />
      ),
    },
    {
      id: 'drift',
      header: t('health.drift'),
      align: 'end',
      cell: (row) => (
        <MoneyText
          money={
            row.providerBalance === null
              ? null
              : { amount: row.providerBalance - row.ledgerBalance, currency: row.currency }
          }
          quietZero
          className={
            row.providerBalance !== null && row.providerBalance !== row.ledgerBalance
              ? 'font-semibold text-destructive'
              : undefined
          }
        />
      ),
    },
    {
      id: 'liabilities',
      header: t('health.liabilities'),
      align: 'end',
      cell: (row) => <MoneyText money={{ amount: row.clientLiabilities, currency: row.currency }} />,
    },
    {
      id: 'suspense',
      header: t('health.suspense'),
      align: 'end',
      cell: (row) => (
        <>
          <MoneyText
            money={{ amount: row.suspense, currency: row.currency }}
            quietZero
            className={row.suspense === row.ruled ? undefined : 'font-semibold text-destructive'}
          />
          {row.ruled === 0 ? null : (
            <span className="block text-xs text-muted-foreground">
              {t('health.ruled', { amount: format.money({ amount: row.ruled, currency: row.currency }) })}
            </span>
          )}
        </>
      ),
    },
    { id: 'verdict', header: t('health.verdict'), phone: 'corner', align: 'end', cell: (row) => <Verdict row={row} /> },
  ];
  return (
    <section id="health" className="scroll-mt-20">
      <h2 className="heading-section mb-1">{t('health.title')}</h2>
      {health.length === 0 ? (
        <EmptyState title={t('health.none')} />
      ) : (
        <DataTable label={t('health.title')} rows={health} columns={columns} rowKey={({ currency }) => currency} />
      )}
    </section>
  );
}

function Verdict({ row }: { row: CurrencyHealth }) {
  const { t } = useTranslation('platform');
  const verdict = differs(row) ? 'differs' : row.providerBalance === null ? 'noAnswer' : 'equal';
  const Icon = { equal: Check, differs: TriangleAlert, noAnswer: CircleQuestionMark }[verdict];
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 whitespace-nowrap',
        verdict === 'equal'
          ? 'text-released-foreground'
          : verdict === 'differs'
            ? 'font-semibold text-destructive'
            : 'text-unknown-foreground',
      )}
    >
      <Icon aria-hidden className="size-4" />
      {t(`health.${verdict}`)}
    </span>
  );
}
