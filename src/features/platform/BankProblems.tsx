import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BankProblem } from '../../../server/features/operators/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { PagedSection } from '@/features/platform/ListSection.tsx';
import { AccountLink, ContactLine, DealLink } from '@/features/platform/Whom.tsx';
import { api } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

const REFRESH_MS = 60_000;
const page = (after?: string) => api.operators.bank.queryOptions(after ? { after } : {});

/** How many matters there are. */
export const useBankProblems = () => useQuery({ ...page(), refetchInterval: REFRESH_MS });

/** Failed payouts and bank debits that take too long, with the contact. */
export function BankProblems() {
  const { t } = useTranslation('platform');
  const columns: Column<BankProblem>[] = [
    {
      id: 'whose',
      header: t('bank.account'),
      cell: (row) => (
        <>
          <AccountLink orgId={row.orgId} name={row.orgName} />
          <ContactLine contact={row.contact} />
          {row.contractId && row.dealTitle ? (
            <span className="block text-sm font-normal">
              <DealLink contractId={row.contractId} title={row.dealTitle} />
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: 'what',
      header: t('bank.what'),
      cell: (row) => (
        <>
          {t(`bank.kinds.${row.kind}`)} <Tag>{t(`bank.states.${row.state}`)}</Tag>
          {row.failureCode ? (
            <bdi dir="ltr" className="block rtl:text-end font-mono text-xs text-muted-foreground">
              {row.failureCode}
            </bdi>
          ) : null}
        </>
      ),
    },
    { id: 'since', header: t('operation.since'), cell: (row) => <DateText value={row.since} as="relative" /> },
    {
      id: 'amount',
      header: t('operation.amount'),
      align: 'end',
      phone: 'corner',
      cell: (row) => <MoneyText money={{ amount: row.amount, currency: row.currency }} />,
    },
  ];
  return (
    <PagedSection
      id="payouts"
      title={t('bank.title')}
      none={t('bank.none')}
      page={page}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}
