import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AccountTotal } from '../../../server/features/ledger/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { balancesFile } from '@/features/platform/money-files.ts';
import { MoneyFileButton } from '@/features/platform/MoneyFileButton.tsx';
import { api } from '@/lib/trpc.ts';

type Code = AccountTotal['code'];

/** Accounts of the chart by what they stand for, in the order of their rows. */
const CLASSES: Record<'clients' | 'provider' | 'own' | 'memo', readonly Code[]> = {
  clients: [
    'ESCROW_HELD',
    'ESCROW_DISPUTED',
    'CREATOR_PAYABLE',
    'AGENT_PAYABLE',
    'XFER_IN_FLIGHT',
    'REFUND_PAYABLE',
    'REFUND_IN_FLIGHT',
    'TAX_PAYABLE',
    'FEE_DEFERRED',
    'SUSPENSE',
  ],
  provider: ['PSP_BAL', 'CARD_DISPUTE_HOLD', 'BRAND_RECEIVABLE', 'BANK'],
  own: ['FLOAT_EQUITY', 'FEE_REVENUE', 'PSP_FEE', 'DISPUTE_FEE', 'CHARGEBACK_LOSS', 'FX_RESULT'],
  memo: ['M_CONNECTED', 'M_TRANSIT', 'M_BANK', 'M_EARNED'],
};

interface AccountRow {
  code: Code;
  totals: ReadonlyMap<AccountTotal['currency'], AccountTotal>;
}

/** Balances of the ledger by class of account, a column for each currency. */
export function AccountBalances() {
  const { t } = useTranslation('books');
  const query = useQuery(api.moneyCheck.balances.queryOptions());
  return (
    <section id="balances" className="scroll-mt-20">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="heading-section">{t('balances.title')}</h2>
        {query.data && query.data.length > 0 ? (
          <MoneyFileButton of={t('balances.title')} name="balances" make={() => balancesFile(query.data)} />
        ) : null}
      </div>
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={6} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} moneySafe onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <EmptyState title={t('balances.none')} />
      ) : (
        <div className="grid gap-6">
          {(Object.keys(CLASSES) as (keyof typeof CLASSES)[]).map((id) => (
            <ClassOf key={id} id={id} totals={query.data} />
          ))}
        </div>
      )}
    </section>
  );
}

function ClassOf({ id, totals }: { id: keyof typeof CLASSES; totals: readonly AccountTotal[] }) {
  const { t } = useTranslation('books');
  const rows = CLASSES[id].flatMap((code): AccountRow[] => {
    const own = totals.filter((total) => total.code === code);
    return own.length === 0 ? [] : [{ code, totals: new Map(own.map((total) => [total.currency, total])) }];
  });
  if (rows.length === 0) return null;
  const currencies = [...new Set(rows.flatMap(({ totals: own }) => [...own.keys()]))].sort();
  const columns: Column<AccountRow>[] = [
    {
      id: 'account',
      header: t('balances.account'),
      cell: ({ code }) => (
        <>
          {t(`balances.codes.${code}`)}
          <bdi dir="ltr" className="block rtl:text-end font-mono text-xs font-normal text-muted-foreground">
            {code}
          </bdi>
        </>
      ),
    },
    ...currencies.map((currency): Column<AccountRow> => ({
      id: currency,
      header: <bdi dir="ltr">{currency}</bdi>,
      align: 'end',
      phone: 'hidden',
      cell: (row) => {
        const total = row.totals.get(currency);
        return total ? <MoneyText money={{ amount: total.total, currency: total.currency }} quietZero /> : null;
      },
    })),
    {
      // On phones one line holds what the columns hold.
      id: 'all',
      header: t('balances.title'),
      phone: 'line',
      className: 'md:hidden',
      cell: ({ totals: own }) => (
        <span className="flex flex-wrap justify-end gap-x-4 gap-y-1">
          {[...own.values()].map(({ currency, total }) => (
            <MoneyText key={currency} money={{ amount: total, currency }} quietZero />
          ))}
        </span>
      ),
    },
  ];
  return (
    <div>
      <h3 className="mb-1 font-semibold">{t(`balances.classes.${id}`)}</h3>
      <DataTable label={t(`balances.classes.${id}`)} rows={rows} columns={columns} rowKey={({ code }) => code} />
    </div>
  );
}
